"""Random play of python-chess: the anchor that decisions of the engine are compared with."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Final

HAS_CHESS: Final = find_spec("chess") is not None
"""Whether python-chess is installed; it is an extra, ``pip install .[bench]``."""


def plies_per_second(games: int, seed: int) -> float:
    """Play random games of chess to their ends, and return plies per second of processor time."""
    chess = import_module("chess")
    chance = Random(seed)
    plies = 0
    began = process_time()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            plies += 1
    return plies / (process_time() - began)
