"""Whole games of several processes over a real relay on loopback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from engine.cards import CARDS
from engine.terms import OdinsChosen, ThorsChosen
from protocol.record.record import verify_record
from tests.client.cli.calling import call, is_one_sentence
from tests.end_to_end.test_terminal import LEFT_SCREEN, Open, opened
from tests.old import FOLDER

__all__ = ["opened"]

COMMAND = (sys.executable, "-m", "client")


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = dict(os.environ)
    environment["BLOODRAGE_DATA_DIR"] = str(home / "data")
    environment["BLOODRAGE_STATE_DIR"] = str(home / "state")
    return subprocess.Popen(  # noqa: S603 - our own program
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def local(invitation: str) -> str:
    """Replace the address of an invitation by loopback: tests stay on this machine."""
    return re.sub(r"^.*(?=:\d+/)", "127.0.0.1", invitation)


@pytest.mark.parametrize(
    ("seats", "bots"),
    [
        (2, 0),
        pytest.param(3, 1, marks=pytest.mark.soak),
        pytest.param(5, 0, marks=pytest.mark.soak),
        pytest.param(4, 0, marks=pytest.mark.soak),
    ],
)
@pytest.mark.slow
def test_processes_agree_and_every_record_verifies(tmp_path: Path, seats: int, bots: int) -> None:
    table = f"--seats {seats} --bots {bots} --name Astrid --auto --json --level thrall -v".split()
    host = start(tmp_path / "host", "host", *table)
    assert host.stdout is not None
    invitation = local(host.stdout.readline().strip())
    joiners = [
        start(
            tmp_path / f"joiner-{number}",
            *("join", invitation, "--auto", "--json", "--level", "thrall", "-v"),
            *("--name", f"Guest {number}"),
        )
        for number in range(seats - bots - 1)
    ]
    results = []
    for process in (host, *joiners):
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        results.append(json.loads(out.splitlines()[-1]))
    for part in ("table", "digest", "glory", "winners", "players", "ages"):
        assert len({json.dumps(result[part]) for result in results}) == 1
    transcripts = [Path(result["transcript"]).read_bytes() for result in results]
    assert len(set(transcripts)) == 1
    verify = start(tmp_path / "verify", "verify", results[0]["transcript"], "--json")
    out, _ = verify.communicate(timeout=60)
    assert verify.returncode == 0
    told = json.loads(out)
    assert told["glory"] == results[0]["glory"]
    assert told["closed"]
    for home in ("host", *(f"joiner-{number}" for number in range(len(joiners)))):
        check_log(tmp_path / home, invitation)


def check_log(home: Path, invitation: str) -> None:
    """Check that the log has the events of the game and no secret, not even a redacted one."""
    text = (home / "state" / "bloodrage.log").read_text(encoding="utf-8")
    for told in ("link to the relay", ": up", "dealt in", "game over", "ends with exit code 0"):
        assert told in text
    key = (home / "data" / "identity.key").read_bytes()
    cards = [word for card in CARDS.values() for word in (str(card.id), card.name)]
    for secret in (invitation.partition("/")[2], key.hex(), repr(key), *cards):
        assert secret not in text
    for struck in ("[invitation]", "[bytes]", "[number]", "[card]"):
        assert struck not in text


def test_a_mistyped_invitation_is_reported_as_such() -> None:
    answer = call("join", "127.0.0.1:7744/0000-0000-0000-0000-1", "--auto")
    assert answer.code == 4
    assert "typing error" in answer.err
    assert is_one_sentence(answer.err)


def test_a_relay_that_does_not_answer_is_reported_as_such() -> None:
    answer = call("join", "127.0.0.1:1/0000-0000-0000-0000-0", "--auto")
    assert answer.code == 3
    assert "127.0.0.1:1" in answer.err


def test_a_bot_cannot_choose_a_table_without_an_invitation() -> None:
    answer = call("join", "--auto")
    assert answer.code == 2
    assert is_one_sentence(answer.err)


def test_an_interrupt_ends_a_headless_table_in_order(tmp_path: Path) -> None:
    process = start(tmp_path, "host", "--auto", "--seats", "2")
    assert process.stdout is not None
    assert "/" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert not re.search("^(bloodrage:|Traceback)", err, re.MULTILINE), err


def test_a_hangup_ends_the_lobby_with_the_screen_restored(opened: Open) -> None:
    terminal = opened("host", "--seats", "2", "--name", "Astrid")
    terminal.shows("LOBBY", "Astrid", "y copies it")
    terminal.child.kill(signal.SIGHUP)
    assert terminal.ends() == 129
    _, told = terminal.sent.rsplit(LEFT_SCREEN, 1)
    assert "table" in told


@pytest.mark.slow
def test_two_terminals_meet_at_one_table(opened: Open) -> None:
    host = opened("host", "--seats", "2", "--name", "Astrid")
    host.shows("y copies it")
    found = re.search(r"\S+?(:\d+/\S+)", host.text)
    assert found is not None
    other = opened("join", "127.0.0.1" + found[1], "--name", "Bo")
    other.shows("LOBBY", "Astrid", "Bo", "you")
    other.press("\r")
    host.shows("Everyone is ready: Enter starts the game.")
    host.press("\r")
    other.shows("BLOOD RAGE", "Yggdrasil")
    other.child.kill(signal.SIGTERM)
    assert other.ends() == 143
    assert "The record is" in other.sent


def relay_on(home: Path, port: int) -> tuple[subprocess.Popen[str], int]:
    """Start a relay; return the process and its port."""
    process = start(home, "relay", "--listen", f"127.0.0.1:{port}")
    assert process.stdout is not None
    return process, int(process.stdout.readline().rpartition(":")[2])


def grown(home: Path, size: int) -> bool:
    """Whether the growing record has so many bytes."""
    return any(path.stat().st_size >= size for path in home.glob("data/records/*.bloodrage"))


def verified(home: Path, record: str | Path) -> dict[str, object]:
    """Verify a record with the program; return what it tells."""
    verify = start(home, "verify", str(record), "--json")
    out, err = verify.communicate(timeout=120)
    assert verify.returncode == 0, err
    told = json.loads(out)
    assert isinstance(told, dict)
    return told


@pytest.mark.slow
def test_five_processes_agree_with_both_boxes_over_a_relay(tmp_path: Path) -> None:
    relay, port = relay_on(tmp_path / "relay", 0)
    shared = ("--auto", "--json", "--level", "thrall", "-v")
    rulings = ("--ruling", "odins_chosen=enemy", "--ruling", "thors_chosen=surviving")
    terms = ("--seats", "5", "--gods", "--mystics", *rulings, "--relay", f"127.0.0.1:{port}")
    host = start(tmp_path / "host", "host", *terms, *shared)
    assert host.stdout is not None
    line = host.stdout.readline().strip()
    names = ("Bo", "Cy", "Di", "Ed")
    others = [start(tmp_path / name, "join", line, "--name", name, *shared) for name in names]
    results = []
    for process in (host, *others):
        out, err = process.communicate(timeout=600)
        assert process.returncode == 0, err
        results.append(json.loads(out.splitlines()[-1]))
    relay.terminate()
    relay.communicate(timeout=20)
    for part in ("table", "digest", "glory", "winners", "players", "ages"):
        assert len({json.dumps(result[part]) for result in results}) == 1
    told = [verified(tmp_path, result["transcript"]) for result in results]
    assert [one["closed"] for one in told] == [True] * len(results)
    raw = Path(results[0]["transcript"]).read_bytes()
    options = verify_record(raw, {}).charter.options
    assert (options.gods, options.mystics) == (True, True)
    assert options.rulings.odins_chosen is OdinsChosen.ENEMY
    assert options.rulings.thors_chosen is ThorsChosen.SURVIVING
    check_log(tmp_path / "host", line)
    # Records of all earlier versions come to the results they always had.
    for old in sorted(FOLDER.glob("*/expected.json")):
        expected = json.loads(old.read_text(encoding="utf-8"))
        record = verified(tmp_path, old.parent / "game.bloodrage")
        assert (record["digest"], record["closed"]) == (expected["record"], True)


@pytest.mark.soak
def test_a_killed_relay_only_delays_a_game(tmp_path: Path) -> None:
    relay, port = relay_on(tmp_path / "relay", 0)
    shared = ("--auto", "--json", "--level", "thrall")
    host = start(tmp_path / "host", "host", "--seats", "3", "--relay", f"127.0.0.1:{port}", *shared)
    assert host.stdout is not None
    line = host.stdout.readline().strip()
    others = [
        start(tmp_path / name, "join", line, "--name", name, *shared) for name in ("Bo", "Cy")
    ]
    for size in (30_000, 80_000):
        while not grown(tmp_path / "host", size):
            with suppress(subprocess.TimeoutExpired):
                host.wait(0.05)
            assert host.returncode is None
        relay.kill()
        relay.communicate()
        relay, _ = relay_on(tmp_path / "relay", port)
    results = [
        json.loads(one.communicate(timeout=120)[0].splitlines()[-1]) for one in (host, *others)
    ]
    assert len({(result["table"], result["digest"]) for result in results}) == 1
    relay.terminate()
    relay.communicate(timeout=20)
