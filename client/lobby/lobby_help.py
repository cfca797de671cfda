"""The keys of the lobby, as `?` lists them."""

from __future__ import annotations

from client.text.catalogue import say


def help_rows(*, is_host: bool) -> tuple[tuple[str, str], ...]:
    """Return each key of the lobby with what it does."""
    both = (
        ("Tab", say("the next pane: seats, rules, chat")),
        ("↑↓", say("move; a seat shows the full key of its player")),
        ("r", say("go to the rules of the table")),
        ("t", say("chat: Enter sends, Esc goes back to the seats")),
        ("?", say("this help")),
    )
    if not is_host:
        leave = say("leave; you can come back with the same invitation")
        return (("Enter", say("agree with the rules, or take it back")), *both, ("^Q", leave))
    return (
        ("Enter", say("start, once all seats are taken and everyone is ready")),
        ("b", say("give a free seat to a bot")),
        ("k", say("kick the player at the cursor; twice for a person")),
        ("+ -", say("add or remove a seat")),
        ("← →", say("in the rules: change the one at the cursor; everyone must agree again")),
        ("y", say("copy the invitation for your friends")),
        ("m", say("move the table to a relay from your settings")),
        *both,
        ("^Q", say("close the table")),
    )
