"""A line of the log, and the parts shared by the modules that write lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from client.text.catalogue import Fields, say
from client.text.names import Names, bonus, capital, card_name, deity_name, place_name
from engine.cards import CARDS
from engine.changes import Source
from engine.terms import CardId, Deity, Face, Kind, Place, Reward, Seat
from engine.values import Value


class LogTopic(StrEnum):
    """The subject of a line, for filters."""

    PHASE = "phase"
    TURN = "turn"
    BOARD = "board"
    CARDS = "cards"
    BATTLE = "battle"
    SCORE = "score"
    QUEST = "quest"
    TABLE = "table"
    CHAT = "chat"


class LogLine(Value):
    """One line of the log, short for a pane and as a full sentence.

    `level` is 0 for an action or a phase, 1 for its consequences. `cards` are the cards the line
    names, `place` and `seat` its place and its actor, `battle` the number of its battle (0: none),
    `action` the number of its action (0: not counted). A `void` line was undone later.
    """

    short: str
    full: str
    topic: LogTopic
    seat: Seat | None = None
    level: int = 1
    cards: tuple[CardId, ...] = ()
    place: Place | None = None
    battle: int = 0
    action: int = 0
    void: bool = False

    def sentence(self, *, full: bool) -> str:
        """Return the line in words; an action that was undone is marked as void."""
        text = self.full if full else self.short
        return say("(void) {line}", line=text) if self.void and not self.level else text


class About(Value):
    """The subject of a line: its actor, its place, the cards it names, and its level."""

    seat: Seat | None = None
    place: Place | None = None
    cards: tuple[CardId, ...] = ()
    level: int = 1


Told = tuple[LogTopic, str, str, str]
"""The words of a line: its topic, its short form, its full sentence, and that about the viewer.

The last one is "" if the sentence is the same for "you" as for a name.
"""


def log_line(
    names: Names,
    about: About,
    topic: LogTopic,
    short: str,
    full: str,
    yours: str = "",
    /,
    **fields: str | int,
) -> LogLine:
    """Return a line from sentences of the catalogue; `yours` is about the viewer, if it differs.

    `{who}`, `{place}` and `{card}` are the seat, the place and the first card it is about.
    """
    own = about.seat is not None and about.seat == names.you
    words: Fields = {}
    if about.seat is not None:
        words["who"] = names.full(about.seat)
    if about.place is not None:
        words["place"] = place_name(about.place)
    if about.cards:
        words["card"] = card_name(about.cards[0])
    said = yours if own and yours else full
    told, sentence = say(short, **words | fields), say(said, **words | fields)
    if own:
        told, sentence = capital(told), capital(sentence)
    return LogLine(told, sentence, topic, about.seat, about.level, about.cards, about.place)


_REWARDS: Final = {
    Reward.TOKEN: "pillage",
    Reward.BATTLE: "battle won",
    Reward.QUEST: "quest",
    Reward.RAGNAROK: "Ragnarök",
    Reward.STATS: "stats",
    Reward.STOLEN: "stolen",
}


def source_name(source: Source) -> str:
    """Name the source of Glory, Rage or a stat step in a word or two."""
    match source:
        case Reward():
            return say(_REWARDS[source])
        case Deity():
            return deity_name(source)
        case _:
            return card_name(source)


def source_fields(source: Source) -> Fields:
    """Name a source twice: as `what` at the end of a line, as `cause` at its beginning."""
    what = source_name(source)
    return {"what": what, "cause": capital(what)}


def source_cards(source: Source) -> tuple[CardId, ...]:
    """Return the card that is the source, if it is one."""
    return () if isinstance(source, Reward | Deity) else (source,)


def shown(face: Face) -> str:
    """Name a card revealed in battle: "Tyr's Smite +5", "Heimdall's Sight +X", "Troll +0"."""
    card = CARDS.get(face.card)
    if card is not None and card.bonus_is_best:
        return say("{card} +X", card=card_name(face.card))
    value = card.bonus if card is not None and card.kind is Kind.BATTLE else 0
    return say("{card} {bonus}", card=card_name(face.card), bonus=bonus(value))


def counted(things: Iterable[str]) -> list[str]:
    """List each thing once with its number: "Heimdall's Eye x3"."""
    counts = Counter(things)
    return [f"{thing} x{number}" if number > 1 else thing for thing, number in counts.items()]


def by_letter(names: Names, amounts: tuple[tuple[Seat, int], ...]) -> str:
    """Join amounts of several seats: "W 6, R 7"."""
    return ", ".join(f"{names.letter(seat)} {amount}" for seat, amount in amounts)


def by_name(names: Names, amounts: tuple[tuple[Seat, int], ...]) -> str:
    """Join amounts of several seats with their names: "Wolf 6, Raven 7"."""
    return ", ".join(f"{names.full(seat)} {amount}" for seat, amount in amounts)
