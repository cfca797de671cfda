"""A document as text: short things on one line, long ones with a line for each part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from client.lab.document import Json

WIDTH: Final = 100
INDENT: Final = "  "


def laid_out(value: Json, before: str = "", taken: int = 0) -> str:
    """The text of a value behind the indent `before` and `taken` letters on its first line."""
    short = json.dumps(value, ensure_ascii=False)
    if len(before) + taken + len(short) <= WIDTH or not value or isinstance(value, str | int):
        return short
    inner = before + INDENT
    if isinstance(value, Mapping):
        keys = [(f"{json.dumps(key, ensure_ascii=False)}: ", part) for key, part in value.items()]
        lines = [f"{inner}{key}{laid_out(part, inner, len(key) + 1)}" for key, part in keys]
        return "{\n" + ",\n".join(lines) + f"\n{before}" + "}"
    lines = [f"{inner}{laid_out(part, inner, 1)}" for part in value]
    return "[\n" + ",\n".join(lines) + f"\n{before}]"
