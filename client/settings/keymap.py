"""Moved keys: the meaning of a key of the keyboard, and the key of a command.

Everything else in the program speaks of a command by its default key; only here is it known that a
person moved it.
"""

from __future__ import annotations

from typing import Final

from engine.values import Value

MIRRORED: Final = {"left": "right", "right": "left"}
"""Arrows on a screen that is read from the right."""


class KeyMap(Value):
    """Commands on other keys: pairs of the default key and the chosen one, by name."""

    moved: tuple[tuple[str, str], ...] = ()

    @property
    def chosen(self) -> frozenset[str]:
        """The keys to which commands were moved."""
        return frozenset(key for _, key in self.moved)

    def meaning(self, pressed: str) -> str:
        """Return the default key of the command on a key; "" if the key has no command now."""
        for default, chosen in self.moved:
            if chosen == pressed:
                return default
        return "" if any(default == pressed for default, _ in self.moved) else pressed

    def shown(self, default: str) -> str:
        """Return the key that does what `default` does if nothing was moved."""
        return dict(self.moved).get(default, default)

    def hint(self, hint: str) -> str:
        """Return a hint such as "v card" with its present key; the key is its first word."""
        key, gap, does = hint.partition(" ")
        return key_sign(self.shown(key)) + gap + does if self.moved else hint


def key_sign(key: str) -> str:
    """Return a key as it is shown: function keys in capitals."""
    return key.upper() if len(key) > 1 and key[0] == "f" else key
