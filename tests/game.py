"""A game being played in a test: the state, what each seat knows, and the story so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

from engine import actions as act
from engine import decisions as ask
from engine.actions import Action, Intent
from engine.board import DESTROYED_AT_START, OUTER
from engine.cards import CARDS
from engine.changes import PassPacks, StartDealing
from engine.errors import IllegalAction, Refusal
from engine.figures import Figures
from engine.intents import duty_done, intents
from engine.invariants import check
from engine.knowledge import (
    Knowledge,
    first_knowledge,
    publish,
    with_dealt_hand,
    with_pack,
    witness,
)
from engine.notation import read_move
from engine.play import apply, illegal, owed, owed_by
from engine.position import face_in
from engine.setup import OUTER_TOKENS, Layout, new_game
from engine.state import Clan, GameState, Options, Rulings
from engine.story import Story
from engine.terms import Age, Box, CardId, Face, Place, Seat

_PLAIN_BOXES = (Box.BASE, Box.FIFTH_PLAYER)
_PUBLIC = (
    act.BeginAge,
    act.Absent,
    act.Picked,
    act.Committed,
    act.Laid,
    act.Kept,
    act.OpenCard,
    act.OpenQuests,
)

_WITH_FACES = (
    "pick",
    "upgrade",
    "quest",
    "card",
    "late",
    "prowess",
    "keep",
    "open-card",
    "open-quests",
)


Item = TypeVar("Item")


def face(text: str, age: int = 1) -> Face:
    """The face of a card: `face("tyrs-smite", 2)` or `face("quest-alfheim@3")`."""
    card, _, named = text.partition("@")
    if named:
        return Face(CardId(card), Age(int(named)))
    return face_in(CardId(card), Age(age))


def faces(text: str, age: int = 1) -> tuple[Face, ...]:
    """Several faces, in the order written."""
    return tuple(face(word, age) for word in text.split())


def write_face(one: Face) -> str:
    """A face with its Age, as in the notation."""
    return f"{one.card}@{one.age.value}"


class Game:
    """A game being played: the state, what each seat knows, and the story so far.

    Intents and actions are played alike. What lies face down is opened by itself; with
    `duties = False` the test does it. All invariants are checked after every action.
    """

    def __init__(
        self, state: GameState, knowledge: tuple[Knowledge, ...], story: Story = ()
    ) -> None:
        self.state = state
        self.knowledge = list(knowledge)
        self.story: Story = story
        self.actions: list[Action] = []
        self.duties = True
        self._packs: list[tuple[Face, ...]] = []

    # ------------------------------------------------------------- playing

    def play(self, *moves: Intent | Action | str) -> Game:
        """Play moves in order, opening what lies face down; the same game comes back."""
        self._open()
        for move in moves:
            self._move(self.move(move))
            self._open()
        return self

    def _move(self, move: Intent | Action) -> None:
        action: Action
        known: Knowledge | None = None
        if isinstance(move, _PUBLIC):
            action = move
        else:
            action, known = publish(move, self.knowledge[move.seat])
            if isinstance(move, act.Pick):
                self._packs[move.seat] = _left(self._packs[move.seat], move.faces)
        outcome = apply(self.state, action)
        if known is not None:
            self.knowledge[known.seat] = known
        check(outcome.state)
        self.state = outcome.state
        self.actions.append(action)
        self._hear(outcome.story)

    def _hear(self, story: Story) -> None:
        """Cards change hands at their places in the story."""
        self.story += story
        for item in story:
            self.knowledge = [witness(known, (item,)) for known in self.knowledge]
            if isinstance(item, StartDealing):
                self._hand_out(item.roster, with_pack if item.cards_each == 8 else with_dealt_hand)
            elif isinstance(item, PassPacks) and item.left > 2:
                self._pass_left()

    def _hand_out(
        self, roster: tuple[Seat, ...], give: Callable[[Knowledge, tuple[Face, ...]], Knowledge]
    ) -> None:
        for seat in roster:
            self.knowledge[seat] = give(self.knowledge[seat], self._packs[seat])

    def _pass_left(self) -> None:
        """Packs go on among those who draft (C2, C9)."""
        assert self.state.dealing is not None
        roster = self.state.dealing.roster
        passed = [self._packs[seat] for seat in (roster[-1], *roster[:-1])]
        for seat, pack in zip(roster, passed, strict=True):
            self._packs[seat] = pack
        self._hand_out(roster, with_pack)

    def _open(self) -> None:
        while self.duties:
            due = [
                one
                for one in owed(self.state)
                if isinstance(one, ask.OpenCardDuty | ask.OpenQuestsDuty)
            ]
            if not due:
                return
            self._move(duty_done(self.knowledge[due[0].seat], due[0]))

    def move(self, text: Intent | Action | str) -> Intent | Action:
        """The move a line stands for; moves themselves are left as they are."""
        if not isinstance(text, str):
            return text
        words = text.split(" ")
        if words[1] in _WITH_FACES and len(words) > 2 and words[2] != "none":
            bare = words[2].split(",")
            age = self.state.age
            words[2] = ",".join(write_face(face(word, age)) for word in bare)
            if words[1] == "upgrade" and len(words) == 3:
                words.append("none")
        return read_move(" ".join(words))

    def refuses(self, line: Intent | Action | str) -> Refusal | None:
        """Why a move would be refused; None where it would be played."""
        move = self.move(line)
        if isinstance(move, act.Pick | act.Commit | act.Lay | act.Keep):
            try:
                action, _ = publish(move, self.knowledge[move.seat])
            except IllegalAction as error:
                return error.refusal
            return illegal(self.state, action)
        return illegal(self.state, move)

    def skip_calls(self) -> Game:
        """Decline every call to battle that is waited for."""
        while isinstance(due := self.due(), ask.JoinDecision):
            self.play(act.Decline(due.seat))
        return self

    # ------------------------------------------------------------- looking

    def due(self) -> ask.Owed | None:
        """The first thing waited for; None at the end of the game."""
        return next(iter(owed(self.state)), None)

    def owed(self) -> tuple[ask.Owed, ...]:
        """Everything waited for."""
        return owed(self.state)

    def options(self, seat: Seat) -> tuple[Intent, ...]:
        """All legal answers of a seat to what it owes; none where it owes nothing."""
        due = owed_by(self.state, seat)
        if due is None or isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
            return ()
        return intents(self.state, self.knowledge[seat], due)

    def clan(self, seat: Seat) -> Clan:
        """The sheet of a seat."""
        return self.state.clans[seat]

    def glory(self, seat: Seat) -> int:
        """The Glory of a seat."""
        return self.state.clans[seat].glory

    def rage(self, seat: Seat) -> int:
        """The pool of a seat."""
        return self.state.clans[seat].rage

    def levels(self, seat: Seat) -> tuple[int, int, int]:
        """Rage, Axes and Horns levels of a seat."""
        return self.state.clans[seat].levels

    def valhalla(self, seat: Seat) -> Figures:
        """What a seat has in Valhalla."""
        return self.state.clans[seat].valhalla

    def reserve(self, seat: Seat) -> Figures:
        """What a seat has in the reserve."""
        return self.state.clans[seat].reserve

    def figures(self, seat: Seat, place: Place) -> Figures:
        """What a seat has in one place."""
        return self.state.figures(seat, place)

    def hand(self, seat: Seat) -> tuple[CardId, ...]:
        """The cards in the hand of a seat."""
        return tuple(one.card for one in self.knowledge[seat].hand)

    def is_pillaged(self, place: Place) -> bool:
        """Whether the token of a province shows its pillaged side."""
        return self.state.board.provinces[place].pillaged

    def told(self, kind: type[Item]) -> list[Item]:
        """All items of one kind in the story so far."""
        return [item for item in self.story if isinstance(item, kind)]

    # ------------------------------------------------------------- dealing

    def begin_age(self, *packs: str, attempt: int = 1) -> Game:
        """The table begins the Age and deals: a pack, or a hand, to each seat ("" to none).

        Packs move left by themselves when all have picked.
        """
        age = self.state.age
        self._packs = [tuple(sorted(faces(pack, age))) for pack in packs]
        roster = tuple(Seat(number) for number, pack in enumerate(packs) if pack)
        return self.play(act.BeginAge(age, attempt, roster))


def new_table(
    players: int,
    *,
    first: int = 0,
    rulings: Rulings | None = None,
    kickstarter: bool = False,
    chance: Random | None = None,
) -> Game:
    """A game before the first Age, clans taken: the table is to begin the Age.

    Without `chance` the tokens lie in canonical order and the plainest provinces are doomed.
    """
    gone = (Place.UTGARD, Place.ANDLANG, Place.MYRKVLOR)[: DESTROYED_AT_START[players]]
    layout = Layout(Seat(first), OUTER_TOKENS, (Place.HORGR, Place.GIMLE, Place.ELVAGAR), gone)
    if chance is not None:
        layout = _random_layout(players, chance)
    game = Game(
        new_game(players, layout, Options(rulings or Rulings(), kickstarter)),
        tuple(first_knowledge(Seat(number), players) for number in range(players)),
    )
    while isinstance(due := game.due(), ask.ClanDecision):
        game.play(game.options(due.seat)[0])
    return game


def _random_layout(players: int, chance: Random) -> Layout:
    tokens, drawn = list(OUTER_TOKENS), list(OUTER)
    chance.shuffle(tokens)
    chance.shuffle(drawn)
    one, two, three, *rest = drawn
    gone = tuple(rest[: DESTROYED_AT_START[players]])
    return Layout(Seat(chance.randrange(players)), tuple(tokens), (one, two, three), gone)


def deck(age: Age, players: int, *, kickstarter: bool = False) -> tuple[Face, ...]:
    """Every card of an Age used by so many players (B2)."""
    boxes = tuple(Box) if kickstarter else _PLAIN_BOXES
    return tuple(
        Face(card.id, age)
        for card in CARDS.values()
        for copy in card.copies
        if copy.age is age and copy.min_players <= players and copy.box in boxes
    )


def random_play(
    players: int,
    seed: int,
    *,
    rulings: Rulings | None = None,
    kickstarter: bool = False,
    absences: int = 0,
) -> Iterator[Game]:
    """A whole game of players who do anything legal, seen after the start and every move.

    Passing is left for when nothing else can be done. `absences` of a hundred decisions and
    duties are declared absent by the table, and so many picks make it deal again. The same game
    is yielded each time.
    """
    chance = Random(seed)
    game = new_table(players, rulings=rulings, kickstarter=kickstarter, chance=chance)
    game.duties = not absences
    yield game
    while (due := game.due()) is not None:
        if isinstance(due, ask.BeginAgeDuty):
            deal(game, chance, game.state.seats_from(Seat(0)))
        elif chance.randrange(100) < absences:
            _stay_away(game, chance, due)
        elif isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
            game.play(duty_done(game.knowledge[due.seat], due))
        else:
            game.play(random_choice(game.options(due.seat), chance))
        yield game


def deal(game: Game, chance: Random, roster: tuple[Seat, ...], *, attempt: int = 1) -> None:
    """The table shuffles the deck of the Age and deals it to the roster."""
    state = game.state
    cards = list(deck(state.age, state.players, kickstarter=state.options.kickstarter))
    chance.shuffle(cards)
    each = 8 if state.rulings.draft and len(roster) > 1 else 6
    packs = [""] * state.players
    for seat in roster:
        packs[seat] = " ".join(map(write_face, cards[:each]))
        del cards[:each]
    game.begin_age(*packs, attempt=attempt)


def _stay_away(game: Game, chance: Random, due: ask.SeatOwed) -> None:
    """The table declares a decision absent, or deals again without a seat (I2)."""
    if not isinstance(due, ask.PickDecision):
        game.play(act.Absent(due.seat))
        return
    dealing = game.state.dealing
    assert dealing is not None
    roster = tuple(seat for seat in dealing.roster if seat != due.seat)
    deal(game, chance, roster, attempt=dealing.attempt + 1)


def random_choice(choices: tuple[Intent, ...], chance: Random) -> Intent:
    """First what is done is drawn, then how; passing only where nothing else can be done."""
    verbs = sorted({choice.word for choice in choices} - {"pass"}) or ["pass"]
    verb = chance.choice(verbs)
    return chance.choice([choice for choice in choices if choice.word == verb])


def play_on(game: Game, chance: Random) -> Iterator[Game]:
    """Whatever is legal from a position to the next dealing or the end, as `random_play`."""
    yield game.play()
    while (due := game.due()) is not None and not isinstance(due, ask.BeginAgeDuty):
        game.play(random_choice(game.options(due.seat), chance))
        yield game


def _left(pack: tuple[Face, ...], gone: tuple[Face, ...]) -> tuple[Face, ...]:
    rest = list(pack)
    for one in gone:
        rest.remove(one)
    return tuple(rest)
