"""The relay on the network: moves bytes between sockets and the rooms, and decides nothing.

One trio task waits for all sockets together, with a selector of its own. A task for each connection
would be trio's usual way; but a message needs so little work here that waking a task for it would
cost more than all the rest. Sockets that are ready together are read together, and the frames that
result are sent at once as far as the kernel takes them: a few hundred bytes nearly always whole.
Only the rest waits for the socket to become writable, and no other connection waits for it.
"""

import errno
import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, Protocol

import trio
from trio.lowlevel import wait_readable

from protocol.framing import ProbedFrame, ProbeResult, RefusalCode, RefusedFrame, encode
from relay.addresses import Address, listen, source_of
from relay.connections import Connection
from relay.crowds import GATHER_SECONDS, Crowd
from relay.histogram import Histogram
from relay.http_answers import WITHOUT_LIBRARY, http_answer
from relay.limits import Limits
from relay.permits import Permits
from relay.probing import MOST_PROBES, NOWHERE, outer_address, probe
from relay.proxies import BadProxyHeader, TrustedProxies, is_header, read_header
from relay.rates import TICKS_PER_SECOND
from relay.rooms import Rooms

_READ_BYTES: Final = 16_384
_READ_IN_VAIN: Final = 1_048_576
"""Bytes read from a refused connection: enough that a client in the middle of a message can end it
and read the refusal. Floods are closed at once."""
_ACCEPTS: Final = 16  # in one go, before connected clients have their turn again
_NO_SOCKETS_LEFT: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_TICK_SECONDS: Final = 1
_GREETING_TICKS: Final = TICKS_PER_SECOND
"""The time after which a silent client is greeted. Until then it may begin with an HTTP request,
whose answer must be the first that it hears."""
_LAGS: Final = (0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1, 5)
"""Seconds by which the delays of the tick are counted."""
_READ: Final = selectors.EVENT_READ
_READ_AND_WRITE: Final = selectors.EVENT_READ | selectors.EVENT_WRITE

_POLLED: Final = 0.005
"""Seconds between two looks at the sockets if nothing reports that they are ready."""
_BATCH_SHARE: Final = 8
"""After this part of what a queue may hold was read, the queues are sent: none fills up because
of others that are read first."""


class _Carrier(Protocol):
    """Another way to carry frames than as plain bytes: see `WebSocketTalk`."""

    @property
    def has_news(self) -> bool: ...
    def receive(self, data: bytes, now: int) -> None: ...
    def flush(self) -> bool: ...


class _Peer:
    """A connection and its socket; a leaving one is closed at `leaves_at` at the latest.

    `silent_until`: nothing was heard or said yet, and nothing is said before that time; 0 after.
    `header`: what a trusted proxy has sent before its client's bytes; None after, and for others.
    """

    __slots__ = (
        "connection",
        "header",
        "is_leaving",
        "is_writing",
        "leaves_at",
        "read_in_vain",
        "silent_until",
        "sock",
        "talk",
    )

    def __init__(self, connection: Connection, sock: socket.socket, header: bytes | None) -> None:
        self.connection: Final = connection
        self.header = header
        self.sock: Final = sock
        self.silent_until = _now() + _GREETING_TICKS
        self.talk: _Carrier | None = None
        self.is_writing = False
        self.is_leaving = False
        self.leaves_at = 0
        self.read_in_vain = 0


class Relay:
    """A relay. `salt` is random and different at every start."""

    def __init__(
        self,
        limits: Limits,
        salt: bytes,
        permits: Permits | None = None,
        proxies: TrustedProxies | None = None,
    ) -> None:
        self._proxies: Final = proxies or TrustedProxies()
        self.rooms: Final = Rooms(limits, salt, permits)
        self._peers: Final[dict[Connection, _Peer]] = {}
        self._leaving: Final[dict[_Peer, None]] = {}
        self._silent: Final[dict[_Peer, None]] = {}
        self._crowd: Final = Crowd()
        self._unsent = 0
        self._selector: Final = selectors.DefaultSelector()
        self._draining: Final = trio.Event()
        self._empty: Final = trio.Event()
        self._is_listening = False
        self._probe_now = trio.Event()
        self._probing = 0
        self.lag: Final = Histogram(*_LAGS)

    def drain(self) -> None:
        """Stop soon: refuse everybody and send the queues. `run` returns after that."""
        self._draining.set()

    def reload(self, limits: Limits, permits: Permits) -> None:
        """Apply other limits and tokens from now on; the buffers of sockets stay as they are."""
        self.rooms.reload(limits, permits, _now())

    async def run(
        self, address: Address, *, task_status: trio.TaskStatus[Address] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Serve until drained, or cancelled; once. The started task reports its address.

        Raises:
            OSError: it cannot listen there.
        """
        with self._selector, listen(address, self.rooms.limits.socket_buffer_bytes) as listener:
            try:
                async with trio.open_nursery() as nursery:
                    self._listen(listener)
                    nursery.start_soon(self._probe_all)
                    nursery.start_soon(self._move, listener)
                    nursery.start_soon(self._tick, listener)
                    task_status.started(Address(*listener.getsockname()[:2]))
                    await self._draining.wait()
                    self._listen_no_more(listener)
                    listener.close()
                    self.rooms.drain(_now())
                    self._flush()
                    with trio.move_on_after(self.rooms.limits.drain_seconds):
                        while self._peers:
                            await self._empty.wait()
                    nursery.cancel_scope.cancel()
            finally:
                for peer in list(self._peers.values()):
                    self._drop(peer)

    async def _something(self) -> None:
        """Wait until there may be something to do; on Windows by polling."""
        descriptor: Callable[[], int] | None = getattr(self._selector, "fileno", None)
        if descriptor is None:
            await trio.sleep(_POLLED)
        else:
            await wait_readable(descriptor())

    async def _move(self, listener: socket.socket) -> None:
        while True:
            await self._something()
            self._serve(listener)
            while self._crowd.speaks(trio.current_time()):
                await trio.sleep(GATHER_SECONDS)
                self._serve(listener)

    def _serve(self, listener: socket.socket) -> None:
        """Serve every socket that is ready, and then send what came of it."""
        for key, events in self._selector.select(0):
            peer = key.data
            if peer is None:
                self._accept(listener)
                continue
            if events & selectors.EVENT_WRITE:
                self._write(peer)
            if events & selectors.EVENT_READ:
                self._read(peer)
        self._flush()

    async def _tick(self, listener: socket.socket) -> None:
        while True:
            due = trio.current_time() + _TICK_SECONDS
            await trio.sleep_until(due)
            self.lag.add(trio.current_time() - due)
            self._listen(listener)
            now = _now()
            self.rooms.tick(now)
            self._flush()
            for peer in [peer for peer in self._silent if now >= peer.silent_until]:
                if peer.header is not None:
                    continue  # its client may begin with an HTTP request, too
                self._end_silence(peer)
                self._write(peer)
            for peer in [peer for peer in self._leaving if now >= peer.leaves_at]:
                self._drop(peer)

    def _listen(self, listener: socket.socket) -> None:
        if not (self._is_listening or self._draining.is_set()):
            self._selector.register(listener, _READ)
            self._is_listening = True

    def _listen_no_more(self, listener: socket.socket) -> None:
        if self._is_listening:
            self._selector.unregister(listener)
            self._is_listening = False

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(_ACCEPTS):
            try:
                sock, address = listener.accept()
            except OSError as error:
                if error.errno in _NO_SOCKETS_LEFT:
                    self._listen_no_more(listener)  # until the next tick: some will be free then
                return
            sock.setblocking(False)  # noqa: FBT003 - as socket has it
            is_proxy = self._proxies.trust(address[0])
            connection = self.rooms.connect(source_of(address[0]), _now(), is_proxy=is_proxy)
            if isinstance(connection, RefusedFrame):
                with sock, suppress(OSError):
                    sock.send(encode(connection))
                continue
            with suppress(OSError):  # some systems report here that the other side is already gone
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            peer = self._peers[connection] = _Peer(connection, sock, b"" if is_proxy else None)
            self._silent[peer] = None
            self._selector.register(sock, _READ, peer)
            self._flush()

    def _end_silence(self, peer: _Peer) -> None:
        peer.silent_until = 0
        self._silent.pop(peer, None)

    def _begin(self, peer: _Peer, first: bytes) -> None:
        """Choose the way to talk by the first bytes: no frame before JOIN begins with a letter."""
        proxies = None
        if peer.header is not None:
            first = peer.header + first
            if not _is_http(first):
                self._read_header(peer, first)
                return
            peer.header, proxies = None, self._proxies
        self._end_silence(peer)
        if not _is_http(first):
            self.rooms.receive(peer.connection, first, _now())
            self._flush()
            if not peer.is_writing:  # the greeting, if these bytes were no whole frame
                self._write(peer)
            return
        try:
            # A relay needs trio alone: the libraries for this are loaded when somebody asks.
            from relay.websocket import WebSocketTalk  # noqa: PLC0415
        except ModuleNotFoundError:
            answer = http_answer(HTTPStatus.NOT_IMPLEMENTED, WITHOUT_LIBRARY)
            self.rooms.hang_up(peer.connection, answer)
            self._flush()
        else:
            peer.talk = WebSocketTalk(self.rooms, peer.connection, peer.sock.send, proxies)
            self._talk(peer, peer.talk, first)

    def _read_header(self, peer: _Peer, first: bytes) -> None:
        """Read a proxy's header; what follows it are the first bytes of the client."""
        peer.header = first
        try:
            header = read_header(first)
        except BadProxyHeader:
            self.rooms.hang_up(peer.connection, RefusalCode.BAD_FRAME)
        else:
            if header is None:
                return
            peer.header = None
            peer.silent_until = _now() + _GREETING_TICKS
            if header.client is not None:
                self.rooms.identify(peer.connection, header.client, _now())
            if not peer.connection.closing and len(first) > header.length:
                self._begin(peer, first[header.length :])
        self._flush()

    def _talk(self, peer: _Peer, talk: _Carrier, data: bytes) -> None:
        talk.receive(data, _now())
        self._flush()
        if talk.has_news and not peer.is_writing:
            self._write(peer)

    def _read(self, peer: _Peer) -> None:
        try:
            data = peer.sock.recv(_READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(peer)
        elif peer.is_leaving:
            peer.read_in_vain += len(data)
            if peer.read_in_vain >= _READ_IN_VAIN:
                self._drop(peer)
        elif peer.silent_until:
            self._begin(peer, data)
        else:
            self._take(peer, data)

    def _take(self, peer: _Peer, data: bytes) -> None:
        self._crowd.hear(peer.connection)
        if peer.talk is not None:
            self._talk(peer, peer.talk, data)
            return
        self.rooms.receive(peer.connection, data, _now())
        self._unsent += len(data)
        if self._unsent >= self.rooms.limits.outgoing_bytes // _BATCH_SHARE:
            self._flush()

    def _flush(self) -> None:
        """Send the rooms' queues as far as possible at once."""
        self._unsent = 0
        for connection in self.rooms.with_news():
            peer = self._peers[connection]
            if connection.closing and not peer.is_leaving:
                peer.is_leaving = True
                peer.leaves_at = _now() + self.rooms.limits.linger_seconds * TICKS_PER_SECOND
                self._leaving[peer] = None
                self._end_silence(peer)
            if not peer.is_writing:
                self._write(peer)
        if self.rooms.probes:
            self._probe_now.set()

    async def _probe_all(self) -> None:
        async with trio.open_nursery() as nursery:
            while True:
                await self._probe_now.wait()
                self._probe_now = trio.Event()
                probes, self.rooms.probes = self.rooms.probes, []
                for connection, port in probes:
                    peer = self._peers.get(connection)
                    if peer is not None and not connection.closing:
                        nursery.start_soon(self._probe, peer, port)

    async def _probe(self, peer: _Peer, port: int) -> None:
        """Connect to the address of a client, if it speaks to us itself, and answer."""
        address, result = NOWHERE, ProbeResult.UNKNOWN
        with suppress(OSError):
            found = str(peer.sock.getpeername()[0])
            outer = outer_address(found)
            is_direct = peer.talk is None and not self._proxies.trust(found)
            if is_direct and outer is not None and self._probing < MOST_PROBES:
                self._probing += 1
                try:
                    address, result = outer, await probe(outer, port)
                finally:
                    self._probing -= 1
        if peer.connection in self._peers and not peer.connection.closing:
            self.rooms.hang_up(peer.connection, encode(ProbedFrame(result, address)))
            self._flush()

    def _write(self, peer: _Peer) -> None:
        if peer.silent_until:
            return
        talk = peer.talk
        try:
            is_all = peer.connection.flush(peer.sock.send) if talk is None else talk.flush()
        except BlockingIOError:
            is_all = False
        except OSError:
            is_all = True  # the other side is gone: reading will report it
        if is_all == peer.is_writing:
            peer.is_writing = not is_all
            self._selector.modify(peer.sock, _READ if is_all else _READ_AND_WRITE, peer)
        if is_all and peer.is_leaving:
            # Closed only when the other side has closed, too, or at `leaves_at`: closing while its
            # bytes arrive would discard the refusal at the other side.
            with suppress(OSError):
                peer.sock.shutdown(socket.SHUT_WR)

    def _drop(self, peer: _Peer) -> None:
        self._selector.unregister(peer.sock)
        peer.sock.close()
        del self._peers[peer.connection]
        self._leaving.pop(peer, None)
        self._silent.pop(peer, None)
        self._crowd.forget(peer.connection)
        self.rooms.lost(peer.connection, _now())
        self._flush()
        if not self._peers and self._draining.is_set():
            self._empty.set()


def _is_http(first: bytes) -> bool:
    return b"A" <= first[:1] <= b"Z" and not is_header(first)


def _now() -> int:
    return int(trio.current_time() * TICKS_PER_SECOND)
