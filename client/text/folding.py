"""Text as searches compare it."""

from __future__ import annotations

from unicodedata import combining, normalize


def folded(text: str) -> str:
    """Normalise a text for searches: no case, no accents, plain apostrophes."""
    plain = normalize("NFKD", text.replace("\u2019", "'").casefold())
    return "".join(letter for letter in plain if not combining(letter))
