"""The pages of the menu about games that are over."""

from __future__ import annotations

from client.menu import main_menu as menus
from client.storage.collect_results import unread
from client.storage.history_lines import history_lines, shelf_row
from client.storage.record_list import shelf
from client.storage.results_index import read_index
from client.text.catalogue import say, say_many


def looked_back(menu: menus.Menu, wanted: menus.LookBack) -> menus.Menu:
    """Open the page asked for; only the index and the names of files are read."""
    if not wanted.results:
        rows = tuple((shelf_row(one), one.path) for one in shelf())
        return menus.with_records(menu, rows)
    lines = history_lines(tuple(read_index().values()))
    if missing := len(unread()):
        told = say_many(
            "{count} record is not in this list; `bloodrage history` reads it.",
            "{count} records are not in this list; `bloodrage history` reads them.",
            missing,
        )
        lines = (*lines, "", told)
    return menus.with_text(menu, say("Your results"), lines)
