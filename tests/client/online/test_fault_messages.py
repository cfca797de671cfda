"""Protocol violations are named on the screen, with the file that proves them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from client.online.table_messages import (
    GameEnd,
    end_sentence,
    halt_sentence,
    trouble_sentence,
)
from client.tables.incidents import Trouble
from engine.values import replace
from protocol.agreement.slips import VoteSigner
from protocol.errors import Reason
from protocol.record.evidence import judge_report
from protocol.wire.bodies import CommitSeed, pack_body
from protocol.wire.envelope import Envelope
from protocol.wire.packets import Chat, GameMessage, Here, Signed, pack_plain
from protocol.wire.venues import Venue
from tests.client.online.test_company import Member, table
from tests.client.relays import until


@pytest.fixture(autouse=True)
def _own_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))


def cheat(bo: Member) -> int:
    """Let Bo sign a second content for a closed step; return the step."""
    session = bo.room.table.sessions[1]
    point = session.transcript.points[1]
    assert session.history[1][1].body != pack_body(CommitSeed(bytes(32)))
    envelope = Envelope.seal(bo.seat.identity, point, 1, pack_body(CommitSeed(bytes(32))))
    bo.room.link.send(pack_plain(GameMessage(envelope.to_bytes())))
    return point.step


async def test_a_cheat_is_named_with_step_and_report_and_the_report_proves_it() -> None:
    async with table(2) as ((astrid, bo), _):
        step = cheat(bo)
        await until(lambda: bool(astrid.game.records.reports))
        (path,) = astrid.game.records.reports
        told = f"Bo signed two messages for step {step}. Report: {path.name}"
        assert trouble_sentence(astrid.room.table.troubles[0], path.name) == told
        await until(lambda: told in astrid.screen())
        verdict = judge_report(path.read_bytes())
        assert (verdict.signer, verdict.step, verdict.reason) == (1, step, Reason.TWO_MESSAGES)
        out = io.StringIO()
        astrid.game.say_farewell(out, out)
        assert f"Report of the refused message: {path}\n" in out.getvalue()


async def test_a_double_vote_is_named_with_a_report_and_the_game_continues() -> None:
    async with table(2) as ((astrid, bo), _):
        voter = astrid.room.table.sessions[0].voter

        def is_asked() -> bool:
            if bo.room.table.owed is not None:
                bo.room.table.submit(bo.room.table.answers[0])
            return 0 in voter.court.steps.owers(voter.head) and not bo.room.table.advance()

        await until(is_asked)
        head = voter.head
        scribe = VoteSigner(bo.seat.identity, astrid.charter.table_id, 1)
        for late in ((), (0,)):
            vote = scribe.freeze(1, None, None, head, (), late, ())
            bo.room.link.send(pack_plain(GameMessage(vote.raw)))
        await until(lambda: bool(astrid.game.records.reports))
        path = astrid.game.records.reports[0]
        told = f"Bo voted twice about step {head.step}. Report: {path.name}"
        assert trouble_sentence(astrid.room.table.troubles[0], path.name) == told
        await until(lambda: told in astrid.screen())
        verdict = judge_report(path.read_bytes())
        assert (verdict.signer, verdict.step, verdict.reason) == (1, head.step, Reason.TWO_VOTES)
        assert not astrid.room.table.sessions[0].halted


async def test_a_fault_covered_by_news_is_shown_after_them() -> None:
    async with table(2) as ((astrid, bo), _):
        astrid.game.is_leaving = astrid.game._keeps_relay = True
        bo.says(10**13, Chat("wake up"))
        await until(lambda: "Others still need your relay" in astrid.screen())
        cheat(bo)
        await until(lambda: bool(astrid.game.records.reports))
        assert "two messages" not in astrid.screen()
        astrid.game.is_leaving = False
        bo.says(10**13 + 1, Chat("wake up"))
        await until(lambda: "Bo signed two messages for step 1." in astrid.screen())


async def test_an_earlier_start_says_that_the_game_continues_elsewhere() -> None:
    async with table(2) as ((astrid, _), _):
        told = "This game continues where you opened it last"
        assert told not in astrid.screen()
        later = Here(10**14, 4, b"", ())
        public = astrid.seat.identity.public
        packet = Signed(public, Venue.table(astrid.charter.table_id), 10**14, later)
        astrid.room.table.receive(packet.pack(astrid.seat.identity))
        await until(lambda: told in astrid.screen())


def test_a_halted_game_names_the_player_the_record_and_the_report() -> None:
    trouble = Trouble(1, "Bo", 41, Reason.OTHER_STATE, "", (b"\x01",), halts=True)
    assert trouble_sentence(trouble, "a-1.report") == (
        "Bo has a different history of this game (step 41). The game stops. Report: a-1.report"
    )
    told = halt_sentence([trouble], Path("a.bloodrage"), [Path("a-1.report")])
    assert told == (
        "Bo has a different history of the game (step 41). Record: a.bloodrage, report: a-1.report."
    )


def test_the_end_of_a_game_counts_the_reports() -> None:
    by_all = GameEnd(Path("a"), 0, 3, ())
    assert end_sentence(by_all) == "Everyone signed the result. Record: a"
    one, two = (end_sentence(replace(by_all, reports=count)) for count in (1, 2))
    assert one.startswith("Everyone signed the result; 1 report of a fault.")
    assert two.startswith("Everyone signed the result; 2 reports of faults.")


def test_the_end_of_a_game_names_persons_who_did_not_sign_it() -> None:
    end = GameEnd(Path("a"), 0, 3, ("Bo",))
    told = "All players present signed the result (2 of 3). Away: Bo. The record is a"
    assert end_sentence(end) == told


def test_another_end_of_a_table_is_told_with_both_records() -> None:
    told = end_sentence(GameEnd(Path("a-2"), 0, 3, (), Path("a")))
    assert told.startswith("This table has two ends. The record of the first is unchanged: a.")
    assert told.endswith(" a-2")
