"""The keys of the lobby, as `?` lists them."""

from __future__ import annotations

from client.text.catalogue import say


def help_rows(*, is_host: bool) -> tuple[tuple[str, str], ...]:
    """Return each key of the lobby with what it does."""
    both = (
        ("Tab", say("the next pane: seats, rules, chat")),
        ("↑↓", say("move: at a seat you see the key of its player in full")),
        ("r", say("to the rules of the table")),
        ("t", say("type to the others; Enter says it, Esc leaves the line")),
        ("?", say("this help")),
    )
    if not is_host:
        leave = say("leave; you may come back with the same line")
        return (("Enter", say("agree with the rules, or take that back")), *both, ("^Q", leave))
    return (
        ("Enter", say("start, once all seats are taken and all are ready")),
        ("b", say("give a free seat to a bot")),
        ("k", say("kick the player at the cursor; press it twice for a person")),
        ("+ -", say("a seat more, a seat less")),
        ("← →", say("in the rules: change the one at the cursor; all agree again")),
        ("y", say("copy the line for your friends")),
        ("m", say("move the table to a relay of your settings")),
        *both,
        ("^Q", say("close the table")),
    )
