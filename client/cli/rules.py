"""`bloodrage rules`: all topics, one topic, or the topics that mention a word."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from client.cli.arguments import add_json, write_json
from client.platform.exit_codes import CommandError
from client.text.catalogue import say
from client.text.rulebook import Hit, RuleTopic, find_topic, search, source_topics, topics
from client.text.wrapping import paragraph, width


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "topic",
        nargs="*",
        metavar="TOPIC",
        help=say("a topic, or words to look for; none lists all"),
    )
    add_json(parser, say("an array with one object per topic"))
    parser.epilog = say(
        "examples:\n"
        "  bloodrage rules                 all topics\n"
        "  bloodrage rules order-of-battle that one\n"
        "  bloodrage rules witch           where the Witch is spoken of"
    )


def run(arguments: Namespace) -> int:
    """Print the topics that were asked for."""
    words = " ".join(arguments.topic)
    found = _found(words)
    if not found:
        raise CommandError(
            say("No rule mentions {words}; `bloodrage rules` lists the topics.", words=words)
        )
    if arguments.json:
        write_json(_plain_topics(found), indent=1)
    elif len(found) == 1:
        _print_topic(found[0].topic)
    elif words:
        _print_hits(found)
    else:
        _print_list()
    return 0


def _found(words: str) -> tuple[Hit, ...]:
    topic = find_topic(words) if words else None
    return search(words) if topic is None else (Hit(topic, topic.paragraphs[0]),)


def _plain_topics(hits: tuple[Hit, ...]) -> list[dict[str, str | list[str]]]:
    """Return the topics as data: the same in every language."""
    source = {topic.id: topic for topic in source_topics()}
    return [
        {
            "id": topic.id,
            "title": topic.title,
            "phase": topic.phase,
            "keywords": list(topic.keywords),
            "text": "\n\n".join(topic.paragraphs),
        }
        for topic in (source[hit.topic.id] for hit in hits)
    ]


def _print_topic(topic: RuleTopic) -> None:
    sys.stdout.write(f"{topic.title}\n{'=' * len(topic.title)}\n")
    for part in topic.paragraphs:
        sys.stdout.write("\n" + paragraph(part) + "\n")


def _print_hits(hits: tuple[Hit, ...]) -> None:
    wide = max(len(hit.topic.id) for hit in hits)
    for hit in hits:
        sys.stdout.write(f"{hit.topic.id:<{wide}}  {hit.topic.title}\n")
        sys.stdout.write(paragraph(hit.paragraph, indent="    ") + "\n\n")
    sys.stdout.write(say("Read one with: bloodrage rules TOPIC") + "\n")


def _print_list() -> None:
    wide = max(len(topic.id) for topic in topics())
    for topic in topics():
        sys.stdout.write(f"{topic.id:<{wide}}  {topic.title}"[: width()] + "\n")
    sys.stdout.write(
        "\n" + say("Read one with: bloodrage rules TOPIC; any other word is looked for.") + "\n"
    )
