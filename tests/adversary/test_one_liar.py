"""One liar with a plan, against honest persons that answer at once: they go on, and nobody goes."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest

from protocol.agreement.pasts import SignedAnswer, StepEnd
from protocol.agreement.statements import ProposalVote
from protocol.agreement.vote_events import Transmit
from protocol.agreement.vote_memory import OTHERS, SLACK
from protocol.wire.envelope import VIEW_LIMIT
from tests.adversary.lies import LiarTable, Strategy, lying

LIAR: Final = 0
SLOWEST: Final = 45
"""Ticks that four steps take at most, with a clock of ten ticks."""
STEPS: Final = 4

# ------------------------------------------------------------------ strategies


def behave(table: LiarTable, tick: int) -> list[bytes]:
    """Do as an honest person does."""
    del tick
    return table.said()


def keep_silent(table: LiarTable, tick: int) -> list[bytes]:
    """Say nothing."""
    del table, tick
    return []


def freeze_far_away(table: LiarTable, tick: int) -> list[bytes]:
    """Freeze once far above everybody, then keep silent."""
    return [table.freeze(1000).raw] if tick == 0 else []


def freeze_at_the_last_view(table: LiarTable, tick: int) -> list[bytes]:
    """Freeze in the highest view there is, and answer on."""
    return [*table.answers(), *([table.freeze(VIEW_LIMIT - 1).raw] if tick == 0 else [])]


def pre_empt(table: LiarTable, tick: int) -> list[bytes]:
    """Freeze for the next view it leads, every second tick, and propose nothing."""
    view = table.led_by(LIAR, table.above)
    return [*table.answers(), *([table.freeze(view).raw] if tick % 2 == 0 else [])]


def exhaust(table: LiarTable, tick: int) -> list[bytes]:
    """Freeze in twenty views a tick."""
    return [*table.answers(), *(table.freeze(1 + tick * 100 + i).raw for i in range(20))]


def make_a_scapegoat(table: LiarTable, tick: int) -> list[bytes]:
    """Answer rarely, and say of an earlier step that all who answered it are late."""
    said = table.answers() if tick % 7 == 0 else []
    at = table.voter.head.before or table.voter.head
    court = table.voter.court
    if at.extends(court.start_of(table.voter.base)):
        late = tuple(signer for signer in court.steps.owers(at) if signer != LIAR)
        said.append(table.freeze(table.above, tip=at, late=late).raw)
    return said


def forget_all(table: LiarTable, tick: int) -> list[bytes]:
    """Sign, and freeze as if nothing had been signed."""
    root, court = table.voter.court.root, table.voter.court
    late = tuple(signer for signer in court.steps.owers(root) if signer != LIAR)
    lie = table.pen.freeze(tick // 3 + 1, None, None, root, (), late, ())
    return [*table.answers(), lie.raw]


def name_what_nobody_has(table: LiarTable, tick: int) -> list[bytes]:
    """Freeze with an answer that is nowhere; answer only to go on after it."""
    said = table.answers() if tick % 6 == 5 else []
    head = table.voter.head
    owers = table.voter.court.steps.owers(head)
    if owers:
        ghost = SignedAnswer(owers[0], head, bytes([tick % 256] * 32))
        said.append(table.freeze(table.above, held=(ghost,)).raw)
    return said


def accept_what_nobody_has(table: LiarTable, tick: int) -> list[bytes]:
    """Accept proposals that are nowhere, and claim one of them in a freeze."""
    ghost = ProposalVote(bytes([tick % 255 + 1] * 32), b"", table.above, 1, ())
    accepted = table.acceptance(ghost).raw
    return [*table.answers(), accepted, table.freeze(table.above + 1, accepted=ghost).raw]


def claim_a_past(table: LiarTable, tick: int) -> list[bytes]:
    """Keep silent, and freeze on a past in which the open step is closed without answers."""
    del tick
    past = table.voter.head.after(StepEnd(()))
    return [table.freeze(table.above, tip=past).raw]


def frame_somebody(table: LiarTable, tick: int) -> list[bytes]:
    """Freeze with two messages of somebody that contradict nothing."""
    del tick
    heard = table.voter.memory.messages.of(1)
    pairs = [pair for pair in pairwise(sorted(heard)) if pair[0].answer != pair[1].answer]
    return [*table.answers(), table.freeze(table.above, faults=(pairs[0],)).raw]


def propose_wrongly(table: LiarTable, tick: int) -> list[bytes]:
    """Answer late, and propose in own views what does not follow."""
    said = table.answers() if tick % 15 == 14 else []
    view = table.led_by(LIAR, table.above)
    freeze = table.freeze(view)
    return [*said, freeze.raw, table.proposal(view, freeze).raw]


def show_many_contents(table: LiarTable, tick: int) -> list[bytes]:
    """Sign another content each tick."""
    table.said()
    return [table.message(body=bytes([tick % 256, at])).to_bytes() for at in range(3)]


def return_all_the_time(table: LiarTable, tick: int) -> list[bytes]:
    """Keep silent, but come back each time it was put away."""
    del tick
    table.said()
    return [event.raw for event in table.program.ask_back() if isinstance(event, Transmit)]


def sign_in_a_far_view(table: LiarTable, tick: int) -> list[bytes]:
    """Answer in views that nobody has decided, far above all."""
    del tick
    return [
        table.signed_again(raw, view).to_bytes()
        for raw in table.answers()
        for view in (1 << 40, VIEW_LIMIT - 1)
    ]


def sign_in_many_views(table: LiarTable, tick: int) -> list[bytes]:
    """Sign one answer in forty views."""
    del tick
    return [
        table.signed_again(raw, view).to_bytes()
        for raw in table.answers()
        for view in range(40, 0, -1)
    ]


STRATEGIES: Final[tuple[Strategy, ...]] = (
    behave,
    keep_silent,
    freeze_far_away,
    freeze_at_the_last_view,
    pre_empt,
    exhaust,
    make_a_scapegoat,
    forget_all,
    name_what_nobody_has,
    accept_what_nobody_has,
    claim_a_past,
    frame_somebody,
    propose_wrongly,
    show_many_contents,
    return_all_the_time,
    sign_in_a_far_view,
    sign_in_many_views,
)


MANY: Final = [pytest.param(4, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.slow)]


@pytest.mark.parametrize("persons", [3, *MANY])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda one: one.__name__)
def test_one_liar_neither_stops_the_table_nor_puts_anybody_away(
    strategy: Strategy, persons: int
) -> None:
    table = lying(persons)
    table.play(strategy, STEPS)
    assert table.ticks <= SLOWEST
    assert table.gone <= {LIAR}
    table.assert_one_past()
    for session in table.honest:
        votes = session.voter.memory.votes
        assert all(len(votes.of(signer)) <= 2 * (SLACK + OTHERS) for signer in range(persons))
