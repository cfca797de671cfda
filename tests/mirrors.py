"""Writes ``client/style/mirrors.py`` from the files of Unicode in ``tests/data/unicode``."""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

UNICODE: Final = Path(__file__).parent / "data" / "unicode"
MODULE: Final = Path(__file__).parents[1] / "client" / "style" / "mirrors.py"
_HEAD: Final = '''\
"""Mirror partners of characters, and brackets that come in pairs; written by `tests.mirrors`.

From BidiMirroring.txt and BidiBrackets.txt of the Unicode Character Database {version}, copyright
1991-2022 Unicode, Inc., under the terms in NOTICE.
"""

from __future__ import annotations

from typing import Final

_PAIRS: Final = (
{pairs})
"""Each pair once, the partners beside each other."""
MIRRORS: Final = {{sign: _PAIRS[at ^ 1] for at, sign in enumerate(_PAIRS)}}
OPENING: Final = frozenset(
{opening})
"""Brackets that begin a pair; the partner ends it."""
'''
_PER_ROW: Final = 14


def lines_of(name: str) -> Iterator[str]:
    """Yield the lines of a file of Unicode that are no comments."""
    with lzma.open(UNICODE / f"{name}.txt.xz", "rt", encoding="utf-8") as file:
        for line in file:
            plain = line.partition("#")[0].strip()
            if plain:
                yield plain


def _rows(name: str) -> Iterator[list[str]]:
    return ([part.strip() for part in line.split(";")] for line in lines_of(name))


def _literal(codes: list[int]) -> str:
    rows = (codes[at : at + _PER_ROW] for at in range(0, len(codes), _PER_ROW))
    return "".join(f'    "{_escaped(row)}"\n' for row in rows)


def _escaped(row: list[int]) -> str:
    return "".join(f"\\u{code:04x}" for code in row)


def module() -> str:
    """Return the module."""
    with lzma.open(UNICODE / "BidiMirroring.txt.xz", "rt", encoding="utf-8") as file:
        version = file.readline().removeprefix("# BidiMirroring-").removesuffix(".txt\n")
    mirrors = {int(one, 16): int(other, 16) for one, other in _rows("BidiMirroring")}
    pairs = [code for one, other in mirrors.items() if one < other for code in (one, other)]
    opening = [int(code, 16) for code, _, kind in _rows("BidiBrackets") if kind == "o"]
    return _HEAD.format(version=version, pairs=_literal(pairs), opening=_literal(opening))


if __name__ == "__main__":
    MODULE.write_text(module(), encoding="utf-8")
    sys.stdout.write(f"{MODULE.name}: written\n")
