"""A table on one machine: an ordinary shuffle, and every seat gets its own cards only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from client.bots import LEVELS, Bot, Situation
from client.tables import HandReceived, Owed, PackReceived, PlayedAction, TableEvent
from engine import actions as act
from engine import decisions as ask
from engine.board import DESTROYED_AT_START, OUTER
from engine.changes import PassPacks, StartDealing
from engine.decks import deck_faces
from engine.errors import Code, IllegalAction, Refusal
from engine.knowledge import (
    Knowledge,
    first_knowledge,
    publish,
    with_dealt_hand,
    with_pack,
    witness_all,
)
from engine.phases.gifts import HAND, PACK
from engine.setup import GODS_IN_GAME, OUTER_TOKENS, Layout
from engine.state import GameState, Options
from engine.story import Story
from engine.terms import Age, Deity, Face, Phase, Seat
from engine.values import Value, replace
from protocol.rules import rules_of


class Chair(Value):
    """The player of a seat: a bot of a level, or a person ("")."""

    name: str
    level: str = ""


class SetUp(Value):
    """Everything that makes a game with the same answers the same game.

    `decks` are listed from the top, one for each Age; bots draw their chance from `seed`.
    """

    chairs: tuple[Chair, ...]
    options: Options
    layout: Layout
    decks: tuple[tuple[Face, ...], ...]
    seed: int

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.chairs)


def shuffled(chairs: tuple[Chair, ...], seed: int, options: Options) -> SetUp:
    """Draw a set-up from `seed`: the same seed at the same table gives the same set-up."""
    players = len(chairs)
    chance = Random(seed)
    tokens = list(OUTER_TOKENS)
    chance.shuffle(tokens)
    ruins = list(OUTER)
    chance.shuffle(ruins)
    layout = Layout(
        first=Seat(chance.randrange(players)),
        tokens=tuple(tokens),
        ragnarok=(ruins[0], ruins[1], ruins[2]),
        destroyed=tuple(sorted(ruins[3 : 3 + DESTROYED_AT_START[players]])),
    )
    decks = []
    for age in Age:
        cards = list(_deck(age, players, options))
        chance.shuffle(cards)
        decks.append(tuple(cards))
    if options.gods:
        deities = list(Deity)
        chance.shuffle(deities)
        layout = replace(layout, gods=tuple(deities[:GODS_IN_GAME]))
    return SetUp(chairs, options, layout, tuple(decks), seed)


class LocalTable:
    """The whole table: deals, keeps the knowledge of every seat, and asks the bots.

    A player may only get a `LocalSeat`; the table itself knows everything.
    """

    def __init__(self, set_up: SetUp, chance: Random | None = None) -> None:
        """Take all seats and begin.

        All bots draw from `chance`. Without it, each question has a seed of its own, which takes
        longer, and depends only on the number of questions to a seat.

        Raises:
            BadPosition: the set-up is impossible.
            ValueError: a bot has an unknown level, or the decks are not those of the box.
        """
        self.set_up = set_up
        self.rules = rules_of(set_up.options.rules_version)
        self.state: GameState = self.rules.new_game(set_up.players, set_up.layout, set_up.options)
        self.actions = 0
        self.decisions = 0
        self._bots = tuple(_bot(chair.level) for chair in set_up.chairs)
        self._knowledge = [
            first_knowledge(Seat(seat), set_up.players) for seat in range(set_up.players)
        ]
        self._chance = chance
        self._asked = [0] * set_up.players
        self._answers: dict[Seat, tuple[act.Intent, ...]] = {}
        self._taken: dict[Seat, LocalSeat] = {}
        _check_decks(set_up)
        self._settle()

    # ---------------------------------------------------------------- looking

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self.state)

    def seat(self, seat: Seat) -> LocalSeat:
        """Take one seat to play or watch it; its events begin when it is first taken."""
        if seat not in self._taken:
            self._taken[seat] = LocalSeat(self, seat)
            self._call()
        return self._taken[seat]

    def knowledge(self, seat: Seat) -> Knowledge:
        """Return the knowledge of one seat."""
        return self._knowledge[seat]

    def owed_by(self, seat: Seat) -> ask.Decision | None:
        """Return the decision of one seat now, if any."""
        due = self.rules.owed_by(self.state, seat)
        # Duties are done before anybody can look.
        return None if isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty) else due

    def answers(self, seat: Seat) -> tuple[act.Intent, ...]:
        """Return every legal answer of one seat to its present decision."""
        decision = self.owed_by(seat)
        return () if decision is None else self._answers_to(decision)

    # ---------------------------------------------------------------- playing

    def step(self) -> tuple[PlayedAction, ...]:
        """Let the first bot that owes a decision answer; return nothing if no bot does."""
        for due in self.rules.owed(self.state):
            if ask.is_decision(due) and (bot := self._bots[due.seat]) is not None:
                answers = self._answers_to(due)
                return self._play(self._choose(bot, due, answers), answers)
        return ()

    def play(self) -> Iterator[PlayedAction]:
        """Let bots answer until a person has to decide or the game is over."""
        while applied := self.step():
            yield from applied

    def submit(self, seat: Seat, intent: act.Intent) -> tuple[PlayedAction, ...]:
        """Answer for one seat.

        Raises:
            IllegalAction: it is not a legal answer; nothing has changed.
        """
        if self.owed_by(seat) is None:
            raise IllegalAction(Refusal(Code.NOT_OWED, seat))
        if intent.seat != seat:
            raise IllegalAction(Refusal(Code.NOT_YOUR_ANSWER, seat))
        action, _ = publish(intent, self._knowledge[seat])
        why = self.rules.illegal(self.state, action)
        answers = self.answers(seat)
        if why is None and intent not in answers:
            hidden = Code.NOT_A_QUEST if isinstance(intent, act.Commit) else Code.WRONG_COUNT
            why = Refusal(hidden, seat)
        if why is not None:
            raise IllegalAction(why)
        return self._play(intent, answers)

    def _answers_to(self, decision: ask.Decision) -> tuple[act.Intent, ...]:
        seat = decision.seat
        if seat not in self._answers:
            self._answers[seat] = self.rules.intents(self.state, self._knowledge[seat], decision)
        return self._answers[seat]

    def _choose(
        self, bot: Bot, decision: ask.Decision, answers: tuple[act.Intent, ...]
    ) -> act.Intent:
        """Ask a bot, unless it has no choice."""
        seat = decision.seat
        if len(answers) == 1:
            return answers[0]
        chance = self._chance or Random(f"{self.set_up.seed}/{seat}/{self._asked[seat]}")
        answer = bot(Situation(self.state, self._knowledge[seat], decision, answers), chance)
        assert answer in answers, answer
        return answer

    def _play(
        self, intent: act.Intent, answers: tuple[act.Intent, ...]
    ) -> tuple[PlayedAction, ...]:
        """Play one of the legal answers."""
        seat = intent.seat
        self.decisions += len(answers) > 1
        self._asked[seat] += 1
        action, self._knowledge[seat] = publish(intent, self._knowledge[seat])
        return (self._apply(action), *self._settle())

    def _settle(self) -> tuple[PlayedAction, ...]:
        """Do every duty, those of the table too; then ask."""
        applied = []
        while duties := [due for due in self.rules.owed(self.state) if ask.is_duty(due)]:
            applied += [self._apply(self._duty(duty)) for duty in duties]
        self._call()
        return tuple(applied)

    def _duty(self, duty: ask.Duty) -> act.Action:
        if isinstance(duty, ask.BeginAgeDuty):
            roster = tuple(Seat(seat) for seat in range(self.state.players))
            return act.BeginAge(duty.age, duty.attempt, roster)
        if isinstance(duty, ask.PlaceGodsDuty):
            drawn = list(self.state.spare())
            Random(f"{self.set_up.seed}/gods/{int(duty.age)}").shuffle(drawn)
            return act.PlaceGods(duty.age, tuple(drawn[: len(self.state.gods)]))
        return self.rules.duty_done(self._knowledge[duty.seat], duty)

    def _apply(self, action: act.Action) -> PlayedAction:
        dealing = self.state.phase is Phase.GIFTS
        outcome = self.rules.apply_legal(self.state, action)
        self.state = outcome.state
        self.actions += 1
        self._answers.clear()
        applied = PlayedAction(action, outcome.story, outcome.state)
        for taken in self._taken.values():
            taken.hear(applied)
        if dealing:
            self._deal(outcome.story)
        elif outcome.story:
            self._witness(outcome.story)
        return applied

    def _call(self) -> None:
        """Report the present decisions to the taken seats."""
        for seat, taken in self._taken.items():
            taken.call(self.owed_by(seat))

    # ---------------------------------------------------------------- cards

    def _witness(self, story: Story) -> None:
        self._knowledge = witness_all(self._knowledge, story)

    def _deal(self, story: Story) -> None:
        """Play a story of the Gifts phase; cards change hands at their places in it."""
        heard = 0
        for index, item in enumerate(story):
            match item:
                case StartDealing():
                    self._witness(story[heard : index + 1])
                    heard = index + 1
                    self._hand_out(item)
                case PassPacks():
                    self._pass_left(item)
                case _:
                    pass
        self._witness(story[heard:])

    def _hand_out(self, item: StartDealing) -> None:
        """Deal packs, or hands without a draft, from the top of the deck (B3, B3a)."""
        cards = self.set_up.decks[item.age - 1]
        for number, seat in enumerate(item.roster):
            faces = cards[item.cards_each * number : item.cards_each * (number + 1)]
            if item.cards_each == PACK:
                self._open_pack(seat, faces)
            else:
                self._knowledge[seat] = with_dealt_hand(self._knowledge[seat], faces)
                self._tell(seat, HandReceived(tuple(sorted(faces))))

    def _pass_left(self, item: PassPacks) -> None:
        """Pass on the cards that the right neighbour did not keep (C2 to C4)."""
        if item.left == PACK - HAND:
            return  # the draft is over; the last cards go nowhere
        passed = [_not_kept(known) for known in self._knowledge]
        for seat in range(self.state.players):
            self._open_pack(Seat(seat), passed[seat - 1])

    def _open_pack(self, seat: Seat, faces: tuple[Face, ...]) -> None:
        self._knowledge[seat] = with_pack(self._knowledge[seat], faces)
        self._tell(seat, PackReceived(self._knowledge[seat].pack))

    def _tell(self, seat: Seat, event: TableEvent) -> None:
        if seat in self._taken:
            self._taken[seat].hear(event)


class LocalSeat:
    """One seat of a local table; implements `client.tables.Table` and shows nothing of others."""

    def __init__(self, table: LocalTable, seat: Seat) -> None:
        """Take `seat`, without the events so far."""
        self.seat = seat
        self.memory_aid = True
        self._table = table
        self._events: list[TableEvent] = []
        self._called: ask.Decision | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return tuple(chair.name for chair in self._table.set_up.chairs)

    @property
    def state(self) -> GameState:
        """The present shared state."""
        return self._table.state

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge of this seat about hidden cards."""
        return self._table.knowledge(self.seat)

    @property
    def owed(self) -> ask.Decision | None:
        """The decision this seat has to make now, if any."""
        return self._table.owed_by(self.seat)

    @property
    def answers(self) -> tuple[act.Intent, ...]:
        """Every legal answer to the decision, in canonical order."""
        return self._table.answers(self.seat)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose answer or duty is missing."""
        due = self._table.rules.owed(self._table.state)
        return tuple(one.seat for one in due if not isinstance(one, ask.TableDuty))

    def submit(self, intent: act.Intent) -> None:
        """Answer the decision.

        Raises:
            IllegalAction: it is not a legal answer; nothing has changed.
        """
        self._table.submit(self.seat, intent)

    def advance(self) -> bool:
        """Let the next bot answer; return whether there was one."""
        return bool(self._table.step())

    def events(self) -> tuple[TableEvent, ...]:
        """Return the events since the last call, in order."""
        events, self._events = tuple(self._events), []
        return events

    def hear(self, event: TableEvent) -> None:
        """Receive an event of the table."""
        self._events.append(event)

    def call(self, decision: ask.Decision | None) -> None:
        """Receive a decision; the same one is reported once."""
        if decision is not None and decision is not self._called:
            self._events.append(Owed(decision))
        self._called = decision


def _bot(level: str) -> Bot | None:
    if not level:
        return None
    if level not in LEVELS:
        raise ValueError(f"no bot level {level!r}: {', '.join(LEVELS)}")
    return LEVELS[level]


def _deck(age: Age, players: int, options: Options) -> tuple[Face, ...]:
    return deck_faces(age, players, kickstarter=options.kickstarter, mystics=options.mystics)


def _check_decks(set_up: SetUp) -> None:
    for age, cards in zip(Age, set_up.decks, strict=True):
        printed = _deck(age, set_up.players, set_up.options)
        if Counter(cards) != Counter(printed):
            raise ValueError(f"the deck of Age {int(age)} has not the cards of the box")


def _not_kept(known: Knowledge) -> tuple[Face, ...]:
    """Return the cards a seat passes on from its last pack."""
    seen = known.seen[-1]
    left = list(seen.faces)
    for face in seen.kept:
        left.remove(face)
    return tuple(left)
