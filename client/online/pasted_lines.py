"""An invitation within a pasted text: a command, a line of a chat, a whole mail.

People paste what surrounds a line as well: a prompt of a shell, a name, quotes, signs of Markdown,
a full stop; and programs that show the line change its hyphens or break it. The secret has a check
symbol, so what is found is an invitation, and of the routes before it none is made up: text counts
as a route only if it can be nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address
from itertools import islice
from typing import Final

from protocol.errors import BadInvitation, Reason
from protocol.lobby.rooms import LONGEST_LINE, Invitation, Room, secret_of
from protocol.lobby.routes import Routes, read_routes

LONGEST_PASTE: Final = 20_000
"""Characters of a pasted text that are searched."""
_HYPHENS: Final = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58"), "-")
_UNSEEN: Final = ("Cc", "Cf")
_QUOTED: Final = re.compile(r"^[ \t]*(?:[>|][> \t|]*)", re.MULTILINE)
"""The signs before each line of a quoted mail."""
_SOFT_BREAK: Final = re.compile(r"=\n")
"""A line broken by quoted-printable (RFC 2045, 6.7)."""
_SYMBOL: Final = "[0-9A-Za-z]"
_SECRET: Final = re.compile(rf"/(?:[-\s]*{_SYMBOL}){{16}}[-\s]*[0-9A-Za-z*~$=](?!{_SYMBOL})")
_NO_WORD: Final = re.compile(r"[\s\"'`<>(){}*|\\\u00ab\u00bb\u2018-\u201f\u2039\u203a\u300c\u300d]")
"""A blank, a quote, or another sign that no route has."""
_OPEN: Final = (",", "/", ":", "[")
_CLOSING: Final = (",", "/", ":", "]")
"""Signs after which, or before which, a broken line goes on."""
_MOST_BREAKS: Final = 64
_MOST_SECRETS: Final = 64
"""Secrets without an error of typing before which routes are looked for."""
_SIGNS: Final = re.compile(r"(?:[^\w\[]|_)+(?=[\w\[])|\[")
_WITHIN: Final = frozenset("-._%")
_ENDS: Final = ".,;:!?`'\"*_<>()[]\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
_HAS_SIGN: Final = (".", ":")


def find_invitation(text: str) -> Invitation:
    """Return the one invitation that a text has in it.

    Raises:
        BadInvitation: there is none, as far as can be told why not; or there are several.
    """
    plain = _plain(text)
    for reading in dict.fromkeys((_SOFT_BREAK.sub("", plain), plain)):
        found = list(dict.fromkeys(_invitations(reading)))
        if len(found) > 1:
            raise BadInvitation(Reason.BAD_INVITATION, "several")
        if found:
            return found[0]
    return Invitation.read(_best_try(plain))


def code_length(text: str) -> int:
    """Return the number of letters and digits that a text has in the place of a secret."""
    return sum(map(str.isalnum, _best_try(_plain(text)).rpartition("/")[2]))


def _plain(text: str) -> str:
    """Return a text without invisible characters, dashes of printers, and signs of quotation."""
    composed = unicodedata.normalize("NFKC", text[:LONGEST_PASTE]).translate(_HYPHENS)
    lines = composed[:LONGEST_PASTE].replace("\r\n", "\n").replace("\r", "\n")
    kept = (one for one in lines if one in "\n\t" or unicodedata.category(one) not in _UNSEEN)
    return _QUOTED.sub("", "".join(kept))


def _invitations(text: str) -> Iterator[Invitation]:
    for at, room in islice(_rooms(text), _MOST_SECRETS):
        routes = _routes_before(text[:at])
        if routes is not None:
            yield Invitation(routes, room)


def _rooms(text: str) -> Iterator[tuple[int, Room]]:
    """Yield the rooms whose secrets are in a text, with the places of the slashes before them."""
    for found in _SECRET.finditer(text):
        with suppress(BadInvitation):
            yield found.start(), Room(secret_of(found.group()[1:]))


def _routes_before(text: str) -> Routes | None:
    """Return the routes at the end of a text: as many as certainly belong together.

    A word broken in its middle is the last resort: two words in two lines look the same.
    """
    text = text[-LONGEST_LINE:]
    found = [routes for one in _last_words(text, is_likely=True) if (routes := _routes_in(one))]
    if found:
        return max(reversed(found), key=len)
    return next(
        (routes for one in _last_words(text, is_likely=False) if (routes := _routes_in(one))), None
    )


def _last_words(text: str, *, is_likely: bool) -> Iterator[str]:
    """Yield the last word of a text, then what it is with the words before line breaks.

    `is_likely` stops at a break where the word does not seem to go on.
    """
    word = _word(text)
    rest = text[: len(text) - len(word)]
    yield word
    for _ in range(_MOST_BREAKS):
        unbroken = _before_break(rest)
        before = _word(unbroken)
        goes_on = before.endswith(_OPEN) or word.startswith(_CLOSING) or not word
        if not before or (is_likely and not goes_on):
            return
        word = before + word
        rest = unbroken[: -len(before)]
        yield word


def _routes_in(word: str) -> Routes | None:
    """Return the routes at the end of a word, behind as little else as possible."""
    return next((routes for at in _starts(word) if (routes := _read(word[at:]))), None)


def _word(text: str) -> str:
    """Return the end of a text up to a sign that no word has; in linear time."""
    found = _NO_WORD.search(text[::-1])
    return text if found is None else text[len(text) - found.start() :]


def _before_break(text: str) -> str:
    """Return a text without the line break at its end, "" if there is none."""
    line = text.rstrip(" \t")
    return line[:-1].rstrip(" \t") if line.endswith("\n") else ""


def _starts(word: str) -> Iterator[int]:
    """Yield the places at which routes may begin in a word, from its beginning on.

    Never within a name or a number, and never behind a scheme that is none of ours.
    """
    yield 0
    for found in _SIGNS.finditer(word):
        within = found.start() > 0 and _WITHIN.issuperset(found.group())
        if not within and "/" not in found.group():
            yield found.end()


def _read(text: str) -> Routes | None:
    """Read routes, if each of them can be nothing else."""
    parts = text.split(",")
    try:
        routes = read_routes(text)
    except BadInvitation:
        return None
    has_sign = all(any(sign in part for sign in _HAS_SIGN) for part in parts)
    is_name = len(parts) == 1 and any(map(str.isalpha, text))
    are_hosts = all(_can_stand(route.host) for route in routes)
    return routes if are_hosts and (has_sign or is_name) else None


def _can_stand(host: str) -> bool:
    """Whether a host is a whole one: a name with letters, or all four numbers of an address."""
    if host[0] in "._-" or host[-1] in "._-":
        return False
    if ":" in host or any(map(str.isalpha, host)):
        return True
    try:
        IPv4Address(host)
    except AddressValueError:
        return False
    return True


def _best_try(text: str) -> str:
    """Return the word that was most likely meant as an invitation."""
    words = [one.strip(_ENDS) for one in text.split()]
    likely = [one for one in words if "/" in one] or ["".join(words)]
    return likely[-1][-LONGEST_LINE:]
