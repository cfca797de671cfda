"""Brings the catalogues of translations up to date with the sentences of the source.

`make messages` writes ``client/locale/bloodrage.pot``, updates each ``.po`` and compiles it; `make
messages-check` reports missing ones and those that break the glossary, without writing anything.
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from client.text.catalogue import ENGLISH, LANGUAGES, LOCALE
from tests.sentences import messages, not_understood
from tests.terms import refused

NO_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Catalogues are dated by the history of the project; the same texts give the same file."""
TEMPLATE: Final = Path(LOCALE) / "bloodrage.pot"
COPYRIGHT: Final = "the authors of Blood Rage for a table of equals"


def template() -> Catalog:
    """Return the catalogue of all messages without translations."""
    catalogue = _empty(None)
    for message in messages():
        catalogue.add(
            (message.one, message.many) if message.many else message.one,
            locations=[(message.place, 0)],
            context=message.context or None,
        )
    return catalogue


def _empty(language: str | None) -> Catalog:
    return Catalog(
        language,
        domain="bloodrage",
        project="bloodrage",
        version="1",
        copyright_holder=COPYRIGHT,
        fuzzy=False,
        header_comment="# Texts of Blood Rage for a table of equals; see docs/translating.md.",
    )


def po_path(language: str) -> Path:
    """Return the path of the translations of a language."""
    return Path(LOCALE) / language / "LC_MESSAGES" / "bloodrage.po"


def read_catalogue(language: str) -> Catalog:
    """Read the translations of a language as they are committed."""
    path = po_path(language)
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="bloodrage")


def written(catalogue: Catalog) -> bytes:
    """Format a catalogue: no line numbers and one header for all, so that few changes touch it."""
    catalogue.last_translator = catalogue.language_team = COPYRIGHT
    catalogue.revision_date = NO_DATE
    out = io.BytesIO()
    write_po(out, catalogue, width=0, include_lineno=False, omit_header=False)
    other = (b'"POT-Creation-Date', b'"Generated-By', b'"Report-Msgid')
    return b"".join(
        line for line in out.getvalue().splitlines(keepends=True) if not line.startswith(other)
    )


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue for gettext."""
    out = io.BytesIO()
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    write_mo(out, catalogue)
    return out.getvalue()


def updated(language: str, news: Catalog) -> Catalog:
    """Return the translations of a language with all new messages, without the old ones."""
    catalogue = read_catalogue(language)
    catalogue.update(news, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


TRANSLATED: Final = tuple(code for code in LANGUAGES if code != ENGLISH)


def missing(language: str, news: Catalog) -> list[str]:
    """Return the messages that a language lacks, or has only as a guess."""
    return [str(message.id) for message in lacking(read_catalogue(language), news)]


def lacking(catalogue: Catalog, news: Catalog) -> list[Message]:
    """Return the messages that are not, or not surely, translated in a catalogue."""
    return [
        message
        for message in news
        if message.id and not _is_complete(catalogue.get(message.id, message.context))
    ]


def _is_complete(message: Message | None) -> bool:
    if message is None or message.fuzzy:
        return False
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def write() -> None:
    """Bring everything up to date."""
    news = template()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(written(news))
    for language in TRANSLATED:
        catalogue = updated(language, news)
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalogue))
        path.with_suffix(".mo").write_bytes(compiled(read_catalogue(language)))


def check() -> list[str]:
    """List outdated catalogues, missing translations and breaches of the glossary, a line each."""
    news = template()
    lines = not_understood()
    if not TEMPLATE.exists() or TEMPLATE.read_bytes() != written(news):
        lines.append("bloodrage.pot is not up to date: run make messages")
    for language in TRANSLATED:
        lines += [f"{language}: {text}" for text in missing(language, news)]
    lines += [f"{ENGLISH}: {text}" for text in refused(ENGLISH, news)]
    for language in TRANSLATED:
        lines += [f"{language}: {text}" for text in refused(language, read_catalogue(language))]
    return lines


def main(arguments: list[str]) -> int:
    """Write, or check."""
    if arguments == ["check"]:
        lines = check()
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        return 1 if lines else 0
    write()
    for line in not_understood():
        sys.stdout.write(f"{line}\n")
    for language in TRANSLATED:
        count = len(missing(language, template()))
        sys.stdout.write(f"{language}: {count} to be translated\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
