"""The byte examples and the table of steps in docs/protocol.md, made from the code.

`python -m tests.protocol.specification` rewrites them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from typing import Final

from engine import actions as act
from engine.figures import Figures
from engine.state import Options
from engine.terms import Age, Place, Seat
from engine.values import replace
from protocol.agreement.pasts import AbsenceMark, Head, SignedAnswer, StepEnd
from protocol.agreement.slips import VoteSigner, sign_return
from protocol.cards.card_faces import cards_digest
from protocol.cards.chance import JointSeed, age_commitment, commitment
from protocol.charter import Charter
from protocol.game import step_table
from protocol.game.referee import Referee
from protocol.lobby.rooms import LOBBY_SECRET, Invitation, Room
from protocol.lobby.routes import Route, Scheme, tcp_route
from protocol.record.evidence import REPORT_HEADER
from protocol.record.record import HEADER
from protocol.wire.bodies import Act, CommitSeed, SignCharter, pack_body
from protocol.wire.codec import Encodable, pack
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Domain, Identity
from protocol.wire.packets import (
    Chat,
    Hail,
    Here,
    Phrase,
    Presence,
    Ready,
    Said,
    Signed,
    Standing,
    Vouch,
    pack_plain,
)
from protocol.wire.venues import Venue, lobby_name
from tests.adversary.tables import hello_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
_WIDTH: Final = 64
_ROUTES: Final = (
    tcp_route("192.168.1.11", 7744),
    tcp_route("2001:db8::11", 7744),
    Route(Scheme.WSS, "example.org", 443, "/relay"),
)
_BLOCK: Final = re.compile(r"<!-- (example|table): ([a-z -]+) -->\n```\n(.*?)```\n", re.DOTALL)


def examples() -> dict[str, bytes]:
    """Return bytes by name, from fixed secrets."""
    chance = Random(2026)
    made = [hello_of(name, chance) for name in ("Astrid", "Bo")]
    options = Options()
    charter = Charter(tuple(hello for hello, _, _ in made), options, cards_digest(options))
    point = StepPoint.first(charter.table_id, Referee(charter).digest())
    (hello, identity, _) = made[0]
    signed = Envelope.seal(identity, point, 0, pack_body(SignCharter()))
    other = Envelope.seal(made[1][1], point, 1, pack_body(SignCharter()))
    march = act.March(Seat(0), Place(1), Place(2), Figures(2, 1))
    room = Room(bytes(range(LOBBY_SECRET)))
    lobby = Venue.lobby(lobby_name(hello.identity, hello.fresh))
    start = Head(point.head)
    answer = SignedAnswer(0, start, signed.digest)
    without = start.after(StepEnd((answer,), ((1, AbsenceMark.AWAY),)))
    marks = ((1, AbsenceMark.AWAY), (2, AbsenceMark.CONTRADICTION), (3, AbsenceMark.FAULTY))
    signer = VoteSigner(identity, charter.table_id, 0)
    freeze = signer.freeze(2, None, None, start, (answer,), (1,), ())
    proposal = signer.proposal(2, (freeze,))
    acceptance = signer.acceptance(proposal)
    away = sign_return(made[1][1], charter.table_id, 1, without.step, without.digest)

    def at_table(counter: int, said: Said) -> bytes:
        return Signed(hello.identity, Venue.table(charter.table_id), counter, said).pack(identity)

    vouch = Signed(
        hello.identity, Venue.gallery(charter.table_id), 10, Vouch(point.step, point.head)
    )
    return {
        "hello": hello.to_bytes(),
        "terms": charter.terms,
        "table id": charter.table_id,
        "first head": point.head,
        "body sign": pack_body(SignCharter()),
        "body commit": pack_body(CommitSeed(commitment(charter.table_id, 0, bytes(32)))),
        "body act": pack_body(Act(march)),
        "body age commit": pack_body(
            CommitSeed(age_commitment(charter.table_id, Age.TWO, 0, bytes(32)))
        ),
        "age seed": JointSeed.of_age(charter.table_id, Age.TWO, {0: bytes(32), 1: b"\1" * 32}).seed,
        "envelope": signed.to_bytes(),
        "second head": point.after((other, signed), point.state).head,
        "packet standing": at_table(
            5, Standing(7, (0, 2), 3, (signed.digest,), (freeze.digest[:8],))
        ),
        "packet hail": pack_plain(Hail()),
        "packet ready": Signed(hello.identity, lobby, 5, Ready(ready=True, terms=bytes(32))).pack(
            identity
        ),
        "packet chat": Signed(hello.identity, lobby, 6, Chat("Skål")).pack(identity),
        "packet table chat": at_table(6, Chat("Skål")),
        "lobby": lobby.name,
        "packet phrase": at_table(7, Phrase(2)),
        "packet presence": at_table(8, Presence(9, by_bot=False)),
        "packet here": at_table(9, Here(9, 7, bytes(16), (bytes(16),))),
        "packet vouch": vouch.pack(identity),
        "envelope viewed": Envelope.seal(
            identity, point, 0, pack_body(SignCharter()), view=3
        ).to_bytes(),
        "head without": without.digest,
        "head marks": start.after(StepEnd((answer,), marks, (4,))).digest,
        "slip freeze": freeze.raw,
        "slip proposal": proposal.raw,
        "slip acceptance": acceptance.raw,
        "slip return": away.raw,
        "digest freeze": freeze.digest,
        "digest proposal": proposal.digest,
        "digest acceptance": acceptance.digest,
        **first_slips(charter, identity, point.head, signed.digest),
        "room id": room.room_id,
        "locked": room.lock(b"hello", bytes(12)),
        "invitation": Invitation((tcp_route("play.example.org", 7744),), room).line().encode(),
        "invitation with several routes": Invitation(_ROUTES, room).line().encode(),
        "record header": HEADER,
        "report header": REPORT_HEADER,
    }


def first_slips(
    charter: Charter, identity: Identity, head: bytes, message: bytes
) -> dict[str, bytes]:
    """Return slips of version 1, which only this page and tests sign any more."""
    table_id = replace(charter, version=1).table_id
    subject = (table_id, 12, head, 1, 0)

    def sealed(kind: int, domain: Domain, content: tuple[Encodable, ...]) -> bytes:
        raw = pack(content)
        return pack((kind, raw, identity.sign(domain, raw)))

    held = ((0, message),)
    freeze = sealed(1, Domain.FREEZE, (*subject, held, None))
    return {
        "first slip freeze": freeze,
        "first slip proposal": sealed(2, Domain.PROPOSAL, (*subject, (freeze,))),
        "first slip acceptance": sealed(3, Domain.ACCEPTANCE, (*subject, (held, (1,), ()))),
        "first slip return": sealed(4, Domain.RETURN, (table_id, 1, 13)),
    }


def shown(raw: bytes) -> str:
    """Format bytes as the page shows them."""
    text = raw.hex()
    return "\n".join(text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)) + "\n"


def steps() -> str:
    """Return the table of steps from the code."""
    text = step_table.__doc__ or ""
    start = text.index("    kind ")
    lines = text[start:].split("\n\n")[0].splitlines()
    return "\n".join(line[4:].rstrip() for line in lines) + "\n"


def blocks() -> dict[tuple[str, str], str]:
    """Return the expected blocks of the page, by kind and name."""
    found = {("example", name): shown(raw) for name, raw in examples().items()}
    for name in ("invitation", "invitation with several routes"):
        found["example", name] = examples()[name].decode() + "\n"
    found["table", "steps"] = steps()
    return found


def written(page: str) -> dict[tuple[str, str], str]:
    """Return the blocks on the page."""
    return {(kind, name): text for kind, name, text in _BLOCK.findall(page)}


def main() -> int:
    """Rewrite the blocks."""
    due = blocks()

    def again(match: re.Match[str]) -> str:
        kind, name, _ = match.groups()
        return f"<!-- {kind}: {name} -->\n```\n{due[kind, name]}```\n"

    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_BLOCK.sub(again, page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
