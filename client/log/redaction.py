"""Redaction: secrets are removed from every line of the log, libraries' lines included.

The events of this program hold no secret by construction. Tracebacks and warnings of libraries are
written by others: invitations, keys, seeds, bytes and cards are struck out of them.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from logging import Formatter, LogRecord
from typing import Final

from client.log.events import NAME

SAMPLE: Final = "XXXX-XXXX-XXXX-XXXX-X"
"""The secret in examples: its check symbol is wrong, so that it is nobody's, and it is shown."""
_GROUP: Final = "[0-9A-Za-z]{4}"
_NO_SAMPLE: Final = rf"(?!{SAMPLE}(?![0-9A-Za-z-]))"
_HYPHEN: Final = "[-\u2010-\u2015\u2212\ufe58]"
"""A hyphen, or what printers and mail programs make of it."""
_BREAK: Final = rf"(?:{_HYPHEN}\s*|\s+{_HYPHEN}?\s*)"
_BARE: Final = r"[0-9A-Za-z]{16,17}[*~$=]?(?![0-9A-Za-z._/-])"
_INVITATIONS: Final = (
    # Not within a longer chain of groups, such as a UUID in the name of a file.
    (
        "[invitation]",
        re.compile(
            rf"(?<![0-9A-Za-z]{_HYPHEN})\b{_NO_SAMPLE}{_GROUP}(?:{_HYPHEN}{_GROUP}){{3}}"
            rf"(?:{_HYPHEN}?[0-9A-Za-z*~$=])?(?![0-9A-Za-z])"
        ),
    ),
    # Broken where the hyphens are, or with blanks in their place.
    (
        "/[invitation]",
        re.compile(
            rf"/\s*{_NO_SAMPLE}{_GROUP}(?:{_BREAK}{_GROUP}){{3}}"
            rf"(?:{_BREAK}[0-9A-Za-z*~$=])?(?![0-9A-Za-z])"
        ),
    ),
    (r"\1[invitation]", re.compile(rf"(:\d{{1,5}}/){_NO_SAMPLE}[0-9A-Za-z-]{{16,}}[*~$=]?")),
    (r"\1[invitation]", re.compile(rf"(wss?://\S*/){_NO_SAMPLE}[0-9A-Za-z-]{{16,}}[*~$=]?")),
    (r"\1[invitation]", re.compile(rf"(\b[\w-]+(?:\.[\w-]+)+/){_BARE}")),
)
_PATTERNS: Final = (
    *_INVITATIONS,
    # Name and password in a URL, as in a variable that names a proxy.
    (r"\1[login]@", re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)\S*@")),
    ("[bytes]", re.compile(r"""\bb(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")""")),
    ("[number]", re.compile(r"\b[0-9a-fA-F]{24,}\b|\b\d{12,}\b")),
    ("[number]", re.compile(r"[A-Za-z0-9+/_-]{43}=")),
    (r"\1[number]", re.compile(r"(?i)\b((?:seed|secret|master)\b\W{0,4})\d+")),
)


def without_invitations(text: str) -> str:
    """Return a sentence for the person at this machine without the secret of an invitation.

    Complaints quote what was typed, and end up in the logs of whatever started the program.
    """
    for told, pattern in _INVITATIONS:
        text = pattern.sub(told, text)
    return text


def redacted(text: str) -> str:
    """Return a text without anything that looks like an invitation, a key, a seed or a card."""
    for told, pattern in _PATTERNS:
        text = pattern.sub(told, text)
    cards = sys.modules.get("engine.cards")
    return text if cards is None else _card_names().sub("[card]", text)


@cache
def _card_names() -> re.Pattern[str]:
    """Match every card by id and by name in each language; without loaded cards none is named."""
    from client.style.writing import without_joiners  # noqa: PLC0415 - like the cards
    from client.text.catalogue import in_every_language  # noqa: PLC0415 - like the cards
    from engine.cards import CARDS  # noqa: PLC0415 - see above: it must not be loaded for this

    words = {str(card.id) for card in CARDS.values()}
    words |= {name for card in CARDS.values() for name in in_every_language(card.name)}
    # The screen writes names without joiners, which take no column.
    words |= {without_joiners(word) for word in words}
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


class Redacting(Formatter):
    """Formats lines of the log; the traceback of an error is redacted like everything else."""

    def format(self, record: LogRecord) -> str:
        """Return the whole text of a record, redacted unless it is an event of ours.

        An event without an error has numbers and members of enumerations only. To look for cards in
        it, in every language, would take as long as all else that a short command does.
        """
        text = super().format(record)
        return text if record.name == NAME and record.exc_info is None else redacted(text)
