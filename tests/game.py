"""A game in a test: the state, the knowledge of each seat, and the story so far."""

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
from engine.state import RULES_VERSION, Clan, GameState, Options, Rulings
from engine.story import Story
from engine.terms import Age, Box, CardId, Deity, Face, Place, Seat
from engine.values import replace

_PLAIN_BOXES = (Box.BASE, Box.FIFTH_PLAYER)
_PUBLIC = (
    act.BeginAge,
    act.PlaceGods,
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
    "open-play",
    "late",
    "prowess",
    "keep",
    "open-card",
    "open-quests",
)


Item = TypeVar("Item")


def face(text: str, age: int = 1) -> Face:
    """Read the face of a card: `face("tyrs-smite", 2)` or `face("quest-alfheim@3")`."""
    card, _, named = text.partition("@")
    if named:
        return Face(CardId(card), Age(int(named)))
    return face_in(CardId(card), Age(age))


def faces(text: str, age: int = 1) -> tuple[Face, ...]:
    """Read several faces, in the order written."""
    return tuple(face(word, age) for word in text.split())


def write_face(one: Face) -> str:
    """Write a face with its Age, as in the notation."""
    return f"{one.card}@{one.age.value}"


class Game:
    """A game in progress: the state, the knowledge of each seat, and the story so far.

    Intents and actions are played alike. Duties are done automatically, or by the test if `duties`
    is false. All invariants are checked after every action.
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
        """Play moves in order, doing the duties between them; return the same game."""
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
        """Move cards between hands at the right places of the story."""
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
        """Pass the packs to the next drafting seats (C2, C9)."""
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
        """Read the move in a line; leave moves as they are."""
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
        """Return the reason why a move would be refused, if any."""
        move = self.move(line)
        if isinstance(move, act.Pick | act.Commit | act.Lay | act.Keep):
            try:
                action, _ = publish(move, self.knowledge[move.seat])
            except IllegalAction as error:
                return error.refusal
            return illegal(self.state, action)
        return illegal(self.state, move)

    def skip_calls(self) -> Game:
        """Decline every call to battle that is owed."""
        while isinstance(due := self.due(), ask.JoinDecision):
            self.play(act.Decline(due.seat))
        return self

    # ------------------------------------------------------------- looking

    def due(self) -> ask.Owed | None:
        """The first thing owed; None at the end of the game."""
        return next(iter(owed(self.state)), None)

    def owed(self) -> tuple[ask.Owed, ...]:
        """Everything owed."""
        return owed(self.state)

    def options(self, seat: Seat) -> tuple[Intent, ...]:
        """Return all legal answers of a seat to the thing it owes; none if it owes nothing."""
        due = owed_by(self.state, seat)
        if due is None or isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
            return ()
        return intents(self.state, self.knowledge[seat], due)

    def clan(self, seat: Seat) -> Clan:
        """Return the sheet of a seat."""
        return self.state.clans[seat]

    def glory(self, seat: Seat) -> int:
        """Return the Glory of a seat."""
        return self.state.clans[seat].glory

    def rage(self, seat: Seat) -> int:
        """Return the pool of a seat."""
        return self.state.clans[seat].rage

    def levels(self, seat: Seat) -> tuple[int, int, int]:
        """Return the Rage, Axes and Horns levels of a seat."""
        return self.state.clans[seat].levels

    def valhalla(self, seat: Seat) -> Figures:
        """Return a seat's figures in Valhalla."""
        return self.state.clans[seat].valhalla

    def reserve(self, seat: Seat) -> Figures:
        """Return a seat's figures in the reserve."""
        return self.state.clans[seat].reserve

    def figures(self, seat: Seat, place: Place) -> Figures:
        """Return a seat's figures in one place."""
        return self.state.figures(seat, place)

    def hand(self, seat: Seat) -> tuple[CardId, ...]:
        """Return the cards in the hand of a seat."""
        return tuple(one.card for one in self.knowledge[seat].hand)

    def is_pillaged(self, place: Place) -> bool:
        """Whether the token of a province shows its pillaged side."""
        return self.state.board.provinces[place].pillaged

    def told(self, kind: type[Item]) -> list[Item]:
        """Return all items of one kind in the story so far."""
        return [item for item in self.story if isinstance(item, kind)]

    # ------------------------------------------------------------- dealing

    def begin_age(self, *packs: str, attempt: int = 1) -> Game:
        """Begin the Age as the table and deal a pack or a hand to each seat ("" to none).

        Packs move left automatically when all seats have picked.
        """
        age = self.state.age
        self._packs = [tuple(sorted(faces(pack, age))) for pack in packs]
        roster = tuple(Seat(number) for number, pack in enumerate(packs) if pack)
        return self.play(act.BeginAge(age, attempt, roster))


def new_table(  # noqa: PLR0913 - every option of a table
    players: int,
    *,
    first: int = 0,
    rulings: Rulings | None = None,
    kickstarter: bool = False,
    gods: bool = False,
    mystics: bool = False,
    rules: int = RULES_VERSION,
    chance: Random | None = None,
    deities: tuple[Deity, Deity] | None = None,
) -> Game:
    """Make a game before the first Age, clans taken: the table owes the Age.

    Without `chance` the tokens are in canonical order, the plainest provinces are doomed, and the
    gods are Odin and Thor, or those of `deities`. With gods the table owes their places first.
    """
    gone = (Place.UTGARD, Place.ANDLANG, Place.MYRKVLOR)[: DESTROYED_AT_START[players]]
    both = deities or (Deity.ODIN, Deity.THOR)
    three = (Place.HORGR, Place.GIMLE, Place.ELVAGAR)
    layout = Layout(Seat(first), OUTER_TOKENS, three, gone, both if gods else ())
    if chance is not None:
        layout = _random_layout(players, chance)
        if gods:
            one, other = deities or chance.sample(tuple(Deity), 2)
            layout = replace(layout, gods=(one, other))
    game = Game(
        new_game(players, layout, Options(rulings or Rulings(), kickstarter, rules, gods, mystics)),
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


def deck(
    age: Age, players: int, *, kickstarter: bool = False, mystics: bool = False
) -> tuple[Face, ...]:
    """Return every card of an Age used by so many players (B2)."""
    boxes = {*_PLAIN_BOXES}
    if kickstarter:
        boxes |= {Box.KICKSTARTER, Box.KICKSTARTER_FIFTH}
    if mystics:
        boxes.add(Box.MYSTICS)
    return tuple(
        Face(card.id, age)
        for card in CARDS.values()
        for copy in card.copies
        if copy.age is age and copy.min_players <= players and copy.box in boxes
    )


def random_play(  # noqa: PLR0913 - every option of a table
    players: int,
    seed: int,
    *,
    rulings: Rulings | None = None,
    kickstarter: bool = False,
    gods: bool = False,
    mystics: bool = False,
    rules: int = RULES_VERSION,
    deities: tuple[Deity, Deity] | None = None,
    absences: int = 0,
) -> Iterator[Game]:
    """Play a whole game of random legal moves; yield it after the start and every move.

    Seats pass only if they can do nothing else. The table declares `absences` of a hundred
    decisions and duties absent, and deals again at as many picks. The same game object is
    yielded each time.
    """
    chance = Random(seed)
    game = new_table(
        players,
        rulings=rulings,
        kickstarter=kickstarter,
        gods=gods,
        mystics=mystics,
        rules=rules,
        chance=chance,
        deities=deities,
    )
    game.duties = not absences
    yield game
    while (due := game.due()) is not None:
        if isinstance(due, ask.PlaceGodsDuty):
            place_gods(game, chance)
        elif isinstance(due, ask.BeginAgeDuty):
            deal(game, chance, game.state.seats_from(Seat(0)))
        elif chance.randrange(100) < absences:
            _stay_away(game, chance, due)
        elif isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty):
            game.play(duty_done(game.knowledge[due.seat], due))
        else:
            game.play(random_choice(game.options(due.seat), chance))
        yield game


def place_gods(game: Game, chance: Random) -> None:
    """Draw the provinces of the gods, as the table (L6, L9)."""
    drawn = chance.sample(game.state.spare(), len(game.state.gods))
    game.play(act.PlaceGods(game.state.age, tuple(drawn)))


def deal(game: Game, chance: Random, roster: tuple[Seat, ...], *, attempt: int = 1) -> None:
    """Shuffle the deck of the Age and deal it to the roster, as the table."""
    state = game.state
    options = state.options
    cards = list(
        deck(state.age, state.players, kickstarter=options.kickstarter, mystics=options.mystics)
    )
    chance.shuffle(cards)
    each = 8 if state.rulings.draft and len(roster) > 1 else 6
    packs = [""] * state.players
    for seat in roster:
        packs[seat] = " ".join(map(write_face, cards[:each]))
        del cards[:each]
    game.begin_age(*packs, attempt=attempt)


def _stay_away(game: Game, chance: Random, due: ask.SeatOwed) -> None:
    """Declare a decision absent, or deal again without the seat (I2), as the table."""
    if not isinstance(due, ask.PickDecision):
        game.play(act.Absent(due.seat))
        return
    dealing = game.state.dealing
    assert dealing is not None
    roster = tuple(seat for seat in dealing.roster if seat != due.seat)
    deal(game, chance, roster, attempt=dealing.attempt + 1)


def random_choice(choices: tuple[Intent, ...], chance: Random) -> Intent:
    """Draw the verb first, then the answer; pass only if nothing else is legal."""
    verbs = sorted({choice.word for choice in choices} - {"pass"}) or ["pass"]
    verb = chance.choice(verbs)
    return chance.choice([choice for choice in choices if choice.word == verb])


def play_on(game: Game, chance: Random) -> Iterator[Game]:
    """Play random legal moves from a position to the next dealing or the end; see `random_play`."""
    yield game.play()
    while (due := game.due()) is not None and not isinstance(due, ask.TableDuty):
        game.play(random_choice(game.options(due.seat), chance))
        yield game


def _left(pack: tuple[Face, ...], gone: tuple[Face, ...]) -> tuple[Face, ...]:
    rest = list(pack)
    for one in gone:
        rest.remove(one)
    return tuple(rest)
