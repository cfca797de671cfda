"""The seats of one process share what they have checked: the product's own sharing of results.

Other tests run with the proofs of `tests.proofs`, which would hide that it is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from client.games.bot_game import NewGame
from client.tables.own_table import OwnTable
from protocol.cards.dealing import BatchStatement, RemaskStatement, ShareStatement
from protocol.game.deal_attempt import Statement
from protocol.record.retelling import retell
from tests.client.tables.machines import WITHOUT_DRAFT, Machines

S = TypeVar("S", bound=Statement)
P = TypeVar("P")
Checks = Counter[tuple[Statement, bytes]]


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Checks:
    """Count how often each proof is really checked."""
    counted: Checks = Counter()

    def counting(check: Callable[[S, bytes], P]) -> Callable[[S, bytes], P]:
        def counted_check(statement: S, raw: bytes) -> P:
            counted[statement, raw] += 1
            return check(statement, raw)

        return counted_check

    monkeypatch.setattr(BatchStatement, "check", counting(BatchStatement.check))
    monkeypatch.setattr(RemaskStatement, "check", counting(RemaskStatement.check))
    monkeypatch.setattr(ShareStatement, "check", counting(ShareStatement.check))
    return counted


@pytest.mark.usefixtures("fresh_proofs")
def test_nothing_made_in_this_process_is_checked_in_it(checks: Checks) -> None:
    table = OwnTable(NewGame(("thrall", "thrall"), 7, WITHOUT_DRAFT).game())
    chance = Random(7)
    table.settle()
    for _ in range(3):
        while table.owed is None:
            assert table.advance()
        table.submit(chance.choice(table.answers))
    assert table.checked
    assert not checks
    told = retell(table.record(), dict(table.checked))
    assert told.moments
    assert not checks
    retell(table.record())
    assert checks


@pytest.mark.usefixtures("fresh_proofs")
def test_two_seats_of_a_machine_check_a_proof_of_another_machine_once(
    checks: Checks, tmp_path: Path
) -> None:
    machines = Machines(2, tmp_path, bots=1)
    machines.play(4)
    machines.close()
    own, other = (set(one.table.checked) for one in machines.machines)
    assert set(checks) <= own & other
    assert set(checks.values()) == {1}


def test_remembered_proofs_reach_the_cache_of_each_table_too(tmp_path: Path) -> None:
    for game in ("first", "again"):
        machines = Machines(2, tmp_path / game)
        machines.play(4)
        machines.close()
        one, other = (set(machine.table.checked) for machine in machines.machines)
        assert one
        assert one == other
