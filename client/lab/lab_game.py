"""A game played on from a position: state, knowledge of each seat, and the story so far."""

from __future__ import annotations

from typing import NoReturn

from client.lab.document import Node
from client.lab.moves import LabQuestion, read_move
from client.lab.vocabulary import read_seat
from client.text.catalogue import listed
from client.text.refusals import refusal_sentence
from engine import actions as act
from engine import decisions as ask
from engine.changes import BeginTurn
from engine.errors import Code, IllegalAction, Refusal
from engine.knowledge import publish, witness
from engine.position import Opening
from engine.story import Story
from engine.terms import Seat, seat_letter
from protocol.rules import rules_for


class LabGame:
    """Plays the actions of a document, and opens face-down cards by itself."""

    def __init__(self, opening: Opening, turn: Seat) -> None:
        """Start from a position in which it should be the turn of `turn`.

        If it is not, the story says why somebody else has the turn, or why the phase is over.
        """
        self.state = opening.state
        self._rules = rules_for(opening.state)
        self.knowledge = list(opening.knowledge)
        self.story: Story = ()
        if opening.story != (BeginTurn(turn),):
            self._hear(opening.story)
        self._open()

    @property
    def asked(self) -> tuple[LabQuestion, ...]:
        """Return every question to a seat, with its legal answers."""
        return tuple(
            LabQuestion(
                due.seat,
                self.state.age,
                due,
                self.knowledge[due.seat].hand,
                self._rules.intents(self.state, self.knowledge[due.seat], due),
            )
            for due in self._rules.owed(self.state)
            if not isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty | ask.TableDuty)
        )

    def play(self, node: Node) -> None:
        """Play an action of the document.

        Raises:
            LabError: it cannot be read, or is not legal here.
        """
        asked = self._asked_by(node)
        intent = read_move(node, asked)
        try:
            action, known = publish(intent, self.knowledge[asked.seat])
        except IllegalAction as error:
            self._refuse(node, asked, intent, error.refusal)
        why = self._rules.illegal(self.state, action)
        if why is None and intent not in asked.options:
            why = _not_held(intent)
        if why is not None:
            self._refuse(node, asked, intent, why)
        self.knowledge[asked.seat] = known
        self._apply(action)
        self._open()

    def _asked_by(self, node: Node) -> LabQuestion:
        """Return the question to the seat of an action, or the first if it names no seat."""
        everybody = self.asked
        parts = node.entries()
        if not everybody:
            node.fail("no player has a decision left.")
        if "seat" not in parts:
            return everybody[0]
        seat = read_seat(parts["seat"], self.state.players)
        found = next((asked for asked in everybody if asked.seat == seat), None)
        if found is None:
            waited = listed(f"{seat_letter(asked.seat)} ({asked.due.word})" for asked in everybody)
            node.fail(
                "{seat} has nothing to decide now; waiting for: {waited}.",
                seat=seat_letter(seat),
                waited=waited,
            )
        return found

    def _refuse(self, node: Node, asked: LabQuestion, intent: act.Intent, why: Refusal) -> NoReturn:
        if why.code is Code.NOT_YOUR_ANSWER:
            node.fail(
                '{seat} must answer "{word}" now; "{do}" does not answer it.',
                seat=seat_letter(asked.seat),
                word=asked.due.word,
                do=intent.word,
            )
        node.fail(
            "{seat} cannot do this ({do}): {why}",
            seat=seat_letter(asked.seat),
            do=intent.word,
            why=refusal_sentence(why),
        )

    def _open(self) -> None:
        """Perform duties until somebody has a choice."""
        while True:
            due = next(iter(self._rules.owed(self.state)), None)
            if not isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
                return
            self._apply(self._rules.duty_done(self.knowledge[due.seat], due))

    def _apply(self, action: act.Action) -> None:
        outcome = self._rules.apply(self.state, action)
        self.state = outcome.state
        self._hear(outcome.story)

    def _hear(self, story: Story) -> None:
        self.story += story
        self.knowledge = [witness(known, story) for known in self.knowledge]


def _not_held(intent: act.Intent) -> Refusal:
    """Refuse an answer that is legal for others, but not with these cards in hand."""
    assert isinstance(intent, act.Commit), intent
    return Refusal(Code.NOT_A_QUEST, intent.seat, card=intent.face.card)
