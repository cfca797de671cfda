"""``python -m tests.fuzz.seeds``: rewrite the seeds of the corpus, from real games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from client.settings.schema import ENTRIES
from client.storage.append_log import LineForm, line_of
from client.storage.journal_rows import TableBegin, plain_answer, plain_begin, plain_game
from client.storage.plain_data import Plain
from client.storage.results import Player, Result, plain_result
from client.tables.new_seats import OwnSeat
from client.tables.own_table import OwnGame
from client.tables.recorded_answers import Answer
from engine import actions as act
from engine.knowledge import publish
from engine.notation import write_move
from engine.notation_state import write_state
from engine.state import Options
from protocol.agreement.pasts import Head, SignedAnswer, StepEnd
from protocol.agreement.slips import VoteSigner, sign_return
from protocol.agreement.statements import SignedMessage
from protocol.charter import Charter
from protocol.errors import Reason
from protocol.framing import (
    NO_EPOCH,
    DeliverFrame,
    Frame,
    GapFrame,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    MembersFrame,
    PingFrame,
    PongFrame,
    ProbedFrame,
    ProbeFrame,
    ProbeResult,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from protocol.lobby.lobby_events import Broadcast
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import tcp_route
from protocol.record.evidence import FaultReport
from protocol.record.record import write_record
from protocol.wire.bodies import (
    Act,
    MakeHand,
    OpenKey,
    OpenSealed,
    PackShares,
    SealCard,
    Shuffle,
    SignResult,
    pack_body,
    read_body,
)
from protocol.wire.codec import Encodable, pack, unpack
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity
from protocol.wire.packets import (
    Chat,
    GameMessage,
    Hail,
    Here,
    Leaving,
    Move,
    Phrase,
    Presence,
    RecordPage,
    Reroute,
    Said,
    Signed,
    Standing,
    Start,
    Visit,
    Vouch,
    is_signed,
    pack_plain,
)
from protocol.wire.venues import Venue, VenueKind, lobby_name
from relay.limits import Limits
from tests.adversary.tables import Table
from tests.adversary.withholding import opens_card, sealing
from tests.fuzz.local_network import router_seeds
from tests.fuzz.targets import CORPUS
from tests.fuzz.web import web_seeds
from tests.fuzz.wire import SEATS, SEED, people, positions
from tests.game import random_play
from tests.old import FOLDER
from tests.protocol.lobby.test_lobby import LobbyGroup
from tests.protocol.vectors import make_seals

_DOCS: Final = Path(__file__).parents[2] / "docs"
_DELIVERIES: Final = 700
_RECORDED: Final = 9
_ROOM: Final = bytes(32)
_LARGEST: Final = 12_000
_EACH: Final = 30
_ACTS: Final = 48
_LAB: Final = 12


def write(name: str, raws: Iterable[bytes]) -> None:
    """Write the seeds of one target; former findings stay.

    Those of `first-slips` and `first-votes` are older: nobody signs slips of version 1 any more.
    """
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("seed-*"):
        old.unlink()
    for number, raw in enumerate(dict.fromkeys(raws)):
        if len(raw) <= _LARGEST:
            (folder / f"seed-{number:02}").write_bytes(raw)


def main() -> None:
    envelopes = _envelopes()
    first = {type(read_body(one.body)): one for one in reversed(envelopes)}
    sealed = {type(read_body(one.body)): one for one in _sealed()}
    chosen = list(({**dict(reversed(first.items())), **sealed}).values())
    write("envelopes", [one.to_bytes() for one in chosen])
    last = pack_body(SignResult((12, 30, 7))), pack_body(OpenKey(bytes(range(32))))
    write("bodies", [*(one.body for one in chosen), *last])
    write("proofs", _proofs(chosen))
    charter = Table(SEATS, SEED).charter
    write("charters", [charter.to_bytes()])
    write("hellos", [hello.to_bytes() for hello in charter.hellos])
    write("records", [write_record(charter, envelopes[:count]) for count in (0, 1, _RECORDED)])
    write("reports", _reports(charter, envelopes))
    slips = _slips(charter.table_id)
    write("slips", slips)
    write("votes", [bytes([_parts(raw)[0]]) + _parts(raw)[1] for raw in slips])
    write("codec", [pack(value) for value in _values()])
    signed = list(_signed())
    plain = [
        pack_plain(Hail()),
        pack_plain(GameMessage(b"raw")),
    ]
    write("packets", [*plain, *signed])
    write("lobbies", [*plain, *signed])
    write("watchers", [*signed[:4], *_pages(charter, envelopes)])
    write("said", [_said(raw) for raw in signed if is_signed(raw)])
    write("frames", _frames())
    write("proxy-header", _proxy_headers())
    for name, raws in (*router_seeds().items(), *web_seeds().items()):
        write(name, raws)
    write("unlocking", [Room(_ROOM).lock(b"payload", bytes(12)), b"", bytes(28)])
    write("invitations", _invitations())
    write("limits", re.findall(rb"```toml\n(.*?)```", (_DOCS / "relay.md").read_bytes(), re.DOTALL))
    moves, acts = _moves()
    write("moves", moves)
    write("acts", acts)
    write("states", [write_state(state).encode() for state in positions()[::12]])
    _write_files(charter.table_id)


def _write_files(table_id: bytes) -> None:
    table = Table(SEATS, SEED)
    identity, secret = people()[0][1:]
    own = {0: OwnSeat(identity, secret, None)}
    begin = TableBegin(table.charter, 0, own, _ROOM, (tcp_route("relay.example", 7744),), 0)
    answers = [plain_answer(one) for one in _answers()]
    rows: list[dict[str, Plain]] = [
        plain_begin(begin),
        {"start": 1},
        *answers[:3],
        {"closed": ["00ff"], "proof": []},
        {"said": "00ff", "signer": 0},
        {"rewound": 0},
        {"relay": ["other.example", 7744], "port": 0},
        {"record": "0123.bloodrage"},
        {"over": [10, 20, 30]},
    ]
    packed, lines = (_table_lines(rows, form) for form in (LineForm.PACKED, LineForm.MARKED))
    write("tables", [packed, lines])
    write("table-lines", [b"\n".join(line.partition(b" ")[2] for line in lines.splitlines())])
    bots = (("Sigrid", "karl"), ("Ulf", "thrall"))
    game: dict[str, Plain] = {
        "bloodrage": 3,
        "table": table_id.hex(),
        "game": plain_game(OwnGame(_ROOM, bots, Options())),
    }
    write("games", [_lines([game]), _lines([game, *answers]), _lines([game, {"over": [3, 2, 1]}])])
    write("settings", _settings())
    found = re.findall(rb"```json in\n(.*?)```", (_DOCS / "lab.md").read_bytes(), re.DOTALL)
    write("labs", found[:_LAB])
    seated = (Player("Astrid", "bear", 80, is_bot=False), Player("Ulf", "wolf", 70, is_bot=True))
    result = Result("0123.bloodrage", datetime(2026, 1, 2, 3, 4, tzinfo=UTC), seated, 0, 99, 45)
    write("results", [_lines([plain_result(result)])])
    write("acquaintances", [json.dumps({"astrid": ["00" * 32, "11"]}).encode(), b"Astrid\n"])


def _table_lines(rows: list[dict[str, Plain]], form: LineForm) -> bytes:
    chain, lines = b"bloodrage/journal/v1", b""
    for row in rows:
        chain, line = line_of(chain, row, form)
        lines += line
    return lines


def _lines(rows: Iterable[object]) -> bytes:
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)


def _envelopes() -> list[Envelope]:
    table = Table(SEATS, SEED)
    table.start()
    table.run(_DELIVERIES)
    history = table.sessions[0].history
    return [one for step in history for _, one in sorted(step.items())]


def _sealed() -> Iterator[Envelope]:
    """Yield a seal, and the shares that open a card its owner did not show."""
    table = sealing(SEATS)
    table.keep_back(0, opens_card)
    table.waive(1, 2)
    said = [one for step in table.sessions[1].history for one in step.values()]
    said += table.sessions[1].present.values()
    for kind in (SealCard, OpenSealed):
        yield next(one for one in said if isinstance(read_body(one.body), kind))


def _proofs(envelopes: list[Envelope]) -> Iterator[bytes]:
    yield b"\0" + people()[0][0].card_key
    for envelope in envelopes:
        body = read_body(envelope.body)
        if isinstance(body, Shuffle | MakeHand):
            yield b"\5" + body.proof
        elif isinstance(body, PackShares):
            yield from (bytes([7]) + one for one in body.batches[:2])
    yield b"\0" + bytes.fromhex(str(make_seals()[0]["message"]))


def _reports(charter: Charter, envelopes: list[Envelope]) -> Iterator[bytes]:
    """Yield reports of two contents, of two votes, and of a message that is valid after all."""
    true = envelopes[_RECORDED]
    record = write_record(charter, envelopes[:_RECORDED])
    point = StepPoint(true.table_id, true.step, true.head, true.state)
    other = Envelope.seal(people()[true.signer][1], point, true.signer, b"other")
    for reason, messages in (
        (Reason.TWO_MESSAGES, (true, other)),
        (Reason.NOT_CANONICAL, (other,)),
        (Reason.WRONG_KIND, (true,)),
    ):
        raws = tuple(message.to_bytes() for message in messages)
        yield FaultReport(true.signer, true.step, reason, raws, record).to_bytes()
    yield (FOLDER / "1" / "votes.report").read_bytes()


def _pages(charter: Charter, envelopes: list[Envelope]) -> Iterator[bytes]:
    """Yield the host's naming of the table, and a seat's page of its first step."""
    _, identity, _ = people()[0]
    start = Start(charter.to_bytes(), (b"sealed",) * SEATS)
    lobby = Venue.lobby(lobby_name(identity.public, charter.hellos[0].fresh))
    yield Signed(identity.public, lobby, 1, start).pack(identity)
    for at, envelope in enumerate(envelopes[:SEATS]):
        page = RecordPage(0, envelope.head, at, SEATS, envelope.to_bytes())
        yield Signed(identity.public, Venue.gallery(charter.table_id), 2 + at, page).pack(identity)


def _slips(table_id: bytes) -> list[bytes]:
    keys = [identity for _, identity, _ in people()]
    signers = [VoteSigner(key, table_id, number) for number, key in enumerate(keys)]
    start = Head(StepPoint.first(table_id, bytes(32)).head)
    tip = start.after(StepEnd(tuple(_answer(signer, start) for signer in range(SEATS))))
    held = tuple(_answer(signer, tip, name) for signer, name in ((0, 0), (2, 0), (2, 1)))
    pair = tuple(SignedMessage(one.digest, b"", one, 0) for one in held[1:])
    empty = [signer.freeze(1, None, None, start, (), (), ()) for signer in signers[:2]]
    base = signers[1].proposal(1, tuple(empty))
    full = signers[0].freeze(4, base, base, tip, held, (1,), ((pair[0], pair[1]),))
    return [
        empty[0].raw,
        full.raw,
        signers[2]
        .proposal(4, (full, signers[1].freeze(4, base, None, tip, held[:1], (2,), ())))
        .raw,
        signers[1].acceptance(base).raw,
        sign_return(keys[2], table_id, 2, tip.step, tip.digest).raw,
    ]


def _answer(signer: int, head: Head, name: int = 0) -> SignedAnswer:
    return SignedAnswer(signer, head, bytes([16 * name + signer] * 32))


def _parts(raw: bytes) -> tuple[int, bytes]:
    value = unpack(raw)
    assert isinstance(value, tuple)
    kind, content, _ = value
    assert isinstance(kind, int)
    assert isinstance(content, bytes)
    return kind, content


def _values() -> list[Encodable]:
    return [(), (1, b"two", "three", None, True, (4, (5, ()))), (-1, 2**63, "\u00e9"), b"x" * 300]


def _signed() -> Iterator[bytes]:
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    group.do(1, lambda lobby: lobby.set_ready(ready=True))
    group.do(2, lambda lobby: lobby.set_ready(ready=True))
    group.do(0, lambda lobby: lobby.begin())
    for heard in group.heard:
        yield from (event.raw for event in heard if isinstance(event, Broadcast))
    identity: Identity = people()[0][1]
    more: tuple[tuple[VenueKind, Said], ...] = (
        (VenueKind.LOBBY, Chat("skal!")),
        (VenueKind.LOBBY, Leaving()),
        (VenueKind.LOBBY, Move(((bytes(32), b"sealed"),))),
        (VenueKind.TABLE, Chat("skal!")),
        (VenueKind.TABLE, Phrase(3)),
        (VenueKind.TABLE, Presence(12, by_bot=False)),
        (VenueKind.TABLE, Standing(7, (0, 2), 3, (bytes(32),), (bytes(8),))),
        (VenueKind.TABLE, Here(2, 12, bytes(16), (bytes(16),))),
        (VenueKind.GALLERY, Chat("skal!")),
        (VenueKind.GALLERY, Visit("Ida")),
        (VenueKind.GALLERY, Vouch(12, bytes(32))),
        (VenueKind.TABLE, Reroute(moves=False, routes="192.0.2.1:7744")),
    )
    for kind, said in more:
        yield Signed(identity.public, Venue(kind, bytes(32)), 1, said).pack(identity)


def _said(raw: bytes) -> bytes:
    """Return kind and fields of a signed packet."""
    content = _parts(raw)[1]
    value = unpack(content)
    assert isinstance(value, tuple)
    return pack(value[3:])


def _proxy_headers() -> list[bytes]:
    start = b"\r\n\r\n\0\r\nQUIT\n"
    return [
        start + b"\x21\x11\0\x0c" + bytes(range(12)),
        start + b"\x21\x21\0\x28" + bytes(range(40)),
        start + b"\x20\0\0\0",
        b"PROXY TCP4 198.51.100.1 203.0.113.1 40000 7744\r\n",
        b"PROXY TCP6 2001:db8::1 2001:db8::2 40000 7744\r\n",
        b"PROXY UNKNOWN\r\n",
    ]


def _frames() -> list[bytes]:
    told: list[Frame] = [
        GreetingFrame(1, Limits().announced()),
        JoinFrame(_ROOM, NO_EPOCH, 0),
        JoinFrame(_ROOM, NO_EPOCH, 0, bytes(range(32))),
        JoinedFrame(NO_EPOCH, 1, 2),
        JoinedFrame(NO_EPOCH, 1, 2, bytes(range(32))),
        SendFrame(b"payload"),
        DeliverFrame(1, 2, b"payload"),
        GapFrame(3),
        RefusedFrame(RefusalCode.RATE, 100, 2, "Slowly."),
        PingFrame(bytes(8)),
        PongFrame(bytes(8), 1),
        LeaveFrame(),
        MembersFrame((1, 2, 3)),
        ProbeFrame(7744),
        ProbedFrame(ProbeResult.RELAY, "192.0.2.1"),
    ]
    each = [encode(frame) for frame in told]
    return [*each, b"".join(each)]


def _invitations() -> list[bytes]:
    line = Invitation((tcp_route("play.example.org", 7744),), Room(bytes(range(10)))).line()
    texts = (
        line,
        f"bloodrage join {line}",
        "[::1]:7744",
        "0.0.0.0:0",
        "localhost:65535",
        "192.168.1.11,wss://example.org:8443/a/b/000G-40R4-0M30-E209-Y",
    )
    return [text.encode() for text in texts]


def _moves() -> tuple[list[bytes], list[bytes]]:
    """Return lines and bodies of actions that are legal in a position of the game."""
    index = {state: number for number, state in reversed(list(enumerate(positions())))}
    lines: dict[type, bytes] = {}
    bodies: list[bytes] = []
    for game in random_play(SEATS, 62, kickstarter=True):
        due = game.due()
        if due is None or game.state not in index or due.seat is None:
            continue
        for intent in game.options(due.seat)[:2]:
            action, _ = publish(intent, game.knowledge[due.seat])
            lines.setdefault(type(intent), write_move(intent).encode())
            lines.setdefault(type(action), write_move(action).encode())
            bodies.append(bytes([index[game.state]]) + pack_body(Act(action, 0, ())))
    return list(lines.values()), bodies[:_ACTS]


def _answers() -> list[Answer]:
    found: dict[type, act.Intent] = {}
    for game in random_play(SEATS, 62, kickstarter=True):
        due = game.due()
        if due is None or due.seat is None:
            continue
        if options := game.options(due.seat):
            found.setdefault(type(options[0]), options[0])
    return [Answer(0, step, _ROOM, intent) for step, intent in enumerate(found.values())]


def _settings() -> list[bytes]:
    lines: dict[str, list[str]] = {}
    for entry in ENTRIES:
        lines.setdefault(entry.section, []).append(f"{entry.key} = {json.dumps(entry.default)}")
    text = "\n".join(f"[{name}]\n" + "\n".join(found) for name, found in lines.items())
    return [text.encode(), b'[keys]\npass = "x"\n', b"[play]\nspeed = 3\n# nothing\n"]


if __name__ == "__main__":
    main()
