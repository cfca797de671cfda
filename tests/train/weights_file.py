"""The file of learned numbers, written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import client.bots
from client.bots.learned import FILE_NAME

WEIGHTS: Final = Path(client.bots.__file__).parent / FILE_NAME
_DIGITS: Final = 3

Value = float | str | Sequence[float] | Sequence[Sequence[float]]
Table = Mapping[str, "Value | Table"]


def text_of(table: Table) -> str:
    """Return a table as TOML: numbers of three decimals, tables after everything else."""
    return "\n".join(_lines(table, "")).lstrip("\n") + "\n"


def _lines(table: Table, path: str) -> Iterator[str]:
    if path and any(not isinstance(value, Mapping) for value in table.values()):
        yield ""
        yield f"[{path}]"
    for key, value in table.items():
        if not isinstance(value, Mapping):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _lines(value, f"{path}.{_key(key)}" if path else _key(key))


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() else f'"{key}"'


def _value(value: Value) -> str:
    match value:
        case str():
            return f'"{value}"'
        case int():
            return str(value)
        case float():
            return repr(round(value, _DIGITS) + 0.0)  # never -0.0
        case _:
            return "[" + ", ".join(map(_value, value)) + "]"
