"""Decks of an Age, read from the printed list and not from the engine."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.terms import Age, Box, CardId, Face

PRINTED = Path(__file__).parent / "data" / "cards.toml"


@dataclass(frozen=True, slots=True)
class PrintedCopy:
    """One physical card, as in the printed list."""

    face: Face
    least: int
    box: Box
    glory: int


@lru_cache
def copies() -> tuple[PrintedCopy, ...]:
    """List every physical card of the printed list, in its order."""
    listed = tomllib.loads(PRINTED.read_text(encoding="utf-8"))["card"]
    return tuple(
        PrintedCopy(
            Face(CardId(card["id"]), Age(copy["age"])),
            copy["min"],
            Box(copy["source"]),
            copy.get("glory", 0),
        )
        for card in listed
        for copy in card["copies"]
    )


def deck(
    age: Age, players: int, *, kickstarter: bool = False, mystics: bool = False
) -> tuple[Face, ...]:
    """Return the Age deck of a table (B2, B7, M32), sorted."""
    boxes = {Box.BASE, Box.FIFTH_PLAYER}
    if kickstarter:
        boxes |= {Box.KICKSTARTER, Box.KICKSTARTER_FIFTH}
    if mystics:
        boxes.add(Box.MYSTICS)
    return tuple(
        sorted(
            copy.face
            for copy in copies()
            if copy.face.age is age and copy.least <= players and copy.box in boxes
        )
    )


def words(faces: tuple[Face, ...]) -> str:
    """Write faces as the builders read them."""
    return " ".join(f"{face.card}@{face.age.value}" for face in faces)
