"""Readable positions, and a game to play on from them.

    game = table(
        A=seat(gimle="WWL troll", west="S", upgrades="troll", hand="tyrs-smite"),
        B=seat(gimle="W", hand="odins-smite"),
        age=2,
    )
    game.play(Pillage(A, GIMLE), Decline(B))
    assert game.glory(A) == 3

Seats are A to E, figures are written `W` Warrior, `L` Leader, `S` ship and card ids for
monsters, cards by id (of the Age of the position, or of another: `quest-alfheim@3`). What is
not named is as in a new game: four seats, Age 1, all nine provinces standing, levels 1, a full
pool, no Glory, all figures in the reserve. A has the turn and is the first player.
"""

from __future__ import annotations

from typing import TypedDict, TypeVar, Unpack

from engine import actions as act
from engine import decisions as ask
from engine.actions import Action, Intent
from engine.board import PLACES
from engine.cards import CARDS
from engine.changes import PassPacks, StartDealing
from engine.errors import IllegalAction, Refusal
from engine.figures import Figures, single
from engine.intents import duty_done, intents
from engine.invariants import check
from engine.knowledge import Knowledge, publish, with_dealt_hand, with_pack, witness
from engine.play import apply, illegal, owed, owed_by
from engine.position import FULL_POOL, Position, SeatPosition, face_in, open_position
from engine.state import Clan, GameState, Options, Rulings
from engine.story import Story
from engine.terms import LEADER, SHIP, WARRIOR, Age, CardId, Face, FigureKind, Place, Seat, Token

A, B, C, D, E = (Seat(number) for number in range(5))
SEATS = (A, B, C, D, E)

ELVAGAR, ANGERBODA, MUSPELHEIM, HORGR, UTGARD, ANDLANG, GIMLE, MYRKVLOR = (
    Place(number) for number in range(8)
)
YGGDRASIL = Place.YGGDRASIL
NORTH, EAST, SOUTH, WEST = (Place(number) for number in range(9, 13))

_KINDS = {"W": WARRIOR, "L": LEADER, "S": SHIP}

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

Item = TypeVar("Item")


class SeatWords(TypedDict, total=False):
    """What can be said about a seat; places hold figures."""

    elvagar: str
    angerboda: str
    muspelheim: str
    horgr: str
    utgard: str
    andlang: str
    gimle: str
    myrkvlor: str
    yggdrasil: str
    north: str
    east: str
    south: str
    west: str
    valhalla: str
    upgrades: str
    hand: str
    quests: str
    rage: int
    glory: int
    levels: tuple[int, int, int]
    passed: bool


class TableWords(TypedDict, total=False):
    """What can be said about a table beside its seats."""

    A: SeatWords
    B: SeatWords
    C: SeatWords
    D: SeatWords
    E: SeatWords
    players: int
    age: int
    first: Seat
    turn: Seat
    destroyed: str
    ragnarok: str
    pillaged: str
    tokens: dict[Place, Token | str]
    rulings: Rulings
    kickstarter: bool


def seat(**words: Unpack[SeatWords]) -> SeatWords:
    """What is said about one seat of a table."""
    return words


def figures(text: str) -> Figures:
    """A set of figures: `figures("WWL troll")`."""
    found = Figures()
    for word in text.split():
        if word in CARDS:
            found = found.plus(single(FigureKind(word)))
        else:
            for letter in word:
                found = found.plus(single(_KINDS[letter]))
    return found


def face(text: str, age: int = 1) -> Face:
    """The face of a card: `face("tyrs-smite", 2)` or `face("quest-alfheim@3")`."""
    card, _, named = text.partition("@")
    if named:
        return Face(CardId(card), Age(int(named)))
    return face_in(CardId(card), Age(age))


def faces(text: str, age: int = 1) -> tuple[Face, ...]:
    """Several faces, in the order written."""
    return tuple(face(word, age) for word in text.split())


def places(text: str) -> tuple[Place, ...]:
    """Places by their words: `places("gimle utgard")`."""
    return tuple(Place[word.upper()] for word in text.split())


def cards(text: str) -> tuple[CardId, ...]:
    """Card ids, each of which must exist."""
    return tuple(CARDS[CardId(word)].id for word in text.split())


def position(**words: Unpack[TableWords]) -> Position:
    """The position that is described."""
    age = words.get("age", 1)
    said = [words.get("A"), words.get("B"), words.get("C"), words.get("D"), words.get("E")]
    named = max((number for number, one in enumerate(said, 1) if one is not None), default=0)
    players = words.get("players", max(4, named))
    tokens = words.get("tokens", {})
    return Position(
        seats=tuple(_seat(one or SeatWords(), age) for one in said[:players]),
        age=Age(age),
        first=words.get("first", words.get("turn", A)),
        turn=words.get("turn", A),
        options=Options(words.get("rulings", Rulings()), words.get("kickstarter", False)),
        destroyed=places(words.get("destroyed", "")),
        ragnarok=places(words.get("ragnarok", "")),
        tokens=tuple((place, Token(token)) for place, token in tokens.items()),
        pillaged=places(words.get("pillaged", "")),
    )


def _seat(words: SeatWords, age: int) -> SeatPosition:
    said = {str(key): value for key, value in words.items()}
    return SeatPosition(
        rage=words.get("rage", FULL_POOL),
        levels=words.get("levels", (1, 1, 1)),
        glory=words.get("glory", 0),
        passed=words.get("passed", False),
        board=tuple(
            (place, figures(str(said[place.word]))) for place in PLACES if place.word in said
        ),
        valhalla=figures(words.get("valhalla", "")),
        upgrades=cards(words.get("upgrades", "")),
        hand=faces(words.get("hand", ""), age),
        quests=faces(words.get("quests", ""), age),
    )


def table(**words: Unpack[TableWords]) -> Game:
    """A game that goes on from the position that is described."""
    opening = open_position(position(**words))
    return Game(opening.state, opening.knowledge, opening.story)


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

    def play(self, *moves: Intent | Action) -> Game:
        """Play moves in order, opening what lies face down; the same game comes back."""
        for move in moves:
            self._move(move)
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
        self.story += story
        self.knowledge = [witness(known, story) for known in self.knowledge]
        for item in story:
            if isinstance(item, StartDealing):
                self._hand_out(dealt=True)
            elif isinstance(item, PassPacks):
                self._packs = [*self._packs[-1:], *self._packs[:-1]]
                if item.left > 2:
                    self._hand_out(dealt=False)

    def _hand_out(self, *, dealt: bool) -> None:
        drafted = any(isinstance(one, ask.PickDecision) for one in self.state.owed)
        give = with_pack if drafted or not dealt else with_dealt_hand
        for number, pack in enumerate(self._packs):
            if pack:
                self.knowledge[number] = give(self.knowledge[number], pack)

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

    def refuses(self, move: Intent | Action) -> Refusal | None:
        """Why a move would be refused; None where it would be played."""
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


def _left(pack: tuple[Face, ...], gone: tuple[Face, ...]) -> tuple[Face, ...]:
    rest = list(pack)
    for one in gone:
        rest.remove(one)
    return tuple(rest)
