"""A story as the lines of a log: one a deed, one for each thing that followed from it.

What belongs together is told together: a price with what was bought, a theft with both its
ends, figures that die as one set, the same thing done by everybody.
"""

from __future__ import annotations

from client.text.grouped_lines import RULES, item_line
from client.text.log_line import LogLine
from client.text.names import Names
from engine.story import Story


def lines(story: Story, names: Names) -> tuple[LogLine, ...]:
    """The story of one action as log lines, in order."""
    found = []
    index = 0
    while index < len(story):
        used, line = _told(story, index, names)
        if line is not None:
            found.append(line)
        index += used
    return tuple(found)


def _told(story: Story, index: int, names: Names) -> tuple[int, LogLine | None]:
    for rule in RULES:
        told = rule(story, index, names)
        if told is not None:
            return told
    return 1, item_line(story[index], names)
