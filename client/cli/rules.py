"""`bloodrage rules`: all topics, one topic, or the topics that mention a word."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace

from client.cli.arguments import add_json, write_json
from client.platform.exit_codes import CommandError
from client.text.catalogue import say
from client.text.folding import folded
from client.text.rulebook import Hit, RuleTopic, find_topic, search, source_topics, topics
from client.text.statements import Statement, find_statement, statement_text
from client.text.wrapping import paragraph, width


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "topic",
        nargs="*",
        metavar="TOPIC",
        help=say(
            "a topic, the number of a rule, or words to search for (default: list all topics)"
        ),
    )
    add_json(parser, say("print JSON: an array with one object per topic or numbered rule"))
    parser.epilog = say(
        "examples:\n"
        "  bloodrage rules                 all topics\n"
        "  bloodrage rules order-of-battle this topic\n"
        "  bloodrage rules witch           topics that mention the Witch\n"
        "  bloodrage rules E24             the rule with this number"
    )


def run(arguments: Namespace) -> int:
    """Print the topics that were asked for, or a numbered rule."""
    words = " ".join(arguments.topic)
    statement = find_statement(words)
    if statement is not None:
        _tell(statement, as_json=arguments.json)
        return 0
    found = _found(words)
    if not found:
        raise CommandError(_no_match(words))
    if arguments.json:
        write_json(_plain_topics(found), indent=1)
    elif len(found) == 1:
        _print_topic(found[0].topic)
    elif words:
        _print_hits(found)
    else:
        _print_list()
    return 0


def _no_match(words: str) -> str:
    """Say that no rule has the words; a single word may have a typing error."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for mistakes

    known = {
        word: None
        for topic in topics()
        for word in folded(
            " ".join((topic.id.replace("-", " "), topic.title, *topic.keywords))
        ).split()
    }
    for close in get_close_matches(folded(words), known, 1):
        return say("No rule mentions {words}; did you mean {close}?", words=words, close=close)
    return say("No rule mentions {words}; `bloodrage rules` lists the topics.", words=words)


def _tell(statement: Statement, *, as_json: bool) -> None:
    """Print a numbered rule, and the topics that cite it."""
    cited = re.compile(rf"(?<![\w-]){re.escape(statement.number)}(?!\w)")
    citing = [topic.id for topic in source_topics() if cited.search(" ".join(topic.paragraphs))]
    if as_json:
        plain = {"id": statement.number, "text": statement.text, "topics": citing}
        write_json([plain], indent=1)
        return
    sys.stdout.write(statement_text(statement) + "\n")
    if citing:
        told = say("Topics that cite it: {topics}", topics=", ".join(citing))
        sys.stdout.write("\n" + paragraph(told) + "\n")


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
        "\n" + say("Read one with: bloodrage rules TOPIC; any other word is searched for.") + "\n"
    )
