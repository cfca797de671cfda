"""A display that nobody sees (Xvfb), and the cells of a terminal on its pictures."""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Final

_DEPTH: Final = 24
_SIZE: Final = (1280, 800)
_HEADER: Final = struct.Struct(">25I")
_COLOUR: Final = 12
"""Bytes of an entry of the colour map."""
_PIXEL: Final = 4
_POLLS: Final = 600
_SECONDS: Final = 0.05


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Look again and again whether something is so, for half a minute."""
    pause = Event()
    for _ in range(_POLLS):
        if is_so():
            return
        pause.wait(_SECONDS)
    raise TimeoutError(what)


Pixels = tuple[bytes, ...]
"""Rows of pixels of four bytes."""


class Grid:
    """The place of the cells of a terminal on a picture."""

    def __init__(self, pixels: Pixels, size: tuple[int, int]) -> None:
        """Find the cells of a terminal that shows a reversed blank in each of them."""
        ground = pixels[-1][-_PIXEL:]
        rows = [y for y, row in enumerate(pixels) if _differs(row, ground)]
        columns = [
            x
            for x in range(0, len(pixels[0]), _PIXEL)
            if pixels[rows[len(rows) // 2]][x : x + _PIXEL] != ground
        ]
        self._left, self._top = columns[0], rows[0]
        wide, high = (columns[-1] - columns[0]) // _PIXEL + 1, rows[-1] - rows[0] + 1
        self.width, self.height = wide // size[0], high // size[1]
        assert (wide, high) == (self.width * size[0], self.height * size[1])

    def cell(self, pixels: Pixels, x: int, y: int) -> Pixels:
        """Return the pixels of one cell without its sides, over which neighbours may reach."""
        left, top = self._left + x * self.width * _PIXEL, self._top + y * self.height
        left, right = left + _PIXEL, left + (self.width - 1) * _PIXEL
        return tuple(row[left:right] for row in pixels[top : top + self.height])


def _differs(row: bytes, ground: bytes) -> bool:
    return row != ground * (len(row) // _PIXEL)


def difference(one: Pixels, other: Pixels) -> float:
    """Return the share of pixels that differ between two pictures of one size."""
    pairs = [
        (first[x : x + _PIXEL], second[x : x + _PIXEL])
        for first, second in zip(one, other, strict=True)
        for x in range(0, len(first), _PIXEL)
    ]
    return sum(first != second for first, second in pairs) / len(pairs)


class Display:
    """A running display; `environ` is for programs that shall be seen on it."""

    def __init__(self, directory: Path) -> None:
        """Start it; its picture is a file in a directory."""
        program = shutil.which("Xvfb")
        assert program is not None
        read, write = os.pipe()
        screen = f"{_SIZE[0]}x{_SIZE[1]}x{_DEPTH}"
        words = [program, "-displayfd", str(write), "-screen", "0", screen, "-fbdir"]
        self._process = subprocess.Popen(  # noqa: S603 - words of this module
            [*words, str(directory), "-nolisten", "tcp"],
            pass_fds=(write,),
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read, encoding="ascii") as told:
            number = told.readline().strip()
        self.environ = {"DISPLAY": f":{number}"}
        self._file = directory / "Xvfb_screen0"

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()

    def pixels(self) -> Pixels:
        """Return what is seen now."""
        with (
            self._file.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            header = _HEADER.unpack_from(data)
            start, height, line, colours = header[0], header[5], header[12], header[19]
            start += colours * _COLOUR
            return tuple(data[start + y * line :][:line] for y in range(height))

    def settled(self, is_so: Callable[[Pixels], bool]) -> Pixels:
        """Return what is seen as soon as it is as wanted and changes no more."""
        last: list[Pixels] = []

        def rests() -> bool:
            last.append(self.pixels())
            return len(last) > 2 and last[-3] == last[-2] == last[-1] and is_so(last[-1])

        wait_until(rests, "the picture does not settle")
        return last[-1]


@contextmanager
def hidden_display(directory: Path) -> Iterator[Display]:
    """Start a display, and end it with the block."""
    display = Display(directory)
    try:
        yield display
    finally:
        display.stop()
