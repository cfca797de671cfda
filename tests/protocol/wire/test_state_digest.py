import os
import subprocess
import sys
from pathlib import Path

import msgpack

from engine.canonical import canonical
from protocol.wire.codec import encode_state, state_digest
from tests.builders import random_play, seat, table

PROGRAM = """
from protocol.wire.codec import state_digest
from tests.builders import random_play
print(*(state_digest(game.state) for game in random_play(4, 11)))
"""


def lists(form: object) -> object:
    return [lists(part) for part in form] if isinstance(form, tuple) else form


def digests_under(hash_seed: str) -> list[str]:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", PROGRAM],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return done.stdout.split()


def test_a_game_has_the_same_digests_whatever_the_hash_seed() -> None:
    one, two, three = (digests_under(seed) for seed in ("0", "1", "4711"))
    assert len(one) > 100
    assert one == two == three


def test_a_digest_is_64_hexadecimal_digits() -> None:
    digest = state_digest(table().state)
    assert len(bytes.fromhex(digest)) == 32
    assert digest == digest.lower()


def test_the_bytes_of_a_state_contain_its_whole_canonical_form() -> None:
    for game in random_play(2, 3):
        assert msgpack.unpackb(encode_state(game.state)) == lists(canonical(game.state))


def test_one_point_of_glory_changes_the_digest() -> None:
    assert state_digest(table(A=seat(glory=1)).state) != state_digest(table().state)
