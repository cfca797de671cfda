"""The relay on a machine that has trio and no other library."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from protocol.framing import JoinFrame, encode

PROGRAM = '''
import runpy
import sys

TRIO = {"trio", "attr", "attrs", "idna", "outcome", "sniffio", "sortedcontainers"}


class Missing:
    """Refuse every module but those of Python, trio, the relay and the framing."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        top = name.partition(".")[0]
        is_ours = top == "relay" or name == "protocol" or name.startswith("protocol.framing")
        if not is_ours and top not in TRIO and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Missing)
sys.argv[0] = "relay"
runpy.run_module("relay", run_name="__main__", alter_sys=True)
'''


@contextmanager
def relay_with_trio_alone() -> Iterator[tuple[subprocess.Popen[str], tuple[str, int]]]:
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", PROGRAM, "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        host, _, port = process.stdout.readline().strip().rpartition(":")
        yield process, (host, int(port))
    finally:
        process.kill()
        process.communicate()


def test_the_relay_starts_with_trio_alone() -> None:
    with relay_with_trio_alone() as (process, address):
        with socket.create_connection(address, timeout=10) as sock:
            sock.sendall(encode(JoinFrame(bytes(32), bytes(8), 0)))
            assert sock.recv(1_024)
        os.kill(process.pid, signal.SIGTERM)
        _, err = process.communicate(timeout=10)
        assert (process.returncode, err) == (0, "")


def test_with_trio_alone_a_request_gets_one_clear_sentence() -> None:
    with relay_with_trio_alone() as (_, address):
        for _ in range(2):
            with socket.create_connection(address, timeout=10) as sock:
                sock.sendall(b"GET / HTTP/1.1\r\n")
                with sock.makefile("rb") as reader:
                    head, _, body = reader.read().partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 501 ")
            assert b"speaks no WebSocket" in body
            assert body.count(b".") == 1
