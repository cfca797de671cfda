import subprocess
import sys


def test_the_package_markers_of_relay_and_protocol_load_no_engine() -> None:
    program = "import sys, relay, protocol; sys.exit('engine' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603
