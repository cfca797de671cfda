"""Worlds of the model whose values are real signed bytes, recorded as runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import Final, TypedDict

import pytest

from protocol.agreement.pasts import Head, SignedAnswer, StepEnd
from protocol.agreement.slips import VoteSigner, sign_return
from protocol.agreement.statements import FreezeVote, ProposalVote, SignedMessage, Statement
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity
from tests.model import values, world
from tests.model.charter import Charter, may_return
from tests.model.explore import MODES
from tests.model.machine import Person
from tests.model.world import Setting, World
from tests.protocol.agreement.runs.lies import ForgivingWorld, more_lies
from tests.protocol.agreement.views.counterparts import MARKS, digest_of, number_of
from tests.protocol.agreement.views.lockstep import TERMS

STATE: Final = hashlib.sha256(b"bloodrage/state/v1").digest()
"""The state at every head: seats are never drawn in a run."""


class StepForm(TypedDict):
    """A step of the script."""

    owers: list[int]
    is_seed: bool


class RunForm(TypedDict):
    """A run; README.md has the meaning of each field."""

    table: str
    quorum: str
    keys: list[str]
    operators: list[int | None]
    script: list[StepForm]
    state: str
    first_head: str
    wrong: list[str]
    statements: list[str]


@dataclass(frozen=True)
class RunPlan:
    """The world of a run: its seed, the kind of its table, the number of happenings."""

    seed: int
    setting: Setting
    happenings: int


class Recording:
    """The signers of a run, and the program's value for each of the model's, by number.

    `place` has the charter index of each signer of the model: its bots come last, those of a
    charter come anywhere.
    """

    def __init__(self, plan: RunPlan) -> None:
        setting, chance = plan.setting, Random(plan.seed)
        people = setting.persons + len(setting.operators)
        bots = set(chance.sample(range(people), len(setting.operators)))
        order = [s for s in range(people) if s not in bots] + sorted(bots)
        self.place: Final = dict(enumerate(order))
        self.signer_at: Final = {index: signer for signer, index in self.place.items()}
        self.table_id: Final = hashlib.sha256(repr(plan).encode()).digest()
        self.identities: Final = [
            Identity(hashlib.sha256(self.table_id + bytes([index])).digest())
            for index in range(people)
        ]
        self.heads: Final[dict[int, Head]] = {}
        self.answers: Final[dict[int, SignedAnswer]] = {}
        self.said: Final[dict[int, Statement]] = {}
        self.raws: Final[dict[int, bytes]] = {}

    def name(self, value: values.Value) -> None:
        """Give a value of the model the digest of its bytes as its number, when it is made."""
        match value:
            case values.Head():
                digest = self._head(value)
            case values.Return():
                digest = self._return(value)
            case values.Answer():
                digest = self._answer(value)
            case values.Message():
                digest = self._message(value)
            case values.Freeze() | values.Proposal() | values.Acceptance():
                digest = self._vote(value)
            case _:
                return
        object.__setattr__(value, "number", number_of(digest))

    def _head(self, head: values.Head) -> bytes:
        twin = Head(StepPoint.first(self.table_id, STATE).head)
        if head.before and head.closing:
            closing = head.closing
            answers = sorted(map(self._answer_of, closing.answers), key=lambda one: one.signer)
            marks = sorted((self.place[signer], MARKS[mark]) for signer, mark in closing.marks)
            back = sorted(self.place[signer] for signer in closing.back)
            end = StepEnd(tuple(answers), tuple(marks), tuple(back))
            twin = self.heads[head.before.number].after(end)
        self.heads.setdefault(number_of(twin.digest), twin)
        return twin.digest

    def _answer_of(self, answer: values.Answer) -> SignedAnswer:
        return self.answers[answer.number]

    def _return(self, slip: values.Return) -> bytes:
        index = self.place[slip.signer]
        head = digest_of(slip.head)
        signed = sign_return(self.identities[index], self.table_id, index, slip.head.step, head)
        self.raws[number_of(signed.digest)] = signed.raw
        return signed.digest

    def _envelope(self, answer: values.Answer, view: int) -> Envelope:
        index = self.place[answer.signer]
        point = StepPoint(self.table_id, answer.head.step, digest_of(answer.head), STATE)
        slips = sorted(answer.returns, key=lambda slip: (self.place[slip.signer], slip.number))
        returns = tuple(self.raws[slip.number] for slip in slips)
        identity, body = self.identities[index], answer.body.encode()
        return Envelope.seal(identity, point, index, body, returns, view)

    def _answer(self, answer: values.Answer) -> bytes:
        digest = self._envelope(answer, 0).digest
        head = self.heads[answer.head.number]
        twin = SignedAnswer(self.place[answer.signer], head, digest)
        self.answers[number_of(digest)] = twin
        return digest

    def _message(self, message: values.Message) -> bytes:
        envelope = self._envelope(message.answer, message.view)
        raw, digest = envelope.to_bytes(), envelope.content_digest
        self.raws[number_of(digest)] = raw
        twin = SignedMessage(digest, raw, self._answer_of(message.answer), message.view)
        self.said[number_of(digest)] = twin
        return digest

    def _vote(self, vote: values.Vote) -> bytes:
        index = self.place[vote.signer]
        scribe = VoteSigner(self.identities[index], self.table_id, index)
        said: Statement
        match vote:
            case values.Freeze():
                said = scribe.freeze(
                    vote.view,
                    self._proposal_of(vote.base),
                    self._proposal_of(vote.accepted),
                    self.heads[vote.tip.number],
                    tuple(map(self._answer_of, vote.held)),
                    tuple(self.place[signer] for signer in vote.late),
                    tuple((self.said[a.number], self.said[b.number]) for a, b in vote.faults),
                )
            case values.Proposal():
                found = (self.said[freeze.number] for freeze in vote.freezes)
                said = scribe.proposal(
                    vote.view, tuple(one for one in found if isinstance(one, FreezeVote))
                )
            case values.Acceptance():
                proposal = self._proposal_of(vote.proposal)
                assert proposal
                said = scribe.acceptance(proposal)
        self.said[number_of(said.digest)] = said
        self.raws[number_of(said.digest)] = said.raw
        return said.digest

    def _proposal_of(self, proposal: values.Proposal | None) -> ProposalVote | None:
        found = self.said[proposal.number] if proposal else None
        assert found is None or isinstance(found, ProposalVote)
        return found

    def form(self, table: Charter, said: Iterable[values.Statement | values.Return]) -> RunForm:
        """Return a run of everything that was said, in no order, up to the end of the script."""
        everything = sorted(said)
        kept = [
            one
            for one in everything
            if not (isinstance(one, values.Message) and table.is_end(one.head))
        ]
        Random(self.table_id).shuffle(kept)
        answers = {one.answer for one in kept if isinstance(one, values.Message)}
        operators = {
            self.place[bot]: self.place[person]
            for bot, person in table.person_of.items()
            if bot != person
        }
        return {
            "table": self.table_id.hex(),
            "quorum": TERMS[table.terms].value,
            "keys": [identity.public.hex() for identity in self.identities],
            "operators": [operators.get(index) for index in sorted(self.signer_at)],
            "script": [
                {"owers": sorted(self.place[s] for s in step.owers), "is_seed": step.is_seed}
                for step in table.script
            ],
            "state": STATE.hex(),
            "first_head": digest_of(table.root).hex(),
            "wrong": sorted(digest_of(one).hex() for one in answers if one.body == values.WRONG),
            "statements": [self.raws[one.number].hex() for one in kept],
        }


class CarefulPerson(Person):
    """A person that carries no return of a bot without its operator (6.4)."""

    def sign(self, signer: int, body: str) -> None:
        returns = self.memory.returns
        aside = {s: slip for s, slip in returns.items() if self._is_alone(slip)}
        for bot in aside:
            del returns[bot]
        super().sign(signer, body)
        for bot, slip in aside.items():
            returns.setdefault(bot, slip)

    def _is_alone(self, slip: values.Return) -> bool:
        operator = self.table.person_of[slip.signer]
        theirs = self.memory.returns.get(operator)
        is_with = theirs is not None and may_return(theirs, self.head)
        return operator in self.head.absences and operator != slip.signer and not is_with


@contextmanager
def _real_bytes(recording: Recording) -> Iterator[None]:
    """Give each value of the model that is made meanwhile its bytes."""
    number = values.Value.__post_init__

    def name(value: values.Value) -> None:
        number(value)
        recording.name(value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(values.Value, "__post_init__", name)
        patch.setattr(world, "Person", CarefulPerson)
        yield


def _hasten(found: World) -> None:
    """Let somebody come back, and now and then find others late, sooner than by chance."""
    person = found.chance.choice(found.people())
    person.come_back()
    if found.chance.random() < 0.2 and person.may_find_late():
        person.find_late()
    found.collect()


@dataclass(frozen=True)
class Recorded:
    """A run, the secret keys that signed it, and the charter indices of its liars."""

    form: RunForm
    identities: tuple[Identity, ...]
    liars: frozenset[int]


def record(plan: RunPlan) -> Recorded:
    """Run a hostile world to its end, and return everything that was said in it."""
    recording = Recording(plan)
    with _real_bytes(recording):
        kind = ForgivingWorld if plan.seed % 4 == 1 else World
        found = kind(plan.seed, plan.setting)
        for _ in repeat(None, plan.happenings):
            found.disturb()
            if plan.seed % 2:
                _hasten(found)
        mode = "clones" if kind is ForgivingWorld else MODES[plan.seed % len(MODES)]
        found.heal(mode, rounds=40)
        said = found.everything()
        said.update(more_lies(found, said))
        form = recording.form(found.table, said)
    liars = (s for liar in found.liars for s in found.table.signers(liar))
    indices = frozenset(recording.place[signer] for signer in liars)
    return Recorded(form, tuple(recording.identities), indices)
