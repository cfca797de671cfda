"""The learned numbers: ``weights.toml``, read once.

``make train`` makes the file; its head says by what command, from what games and for what rules.
The numbers depend on the number of seats, the weights of the greedy player do not.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeVar

from client.bots.addition import added
from client.bots.leaf import HEADS, ROSTER, StartValues, TurnValues
from client.bots.learned_picks import SHAPES, HandValues
from client.bots.weights import Row, Weights, by_card
from engine.cards.model import Rank
from engine.stats import TOP_LEVEL
from engine.terms import MAX_PLAYERS, MIN_PLAYERS, Age, Stat
from engine.values import Value

FILE_NAME: Final = "weights.toml"
_STEPS: Final = TOP_LEVEL - 1
_Part = TypeVar("_Part")


class Learned(Value):
    """Everything learned for a number of seats.

    `hands` are values of hands in the draft of an Age, `turns` of positions at a turn in it,
    `starts` of positions at its start.
    """

    weights: Weights
    hands: Mapping[Age, HandValues]
    turns: Mapping[Age, TurnValues]
    starts: Mapping[Age, StartValues]


def learned(players: int) -> Learned:
    """Return the numbers for a number of seats."""
    return _whole()[players]


@lru_cache
def _whole() -> Mapping[int, Learned]:
    text = files("client.bots").joinpath(FILE_NAME).read_text(encoding="utf-8")
    return understood(text)


def understood(text: str) -> Mapping[int, Learned]:
    """Read the text of a file of learned numbers; `KeyError` names what it lacks."""
    whole = tomllib.loads(text)
    weights = read_weights(text)
    found = {}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        ages = whole["seats"][str(players)]
        found[players] = Learned(
            weights,
            {
                age: HandValues(by_card(part["cards"]), _row(part["shapes"], SHAPES))
                for age, part in _by_age(ages["hand"], Age)
            },
            {
                age: TurnValues(
                    _row(part["numbers"], HEADS), _steps(part["steps"]), by_card(part["upgrades"])
                )
                for age, part in _by_age(ages["turn"], Age)
            },
            {
                age: StartValues(
                    _row(part["numbers"], ROSTER),
                    _steps(part["steps"]),
                    by_card(part["upgrades"]),
                    part["offset"],
                    part["spread"],
                )
                for age, part in _by_age(ages["start"], (Age.TWO, Age.THREE))
            },
        )
    return found


def read_weights(text: str) -> Weights:
    """Read the weights of the greedy player from the text of a file."""
    table = tomllib.loads(text)["weights"]
    plain = {name: number for name, number in table.items() if isinstance(number, float)}
    return Weights(
        **plain,
        quest_chances={rank: table["quest_chances"][rank] for rank in Rank},
        enough=tuple(table["enough"]),
        deaths=tuple(table["deaths"]),
        bonuses=((), *map(tuple, table["bonuses"])),
        uses=((), *map(tuple, table["uses"])),
        upgrades=by_card(table["upgrades"]),
        texts=by_card(table["texts"]),
    )


def _by_age(parts: Mapping[str, _Part], ages: Iterable[Age]) -> Iterator[tuple[Age, _Part]]:
    return ((age, parts[str(int(age))]) for age in ages)


def _row(numbers: Mapping[str, float], names: tuple[str, ...]) -> Row:
    return tuple(numbers[name] for name in names)


def _steps(numbers: Mapping[str, list[float]]) -> tuple[Row, Row, Row]:
    """Return the value of each level from the values of its steps."""
    rage, axes, horns = (_sums(numbers[stat.name.lower()]) for stat in Stat)
    return rage, axes, horns


def _sums(steps: list[float]) -> Row:
    return tuple(added(steps[:level]) for level in range(_STEPS + 1))
