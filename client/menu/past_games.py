"""The pages of the menu about finished games."""

from __future__ import annotations

from client.menu import main_menu as menus
from client.storage.collect_results import listed_records, out_of_reach, unread
from client.storage.history_lines import history_lines, record_rows
from client.storage.results import read_index
from client.text.catalogue import say, say_many


def looked_back(menu: menus.Menu, wanted: menus.LookBack) -> menus.Menu:
    """Open the page asked for; only the index and the names of files are read."""
    if told := out_of_reach():
        return menus.with_text(menu, say("Your results"), (told,))
    if not wanted.results:
        found = listed_records()
        rows = tuple(zip(record_rows(found), (one.path for one in found), strict=True))
        return menus.with_records(menu, rows)
    lines = history_lines(tuple(read_index().values()))
    if missing := len(unread()):
        told = say_many(
            "{count} record is not in this list; run `bloodrage history` to add it.",
            "{count} records are not in this list; run `bloodrage history` to add them.",
            missing,
        )
        lines = (*lines, "", told)
    return menus.with_text(menu, say("Your results"), lines)
