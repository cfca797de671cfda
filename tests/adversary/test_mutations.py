"""Any byte of any message changed: all honest clients give the same judgement, and no more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from engine import actions as act
from engine.cards import CARDS
from engine.figures import Figures
from engine.play import illegal, owed_by
from engine.state import Options
from engine.terms import (
    LEADER,
    MYSTIC,
    SHIP,
    WARRIOR,
    Age,
    Face,
    FigureKind,
    Origin,
    Place,
    Seat,
    Stat,
)
from protocol.agreement.vote_events import Faulty
from protocol.errors import Reason, RemoteProtocolError
from protocol.game.events import Dropped, Event, MessageIn
from protocol.game.message_checks import statements_of
from protocol.game.referee import Referee
from protocol.game.step_table import OWED_BODY, StepKind
from protocol.wire.bodies import Act, pack_body, read_body
from tests.adversary.scenes import BOXES, Scene, action, scene, scene_of
from tests.adversary.tables import Table

_CARDS = sorted(CARDS)
_AGES = list(Age)
_FIGURES = [WARRIOR, LEADER, SHIP, MYSTIC, *(FigureKind(card) for card in _CARDS)]
EACH = 3
MANY = 100

SCENES: dict[str, Callable[[], Scene]] = {
    **{str(one): partial(scene_of, one) for one in OWED_BODY if one is not StepKind.OPEN_SEALED},
    **{
        verb.__name__: partial(scene, action(verb))
        for verb in (
            act.Upgrade,
            act.Committed,
            act.Laid,
            act.OpenCard,
            act.OpenQuests,
            act.Kept,
            act.March,
            act.Invade,
        )
    },
    **{
        verb.__name__: partial(scene, action(verb), seed=20, options=BOXES)
        for verb in (act.PlayOpen, act.MoveGod, act.TakeVillage)
    },
    "RetreatTo": partial(scene, action(act.RetreatTo), seed=6, cheater=2, options=BOXES),
}
"""Scenes by the message that is held back."""


def changed(raw: bytes, chance: Random) -> bytes:
    """Change one bit, one byte, a few bytes, or the length."""
    found = bytearray(raw)
    at = chance.randrange(len(found))
    match chance.randrange(5):
        case 0:
            found[at] ^= 1 << chance.randrange(8)
        case 1:
            found[at] = chance.randrange(256)
        case 2:
            del found[at]
        case 3:
            found.insert(at, chance.randrange(256))
        case _:
            found[at:] = chance.randbytes(len(found) - at)
    return bytes(found)


def verdicts(table: Scene, raw: bytes) -> list[Event]:
    """Return the events at each honest seat, without the closing of the step."""
    found: list[Event] = []
    for events in table.say(raw):
        judged = [one for one in events if isinstance(one, Faulty | Dropped | MessageIn)]
        assert judged, events
        found.append(judged[0])
    return found


def try_bodies(name: str, times: int, seed: int) -> None:
    chance = Random(seed)
    original = SCENES[name]()
    for _ in range(times):
        body = changed(original.true.body, chance)
        if body == original.true.body:
            continue
        table = SCENES[name]()
        before = table.standings()
        found = verdicts(table, table.forged(body).to_bytes())
        assert len(set(found)) == 1
        if isinstance(found[0], Faulty):
            assert table.standings() == before
        else:
            # Another commitment, part of the seed or action may be valid.
            assert isinstance(found[0], MessageIn)
            assert name not in (
                StepKind.SHUFFLE,
                StepKind.PICK,
                StepKind.HAND,
                StepKind.RESULT,
                StepKind.OPEN_KEY,
            )
            step = original.true.step + 1
            assert len({session.transcript.point_of(step) for session in table.honest}) == 1


def try_envelopes(name: str, times: int, seed: int) -> None:
    chance = Random(seed)
    table = SCENES[name]()
    before = table.standings()
    for _ in range(times):
        raw = changed(table.true.to_bytes(), chance)
        if raw == table.true.to_bytes():
            continue
        for events in table.say(raw):
            # The same contents with a wrong signature are not even looked at.
            assert all(isinstance(event, Dropped) for event in events)
        assert table.standings() == before


@pytest.mark.parametrize("name", SCENES)
def test_a_changed_body_is_judged_alike_by_all_seats(name: str) -> None:
    try_bodies(name, EACH, seed=1)


@pytest.mark.parametrize("name", SCENES)
def test_a_changed_envelope_is_dropped(name: str) -> None:
    try_envelopes(name, EACH, seed=2)


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENES)
def test_many_changed_messages_are_judged_alike(name: str) -> None:
    try_bodies(name, MANY, seed=3)
    try_envelopes(name, MANY, seed=4)


# ------------------------------------------------------------- illegal actions


def any_action(seat: Seat, chance: Random) -> act.SeatAction:
    """Draw an arbitrary action, however absurd."""
    place, other = (Place(chance.randrange(len(Place))) for _ in range(2))
    face = Face(chance.choice(_CARDS), chance.choice(_AGES))
    group = Figures(chance.randrange(64), chance.randrange(64), chance.randrange(64), (face.card,))
    figure = chance.choice(_FIGURES)
    return chance.choice(
        (
            act.Invade(seat, figure, place),
            act.March(seat, place, other, group),
            act.March(seat, place, other, Figures()),
            act.Upgrade(seat, face, None),
            act.Upgrade(seat, face, face.card),
            act.Pillage(seat, place),
            act.Repillage(seat, place),
            act.InvadeFromValhalla(seat, figure, place),
            act.Sacrifice(seat, ((place, figure), (other, figure))),
            act.InvadeFree(seat, figure, place),
            act.Join(seat, place, figure),
            act.QuestCounts(seat, chance.randrange(64)),
            act.TideKeep(seat, figure),
            act.AddLate(seat, face),
            act.Protect(seat, ((place, group), (other, group))),
            act.RaiseStatBy(seat, chance.choice(list(Stat))),
            act.KeepPlayed(seat, (face, face)),
            act.PlayOpen(seat, face),
            act.MoveGod(seat, place),
            act.RetreatTo(seat, place),
            act.TakeVillage(
                seat, place, Seat(chance.randrange(5)), figure, chance.choice(list(Origin))
            ),
            act.WalkOn(seat, figure, place),
            act.BoxFrom(seat, chance.choice((place, *Origin))),
            act.Kept(seat, kept=chance.random() < 0.5),
            act.OpenCard(seat, face),
            act.OpenQuests(seat, (face,)),
            act.Pass(seat),
            act.Picked(seat),
            act.Committed(seat),
            act.Laid(seat),
            act.Retreat(seat),
            act.SendSuccor(seat),
            act.PillageAtOnce(seat),
            act.SendBlessing(seat),
            act.Decline(seat),
            act.Skip(seat),
        )
    )


def reason_of(referee: Referee, signer: int, body: Act) -> Reason | None:
    """Return the reason why an action is refused, if it is."""
    try:
        statements_of(referee, signer, body)
    except RemoteProtocolError as error:
        return error.reason
    return None


def refusals(seed: int, tries: int, options: Options) -> set[str]:
    """Play a game; whenever an action is owed, offer bad ones to the other seats first."""
    chance = Random(seed)
    table = Table(2 + seed % 3, seed, options)
    table.start()
    asked = set()
    reasons: set[Reason | None] = set()
    for _ in range(4000):
        table.run(1)
        session = table.sessions[0]
        state, referee = session.state, session.referee
        if state is None or referee.due.kind is not StepKind.ACT or not session.waiting_for:
            continue
        signer = session.waiting_for[0]
        seat = referee.seat_of(signer)
        decision = owed_by(state, seat)
        assert decision is not None
        asked.add(type(decision).__name__)
        before = session.referee.digest()
        for _ in range(tries):
            body = Act(any_action(seat, chance), chance.randrange(4))
            raw = pack_body(body)
            assert read_body(raw) == body
            reasons.add(reason_of(referee, signer, body))
        assert session.referee.digest() == before
    assert reasons <= {None, Reason.ILLEGAL_ACTION, Reason.WRONG_SHAPE}
    return asked


@pytest.mark.slow
def test_any_action_is_either_legal_or_refused() -> None:
    asked = refusals(1, 2, Options())
    assert {"TurnDecision", "ClanDecision"} <= asked


@pytest.mark.slow
def test_any_action_at_a_table_with_both_boxes_is_either_legal_or_refused() -> None:
    asked = refusals(10, 2, BOXES)
    assert {"OpenPlayDecision", "GodMoveDecision"} <= asked


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
def test_any_action_in_any_phase_is_either_legal_or_refused(seed: int) -> None:
    assert refusals(seed, 30, Options(kickstarter=True, gods=True, mystics=True))


@pytest.mark.parametrize("verb", [act.ChooseClan, act.Invade, act.Laid, act.OpenCard, act.Kept])
def test_an_illegal_action_is_refused_by_every_seat(verb: type) -> None:
    for seed in range(4):
        table = scene(action(verb))
        seat = table.liar.seat
        assert seat is not None
        state = table.honest[0].state
        assert state is not None
        bad = any_action(seat, Random(seed))
        legal = illegal(state, bad) is None
        found = verdicts(table, table.forged(Act(bad)).to_bytes())
        assert len(set(found)) == 1
        if not legal:
            assert isinstance(found[0], Faulty)
            assert found[0].reason is Reason.ILLEGAL_ACTION
