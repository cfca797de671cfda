"""Chat phrases with one key: sent as a number and read by everyone in their own language.

A number never changes its meaning; new ones are added at the end.
"""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say

_PHRASES: Final = (
    "Hello!",
    "Good luck to all!",
    "Well played!",
    "I did not see that coming.",
    "Thank you.",
    "Sorry!",
    "One moment, please.",
    "I am back.",
    "Take your time.",
    "Shall we go a little faster?",
    "See you in Valhalla!",
    "Good game. Another one?",
)
COUNT: Final = len(_PHRASES)


def phrase(code: int) -> str:
    """Return the phrase of a number."""
    if 0 <= code < COUNT:
        return say(_PHRASES[code])
    return say("(a phrase this version does not know)")
