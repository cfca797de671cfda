"""The relay as a process, and its command line."""

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from protocol.framing import (
    FrameReader,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    Limit,
    PingFrame,
    PongFrame,
    RefusedFrame,
    SendFrame,
    encode,
)
from relay import __main__ as main
from relay.configuration import affordable
from relay.limits import Limits
from relay.permits import permit_of

CLUB = "a-token-of-the-club"
ROOM = b"a room with a name of 32 letters"


@contextmanager
def relay(*arguments: str, options: tuple[str, ...] = ()) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, *options, "-m", "relay", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def address_of(process: subprocess.Popen[str]) -> tuple[str, int]:
    assert process.stdout is not None
    host, _, port = process.stdout.readline().strip().rpartition(":")
    return host.strip("[]"), int(port)


def rest(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return the output of an ending process after its first line, which may have brought more
    with it."""
    process.wait(timeout=10)
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdout.read(), process.stderr.read()


def connected(address: tuple[str, int], permit: bytes = b"") -> socket.socket:
    """Return a member of the room that has read the greeting and the answer to JOIN."""
    sock = socket.create_connection(address, timeout=10)
    sock.sendall(encode(JoinFrame(ROOM, bytes(8), 0, permit)))
    frames = FrameReader(1_024)
    while not isinstance(frame := frames.next_frame(), JoinedFrame):
        data = sock.recv(1_024) if frame is None else b""
        assert data or isinstance(frame, GreetingFrame)
        frames.feed(data)
    return sock


def test_the_first_line_is_the_address_and_the_others_only_have_numbers() -> None:
    with relay("--listen", "127.0.0.1:0") as process:
        address = address_of(process)
        with connected(address) as sock:
            sock.sendall(encode(SendFrame(b"secret")) + encode(PingFrame(bytes(8))))
            frames = FrameReader(100)
            while not isinstance(frames.next_frame(), PongFrame):
                frames.feed(sock.recv(1_024))
            process.send_signal(signal.SIGTERM)
            while (frame := frames.next_frame()) is None or not isinstance(frame, RefusedFrame):
                frames.feed(sock.recv(1_024))
        out, err = rest(process)
        assert (process.returncode, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["event"] for line in lines] == ["started", "draining", "stopped"]
    assert (lines[1]["connections"], lines[1]["rooms"], lines[1]["received"]) == (1, 1, 1)
    assert lines[2]["connections"] == 0
    for secret in ("127.0.0.1", "secret", ROOM.decode(), ROOM.hex(), ROOM.hex()[:8]):
        assert secret not in out


def test_the_relay_loads_only_framing_and_trio() -> None:
    with relay("--listen", "127.0.0.1:0", options=("-X", "importtime")) as process:
        connected(address_of(process)).close()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=10)
        assert process.returncode == 0
    loaded = set(re.findall(r"\|\s+(\S+)$", err, re.MULTILINE))
    assert "relay.server" in loaded
    ours = {name for name in loaded if name.split(".")[0] == "protocol"}
    framing = {"encoding", "frame_errors", "frames", "numbers"}
    assert ours == {"protocol", "protocol.framing"} | {
        f"protocol.framing.{name}" for name in framing
    }
    strangers = "engine client tests nacl msgpack cryptography prompt_toolkit zeroconf platformdirs"
    assert not {name.split(".")[0] for name in loaded} & set(strangers.split())


def test_a_second_signal_ends_it_at_once() -> None:
    with relay("--listen", "127.0.0.1:0") as process:
        sock = connected(address_of(process))
        process.send_signal(signal.SIGTERM)
        sock.recv(1_024)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=2) == 128 + signal.SIGTERM
        sock.close()


def test_ipv6_is_written_in_brackets() -> None:
    with relay("--listen", "[::1]:0") as process:
        host, port = address_of(process)
        assert host == "::1"
        connected((host, port)).close()


def test_the_relay_runs_if_nobody_reads_its_output() -> None:
    with relay("--listen", "127.0.0.1:0") as process:
        address = address_of(process)
        assert process.stdout is not None
        process.stdout.close()
        connected(address).close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0


def test_a_limits_file_is_read_and_announced(tmp_path: Path) -> None:
    limits = tmp_path / "relay.toml"
    limits.write_text("members = 5\nconnections_per_source = 1\n", encoding="utf-8")
    with relay("--listen", "127.0.0.1:0", "--limits", str(limits)) as process:
        address = address_of(process)
        with connected(address), socket.create_connection(address, timeout=10) as second:
            frames = FrameReader(1_024)
            frames.feed(second.recv(1_024))
            refused = frames.next_frame()
            assert isinstance(refused, RefusedFrame)
            assert refused.sentence == "At most 1 connections from one address."


def next_line(process: subprocess.Popen[str]) -> dict[str, object]:
    assert process.stdout is not None
    found: dict[str, object] = json.loads(process.stdout.readline())
    return found


def greeting(address: tuple[str, int]) -> GreetingFrame:
    with socket.create_connection(address, timeout=10) as sock:
        sock.sendall(encode(JoinFrame(ROOM, bytes(8), 0, permit_of(CLUB, ROOM))))
        frames = FrameReader(1_024)
        frames.feed(sock.recv(1_024))
        frame = frames.next_frame()
        assert isinstance(frame, GreetingFrame)
        return frame


def test_a_hangup_reads_limits_and_tokens_again_and_cuts_nobody_off(tmp_path: Path) -> None:
    limits, tokens = tmp_path / "relay.toml", tmp_path / "tokens"
    limits.write_text("members = 5\n", encoding="utf-8")
    tokens.write_text(CLUB, encoding="utf-8")
    files = ("--limits", str(limits), "--token-file", str(tokens))
    with relay("--listen", "127.0.0.1:0", *files) as process:
        address = address_of(process)
        assert next_line(process)["event"] == "started"
        with connected(address, permit_of(CLUB, ROOM)) as member:
            limits.write_text("members = 7\nconnections = 9\n", encoding="utf-8")
            tokens.write_text(f"{CLUB}\n{CLUB}-2\n", encoding="utf-8")
            process.send_signal(signal.SIGHUP)
            line = next_line(process)
            assert (line["event"], line["connections"]) == ("reloaded", 9)
            assert greeting(address).limit(Limit.MEMBERS) == 7
            with connected(address) as other:
                other.sendall(encode(SendFrame(b"still here")))
                assert b"still here" in received(member, b"still here")


@pytest.mark.parametrize(
    ("wrong", "content", "why"),
    [
        ("relay.toml", "members = 0\n", "members is 0"),
        ("relay.toml", "memb", "not a TOML file"),
        ("tokens", "secret", "is no token"),
    ],
)
def test_a_hangup_with_a_wrong_file_changes_nothing_and_the_log_says_why(
    wrong: str, content: str, why: str, tmp_path: Path
) -> None:
    limits, tokens = tmp_path / "relay.toml", tmp_path / "tokens"
    limits.write_text("members = 5\n", encoding="utf-8")
    tokens.write_text(CLUB, encoding="utf-8")
    files = ("--limits", str(limits), "--token-file", str(tokens))
    with relay("--listen", "127.0.0.1:0", *files) as process:
        address = address_of(process)
        next_line(process)
        limits.write_text("members = 7\n", encoding="utf-8")
        (tmp_path / wrong).write_text(content, encoding="utf-8")
        process.send_signal(signal.SIGHUP)
        line = next_line(process)
        assert line["event"] == "not_reloaded"
        assert why in str(line["why"])
        assert str(tmp_path / wrong) in str(line["why"])
        assert "secret" not in str(line["why"])
        assert greeting(address).limit(Limit.MEMBERS) == 5
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0


def test_the_figures_are_served_beside_the_relay(tmp_path: Path) -> None:
    path = tmp_path / "metrics"
    with relay("--listen", "127.0.0.1:0", "--metrics", f"unix:{path}") as process:
        connected(address_of(process)).close()
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(str(path))
            sock.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
            page = received(sock, b"resident_memory_bytes ")
        assert b"bloodrage_relay_connects_total 1\n" in page
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
    assert not path.exists()


def received(sock: socket.socket, last: bytes) -> bytes:
    """Read up to some bytes, or up to the end."""
    found = b""
    while last not in found and (data := sock.recv(65_536)):
        found += data
    return found


# --- in this process --------------------------------------------------------------------------


def test_the_relay_runs_until_a_signal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    addresses: list[str] = []

    def announce(address: object, *, flush: bool) -> None:
        addresses.append(str(address))
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(main, "print", announce, raising=False)
    assert main.relay_main(["--listen", "127.0.0.1:0"]) == 0
    assert addresses[0].startswith("127.0.0.1:")
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line["event"] for line in lines] == ["started", "draining", "stopped"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--listen", "nowhere"], "'nowhere' is not HOST:PORT"),
        (["--listen", "::1:7744"], "written in brackets"),
        (["--limits", "no/such/file.toml"], "cannot be read"),
        (["--token-file", "no/such/file"], "cannot be read"),
        (["--metrics", "9744"], "'9744' is not HOST:PORT"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.relay_main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("content", [b"members = 0", b"\xff\xfe"])
def test_a_senseless_limits_file_is_named(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = tmp_path / "relay.toml"
    limits.write_bytes(content)
    assert main.relay_main(["--limits", str(limits)]) == 2
    assert str(limits) in capsys.readouterr().err


def test_a_taken_port_is_one_sentence_and_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main.relay_main(["--listen", f"127.0.0.1:{port}"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        f"python -m relay: cannot listen on 127.0.0.1:{port}: another program has that port; "
        "end it, or choose another port.\n"
    )


def test_a_taken_port_for_metrics_is_one_sentence_and_exit_code_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for one, other in ((0, port), (port, 0)):
            arguments = ["--listen", f"127.0.0.1:{one}", "--metrics", f"127.0.0.1:{other}"]
            assert main.relay_main(arguments) == 1
    captured = capsys.readouterr()
    sentence = (
        f"python -m relay: cannot listen on 127.0.0.1:{port}: another program has that port; "
        "end it, or choose another port.\n"
    )
    assert (captured.out, captured.err) == ("", sentence * 2)


@pytest.mark.parametrize(
    ("soft", "hard", "may_raise", "connections"),
    [
        (20_000, 20_000, True, 2_048),
        (-1, -1, True, 2_048),
        (1_024, 4_096, True, 2_048),
        (1_024, -1, True, 2_048),
        (1_024, 1_500, True, 1_436),
        (1_024, 4_096, False, 960),
        (64, 64, False, 1),
    ],
)
def test_connections_are_limited_by_open_files(
    soft: int, hard: int, *, may_raise: bool, connections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = [soft, hard]

    def setrlimit(_: int, limits: tuple[int, int]) -> None:
        if not may_raise:
            raise OSError
        limit[:] = limits

    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limit))
    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    assert affordable(Limits()).connections == connections
