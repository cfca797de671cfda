"""Keys that were moved: what a key of the keyboard means, and which key does a thing.

Everything else in the program speaks of a command by the key it has by default; only here is it
known that a person put it elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Commands on other keys: pairs of the key by default and the key that was chosen, by name."""

    moved: tuple[tuple[str, str], ...] = ()

    def meaning(self, pressed: str) -> str:
        """The key by default of what a key does; "" where it was given up for another."""
        for default, chosen in self.moved:
            if chosen == pressed:
                return default
        return "" if any(default == pressed for default, _ in self.moved) else pressed

    def shown(self, default: str) -> str:
        """The key that does what `default` does where nothing was moved."""
        return dict(self.moved).get(default, default)

    def hint(self, hint: str) -> str:
        """A hint such as "v card" with the key it has now; the key is its first word."""
        key, gap, does = hint.partition(" ")
        return key_sign(self.shown(key)) + gap + does if self.moved else hint


def key_sign(key: str) -> str:
    """A key as it is shown: function keys are written large."""
    return key.upper() if len(key) > 1 and key[0] == "f" else key
