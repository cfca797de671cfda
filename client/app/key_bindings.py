"""Key bindings: every key goes to one function."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from client.settings.keys import key_name


def bindings(press: Callable[[str], None], paste: Callable[[str], None]) -> KeyBindings:
    """Send every key to `press` by name, and pasted text to `paste` in one piece."""
    made = KeyBindings()

    @made.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        paste(event.data)

    @made.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        name = key_name(event.key_sequence[0].key)
        if name:
            press(name)

    return made
