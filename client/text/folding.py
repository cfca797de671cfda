"""Text as searches compare it."""

from __future__ import annotations

from unicodedata import combining, normalize

from client.style.writing import NON_JOINER


def folded(text: str) -> str:
    """Normalise a text for searches: no case, no accents, plain apostrophes, no non-joiners."""
    plain = normalize("NFKD", text.replace("\u2019", "'").casefold())
    return "".join(one for one in plain if not combining(one) and one != NON_JOINER)
