from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import actions as act
from protocol.errors import Reason
from protocol.game.step_table import StepKind
from protocol.record.evidence import FaultReport
from tests.adversary.scenes import action, kind, scene
from tests.adversary.second_ends import ended_without
from tests.adversary.test_contradictions import LIES, reports, waiting_for_somebody
from tests.adversary.test_reports import report_of
from tests.client.cli.calling import call, is_one_sentence
from tests.client.replay.watching import cut, record, retold
from tests.protocol.record.test_comparison import record_of, split


def test_an_honest_record_verifies(tmp_path: Path) -> None:
    file = tmp_path / "game.bloodrage"
    file.write_bytes(record())
    answer = call("verify", str(file), "--json")
    assert answer.code == 0
    told = json.loads(answer.out)
    assert told["ok"]
    assert told["closed"]
    assert len(told["glory"]) == 2
    assert "Signed by everyone." in call("verify", str(file)).out


def test_a_game_ended_without_somebody_is_not_signed_by_all(tmp_path: Path) -> None:
    file = tmp_path / "game.bloodrage"
    file.write_bytes(ended_without(2))
    told = json.loads(call("verify", str(file), "--json").out)
    assert (told["closed"], told["signed_by_all"]) == (True, False)
    (missing,) = told["unsigned"]
    assert missing["name"] == "Seat 2"
    sentence = (
        "Signed by all players present (2 of 3). "
        f"Away: Seat 2 (away since step {missing['since']})."
    )
    assert sentence in call("verify", str(file)).out


def test_a_record_that_lost_its_tail_is_right_up_to_there(tmp_path: Path) -> None:
    file = tmp_path / "game.bloodrage"
    file.write_bytes(cut(10)[:-7])
    told = json.loads(call("verify", str(file), "--json").out)
    assert (told["ok"], told["cut_off"], told["closed"]) == (True, True, False)
    answer = call("verify", str(file))
    assert answer.code == 0
    steps = told["steps"]
    assert f"Verified. Steps: {steps}" in answer.out
    assert f"The file is cut off after step {steps - 1}; the rest is lost." in answer.out


def test_a_changed_byte_is_exit_code_5_with_step_and_seat(tmp_path: Path) -> None:
    changed = bytearray(cut(100))
    changed[-1] ^= 1
    file = tmp_path / "game.bloodrage"
    file.write_bytes(changed)
    answer = call("verify", str(file), "--json")
    assert answer.code == 5
    assert is_one_sentence(answer.err)
    told = json.loads(answer.out)
    assert not told["ok"]
    assert told["seat"] in retold().names
    assert told["reason"] == "bad-signature"


def test_a_file_that_is_not_a_record_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "no.bloodrage"
    file.write_bytes(b"hello")
    answer = call("verify", str(file))
    assert answer.code == 5
    assert is_one_sentence(answer.err)
    missing = call("verify", str(tmp_path / "nothing"))
    assert missing.code == 2
    assert is_one_sentence(missing.err)


def write(path: Path, raw: bytes) -> str:
    path.write_bytes(raw)
    return str(path)


def test_a_proven_fault_names_clan_and_player_and_is_exit_code_5(tmp_path: Path) -> None:
    table = scene(action(act.Invade))
    pair = table.true, table.forged(b"\xc1")
    file = write(tmp_path / "a.report", report_of(table, Reason.TWO_MESSAGES, *pair).to_bytes())
    answer = call("verify", file)
    assert answer.code == 5
    assert answer.out.endswith(f" (Seat 1) signed two messages for step {table.true.step}.\n")
    assert not answer.out.startswith("Seat")
    told = json.loads(call("verify", file, "--json").out)
    assert (told["seat"], told["reason"], told["proven"]) == ("Seat 1", "two-messages", True)


SENTENCES = {
    "two freezes": "voted twice about step",
    "forgotten acceptance": "concealed an earlier vote, at step",
    "forgotten message": "signed a message against their own vote, at step",
    "wrong proposal": "signed a false count of the votes, at step",
}


@pytest.mark.parametrize("name", SENTENCES)
def test_each_kind_of_contradiction_is_named_in_one_sentence(tmp_path: Path, name: str) -> None:
    table = waiting_for_somebody()
    lie, reason = LIES[name]
    table.spread(*lie(table))
    report = reports(table, reason)[0]
    file = write(tmp_path / "a.report", report.to_bytes())
    answer = call("verify", file)
    assert answer.code == 5
    assert answer.out.endswith(f" (Seat 1) {SENTENCES[name]} {report.step}.\n")
    told = json.loads(call("verify", file, "--json").out)
    assert (told["reason"], told["step"], told["proven"]) == (str(reason), report.step, True)


def test_a_report_that_proves_nothing_is_refused_with_the_doubt(tmp_path: Path) -> None:
    table = scene(kind(StepKind.PICK))
    file = write(tmp_path / "a.report", report_of(table, Reason.WRONG_FACE, table.true).to_bytes())
    answer = call("verify", file)
    assert answer.code == 2
    assert is_one_sentence(answer.err)
    assert "against Seat 1: the message is valid" in answer.err


def test_a_report_with_a_broken_record_is_refused(tmp_path: Path) -> None:
    report = FaultReport(0, 3, Reason.WRONG_FACE, (b"x",), b"no record")
    answer = call("verify", write(tmp_path / "a.report", report.to_bytes()))
    assert answer.code == 2
    assert is_one_sentence(answer.err)


def test_two_diverging_records_report_the_step_and_the_signer_of_both_sides(tmp_path: Path) -> None:
    table = split()
    files = [
        write(tmp_path / f"{session.signer}.bloodrage", record_of(session))
        for session in table.honest
    ]
    answer = call("verify", *files)
    assert answer.code == 5
    assert f"The records differ from step {table.true.step} on." in answer.out
    assert f"Seat 1 signed two messages for step {table.true.step}: " in answer.out
    told = json.loads(call("verify", *files, "--json").out)
    assert (told["step"], told["both"]) == (table.true.step, ["Seat 1"])
    (proven,) = told["contradictions"]
    assert (proven["seat"], proven["reason"]) == ("Seat 1", "two-messages")
    assert table.true.to_bytes().hex() in proven["messages"]


def test_two_records_that_agree_are_exit_code_0(tmp_path: Path) -> None:
    table = scene(kind(StepKind.PICK))
    one = write(tmp_path / "1.bloodrage", record_of(table.honest[0]))
    two = write(tmp_path / "2.bloodrage", record_of(table.honest[1], 2))
    answer = call("verify", one, two)
    assert answer.code == 0
    assert answer.out == "The records agree up to the end of the shorter one: 2 steps.\n"
