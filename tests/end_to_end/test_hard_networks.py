"""Whole games of several processes through a web server with TLS, and through a SOCKS proxy."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
import trustme

from tests.client.cli.calling import call, is_one_sentence
from tests.client.servers import LOOPBACK, TestProxy, serving
from tests.end_to_end.test_online import start

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
NAME = "relay.example"
SITE = """\
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/errors;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/server.pem;
    ssl_certificate_key {folder}/server.key;
    location = / {{ return 200 "A page\\n"; }}
    location = /moved {{ return 302 https://elsewhere.example/; }}
    location /game {{
      proxy_pass http://127.0.0.1:{relay};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection "upgrade";
    }}
  }}
}}
"""


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALL_PROXY", "HTTPS_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@contextmanager
def relay_process() -> Iterator[int]:
    """Run a relay; yield its port."""
    command = (sys.executable, "-m", "relay", "--listen", f"{LOOPBACK}:0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.kill()


def free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def web_server(folder: Path, relay: int) -> Iterator[int]:
    """Run nginx with TLS in front of a relay; it listens when its first process has ended."""
    assert NGINX is not None
    port = free_port()
    config = folder / "nginx.conf"
    config.write_text(SITE.format(folder=folder, port=port, relay=relay), encoding="utf-8")
    command = (NGINX, "-e", str(folder / "errors"), "-c", str(config))
    subprocess.run(command, check=True)  # noqa: S603
    try:
        yield port
    finally:
        subprocess.run((*command, "-s", "stop"), check=True)  # noqa: S603


@pytest.fixture
def behind_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Return the port of a web server that passes /game on to a relay; it is trusted."""
    if NGINX is None:
        pytest.skip("nginx is not installed")
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    certificate = authority.issue_cert("localhost", NAME)
    certificate.private_key_pem.write_to_path(str(tmp_path / "server.key"))
    for pem in certificate.cert_chain_pems:
        pem.write_to_path(str(tmp_path / "server.pem"), append=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    with relay_process() as relay, web_server(tmp_path, relay) as port:
        yield port


async def whole_game(folder: Path, relay: str) -> None:
    """Play a game of two bots at a relay; both end with the same record."""
    options = ("--auto", "--json", "--level", "thrall")
    host = start(folder / "host", "host", "--seats", "2", "--relay", relay, *options)
    assert host.stdout is not None
    line = (await trio.to_thread.run_sync(host.stdout.readline)).strip()
    assert line.startswith(f"{relay}/")
    guest = start(folder / "guest", "join", line, *options, "--name", "Bo")
    results = []
    for process in (host, guest):
        out, err = await trio.to_thread.run_sync(partial(process.communicate, timeout=120))
        assert process.returncode == 0, err
        results.append(json.loads(out.splitlines()[-1]))
    assert is_one_record([result["transcript"] for result in results])


def is_one_record(paths: list[str]) -> bool:
    """Whether all players have the same record."""
    return len({Path(path).read_bytes() for path in paths}) == 1


def all_logs(folder: Path) -> str:
    """Return the logs of all players."""
    return "".join(log.read_text(encoding="utf-8") for log in folder.rglob("*.log"))


@pytest.mark.slow
async def test_a_whole_game_is_played_behind_a_web_server_with_tls(
    tmp_path: Path, behind_tls: int
) -> None:
    await whole_game(tmp_path, f"wss://localhost:{behind_tls}/game/of/ours")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["socks5h", "http"])
async def test_a_whole_game_is_played_through_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    proxy = TestProxy(NAME, login=("ann", "hunter2"))
    serve = proxy.serve_socks if kind == "socks5h" else proxy.serve_http
    with relay_process() as relay:
        async with serving(serve) as port:
            monkeypatch.setenv("ALL_PROXY", f"{kind}://ann:hunter2@{LOOPBACK}:{port}")
            await whole_game(tmp_path, f"{NAME}:{relay}")
    assert set(proxy.asked) == {(NAME, relay)}
    assert "link to the relay" in all_logs(tmp_path)
    assert "hunter2" not in all_logs(tmp_path)


@pytest.mark.slow
async def test_a_whole_game_is_played_through_a_proxy_and_a_web_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behind_tls: int
) -> None:
    proxy = TestProxy(NAME)
    async with serving(proxy.serve_socks) as port:
        monkeypatch.setenv("ALL_PROXY", f"socks5h://{LOOPBACK}:{port}")
        await whole_game(tmp_path, f"wss://{NAME}:{behind_tls}/game")
    assert set(proxy.asked) == {(NAME, behind_tls)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scheme", "path", "told"),
    [
        ("wss", "", "A web page answers"),
        ("wss", "/moved", "redirects to another address"),
        ("wss", "/nothing", "has no relay there"),
        ("ws", "/game", "A web page answers"),
        ("", "", "answers"),
    ],
)
def test_a_web_server_without_a_relay_is_told_with_exit_code_3(
    behind_tls: int, scheme: str, path: str, told: str
) -> None:
    address = f"localhost:{behind_tls}{path}"
    address = f"{scheme}://{address}" if scheme else address
    answer = call("join", f"{address}/0000-0000-0000-0000-0", "--auto")
    assert answer.code == 3
    assert told in answer.err
    assert is_one_sentence(answer.err)


@pytest.mark.slow
def test_a_web_server_whose_relay_does_not_run_is_told(
    tmp_path: Path, behind_tls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    shutil.copytree(tmp_path, other, ignore=shutil.ignore_patterns("*.pid"))
    with web_server(other, free_port()) as port:
        answer = call("join", f"wss://localhost:{port}/game/0000-0000-0000-0000-0", "--auto")
    assert answer.code == 3
    assert "not the relay behind it" in answer.err
    monkeypatch.delenv("SSL_CERT_FILE")
    answer = call("join", f"wss://localhost:{behind_tls}/game/0000-0000-0000-0000-0", "--auto")
    assert answer.code == 3
    assert "No authority this machine trusts" in answer.err


def test_a_wrong_proxy_is_told_with_exit_code_3(monkeypatch: pytest.MonkeyPatch) -> None:
    line = f"{NAME}:7744/0000-0000-0000-0000-0"
    for value, told in (
        (f"socks5h://ann:hunter2@{LOOPBACK}:1", "No proxy answers"),
        ("gopher://ann:hunter2@a:1", "is not the address of a proxy"),
    ):
        monkeypatch.setenv("ALL_PROXY", value)
        answer = call("join", line, "--auto")
        assert answer.code == 3
        assert told in answer.err
        assert "hunter2" not in answer.err
        assert is_one_sentence(answer.err)
