"""The relay on a machine that has trio and no other library."""

import os
import signal
import socket
import subprocess
import sys

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


def test_the_relay_starts_with_trio_alone() -> None:
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", PROGRAM, "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        host, _, port = process.stdout.readline().strip().rpartition(":")
        with socket.create_connection((host, int(port)), timeout=10) as sock:
            assert sock.recv(1_024)
        os.kill(process.pid, signal.SIGTERM)
        _, err = process.communicate(timeout=10)
        assert (process.returncode, err) == (0, "")
    finally:
        process.kill()
        process.communicate()
