"""The pasts that persons of a watched table speak for: what each said last, and who is a liar.

A person speaks for a head, and thereby for everything before it, in a signed page or with a short
signed packet (`protocol.wire.packets.Vouch`). Somebody who signed two contents for one step and
head does not count any more.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.values import Value
from protocol.charter import Charter
from protocol.record.double_signing import ProvenPair
from protocol.record.ending import persons_of
from protocol.spectate.follower import Follower
from protocol.wire.packets import RecordPage, Vouch


class _Said(Value):
    """The head before a step as a person named it last, and the counter of that packet."""

    step: int
    head: bytes
    counter: int


class Testimony:
    """The persons of a table and the heads they named.

    Attributes:
        liars: the proven contradiction of each person that has one, or of their bot.
    """

    def __init__(self, charter: Charter) -> None:
        """Begin with persons that have said nothing."""
        hellos = charter.hellos
        self._persons = persons_of(charter)
        self.signers = {hellos[signer].identity: signer for signer in self._persons}
        self._operators = {
            at: self.signers[hello.operator] for at, hello in enumerate(hellos) if hello.is_bot
        }
        self.liars: dict[int, ProvenPair] = {}
        self._said: dict[int, _Said] = {}
        self._shown: dict[int, tuple[Follower, int]] = {}
        self._agreed: dict[int, int] = {}
        self._differs: set[int] = set()

    # ---------------------------------------------------------------------- hearing

    def hear(self, signer: int, said: RecordPage | Vouch, counter: int, here: Follower) -> None:
        """Note the head that a person named; `here` is the past on which the spectator stands.

        A page of an earlier step takes nothing back: it is shown to somebody who lacks it.
        """
        before = self._said.get(signer)
        is_newer = before is None or counter > before.counter
        if before is None or (is_newer and (isinstance(said, Vouch) or said.step > before.step)):
            self._said[signer] = _Said(said.step, said.head, counter)
        ours = here.head_at(said.step)
        if ours is None:
            return
        if ours != said.head:
            self._differs.add(signer)
        elif isinstance(said, Vouch):
            self._differs.discard(signer)
        else:
            self._agreed[signer] = max(said.step, self._agreed.get(signer, 0))

    def follow(self, signers: Iterable[int], past: Follower, step: int) -> None:
        """Note that persons showed this step of a past, which is checked: they speak for it."""
        head = past.head_at(step + 1)
        for signer in signers:
            self._shown[signer] = (past, step + 1)
            said = self._said.get(signer)
            if said is not None and head is not None and past.head_at(said.step) == said.head:
                self._said[signer] = _Said(max(step + 1, said.step), head, said.counter)

    def convict(self, pairs: Iterable[ProvenPair]) -> None:
        """Note the persons that a contradiction proves to lie; they do not count any more."""
        for pair in pairs:
            self.liars.setdefault(self._operators.get(pair.signer, pair.signer), pair)

    def stand(self) -> None:
        """Forget where persons differed: the spectator stands on another past now."""
        self._agreed.clear()
        self._differs.clear()

    # --------------------------------------------------------------------- counting

    @property
    def honest(self) -> tuple[int, ...]:
        """The persons of which no lie is proven."""
        return tuple(signer for signer in self._persons if signer not in self.liars)

    def needed(self, past: Follower) -> int:
        """Return the number of persons whose word is enough for a past.

        They are more than half of those that no decision of that past put away until now, or all
        of them that are not proven to lie, if those are fewer.
        """
        away = past.away_by_decision
        honest = [signer for signer in self.honest if signer not in away]
        present = [signer for signer in self._persons if signer not in away]
        return max(1, min(len(present) // 2 + 1, len(honest)))

    def reached(self, past: Follower) -> tuple[tuple[int, int], ...]:
        """Return the persons that speak for a past, each with the steps up to which they do.

        Somebody who named a later head counts for the past to which they showed the last step.
        """
        found = []
        for signer in self.honest:
            said = self._said.get(signer)
            if said is None:
                continue
            head, (shown, steps) = past.head_at(said.step), self._shown.get(signer, (None, 0))
            if head == said.head:
                found.append((signer, said.step))
            elif head is None and shown is past:
                found.append((signer, steps))
        return tuple(found)

    def sure(self, past: Follower) -> int:
        """Return the number of steps of a past that enough persons speak for."""
        steps = sorted((step for _, step in self.reached(past)), reverse=True)
        needed = self.needed(past)
        return steps[needed - 1] if len(steps) >= needed else 0

    def elsewhere(self, past: Follower) -> tuple[int, ...]:
        """Return the persons that speak against a past."""
        found = []
        for signer in self.honest:
            said = self._said.get(signer)
            ours = None if said is None else past.head_at(said.step)
            is_other = said is not None and ours is not None and ours != said.head
            if is_other or signer in self._differs:
                found.append(signer)
        return tuple(found)

    def agreed(self, signer: int) -> int | None:
        """Return the last step for which a person has shown our head; None if it is not known."""
        return self._agreed.get(signer)
