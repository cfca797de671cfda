"""Lines of a language read from the right, for a terminal that shows letters as they come."""

from __future__ import annotations

from client.style.right_to_left import arranged
from client.style.writing import is_right_to_left, without_joiners


def ordered_lines(text: str, width: int, marks: str) -> str:
    """Return a text with each line in the order of its cells, at the right of `width` columns.

    `marks` are the comma and the semicolon of the language. The rest after the last line break,
    such as a prompt, begins at the left.
    """
    *lines, rest = text.split("\n")
    shown = (
        _ordered(line, marks).rjust(width) if is_right_to_left(line) else line for line in lines
    )
    return "\n".join((*shown, _ordered(rest, marks)))


def _ordered(line: str, marks: str) -> str:
    if not is_right_to_left(line):
        return line
    cells = tuple(without_joiners(line.rstrip()))
    return "".join(sign for sign, _ in arranged(cells, marks))
