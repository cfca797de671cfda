"""Encoding the game's actions: a number for the verb, then its fields in order.

The wire numbers below never change their meaning; names of the engine may change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import actions as act
from engine.cards import CARDS
from engine.figures import Figures
from engine.terms import (
    LEADER,
    MYSTIC,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    ClanName,
    Face,
    FigureKind,
    Location,
    Origin,
    Place,
    Seat,
    Stat,
)
from protocol.errors import BadEncoding, Reason
from protocol.wire.codec import Encodable, Reader

_SEATS: Final = 5
_PLACES: Final = len(Place)
_LONGEST_ID: Final = 40
_MANY: Final = 64
_WIRE_LIMIT: Final = 256
_PLAIN_GROUP: Final = 4
"""Items of a group of figures without Mystics."""
_LOCATIONS: Final[tuple[Location, ...]] = (*Place, Origin.RESERVE, Origin.VALHALLA)
"""Locations by their number on the wire: places first, then those off the board."""


def _face(face: Face) -> Encodable:
    return (face.card, int(face.age))


def _figures(figures: Figures) -> Encodable:
    plain = (figures.warriors, figures.leader, figures.ships, figures.monsters)
    return (*plain, figures.mystics) if figures.mystics else plain


def pack_action(action: act.SeatAction) -> Encodable:
    """Encode an action."""
    seat = int(action.seat)
    match action:
        case act.ChooseClan():
            return (1, seat, str(action.clan))
        case act.Invade():
            return (2, seat, action.figure, int(action.place))
        case act.March():
            origin, target = int(action.origin), int(action.target)
            return (3, seat, origin, target, _figures(action.figures))
        case act.Upgrade():
            return (4, seat, _face(action.face), action.replaces)
        case act.Pillage():
            return (5, seat, int(action.place))
        case act.Repillage():
            return (6, seat, int(action.place))
        case act.InvadeFromValhalla():
            return (7, seat, action.figure, int(action.place))
        case act.Sacrifice():
            return (8, seat, tuple((int(place), kind) for place, kind in action.victims))
        case act.InvadeFree():
            return (10, seat, action.figure, int(action.place))
        case act.Join():
            return (15, seat, int(action.origin), action.figure)
        case act.QuestCounts():
            return (16, seat, action.bonus)
        case act.TideKeep():
            return (17, seat, action.figure)
        case act.AddLate():
            return (18, seat, _face(action.face))
        case act.Protect():
            saved = tuple((int(place), _figures(group)) for place, group in action.saved)
            return (20, seat, saved)
        case act.RaiseStatBy():
            return (21, seat, int(action.stat))
        case act.KeepPlayed():
            return (22, seat, tuple(_face(face) for face in action.faces))
        case act.WalkOn():
            return (23, seat, action.figure, int(action.place))
        case act.BoxFrom():
            return (31, seat, _LOCATIONS.index(action.location))
        case act.PlayOpen():
            return (32, seat, _face(action.face))
        case act.MoveGod():
            return (33, seat, int(action.place))
        case act.RetreatTo():
            return (34, seat, int(action.place))
        case act.TakeVillage():
            from_valhalla = action.origin is Origin.VALHALLA
            owner = int(action.owner)
            return (35, seat, int(action.place), owner, action.victim, from_valhalla)
        case act.Kept():
            return (28, seat, action.kept)
        case act.OpenCard():
            return (29, seat, _face(action.face))
        case act.OpenQuests():
            return (30, seat, tuple(_face(face) for face in action.faces))
        case _:
            return (_BARE_NUMBER[type(action)], seat)


_BARE: Final[dict[int, Callable[[Seat], act.SeatAction]]] = {
    9: act.Pass,
    11: act.Skip,
    12: act.Decline,
    13: act.SendSuccor,
    14: act.PillageAtOnce,
    19: act.Retreat,
    24: act.SendBlessing,
    25: act.Picked,
    26: act.Committed,
    27: act.Laid,
}
"""Verbs that carry nothing but the seat."""

_BARE_NUMBER: Final = {verb: number for number, verb in _BARE.items()}


def read_action(reader: Reader) -> act.SeatAction:
    """Decode an action.

    Raises:
        BadEncoding: it is none. Whether the action is legal is not judged here.
    """
    wire = reader.number(_WIRE_LIMIT)
    seat = Seat(reader.number(_SEATS))
    bare = _BARE.get(wire)
    action = bare(seat) if bare is not None else _read(reader, wire, seat)
    reader.end()
    return action


def _read(reader: Reader, wire: int, seat: Seat) -> act.SeatAction:
    match wire:
        case 1:
            return act.ChooseClan(seat, reader.word(ClanName))
        case 2:
            return act.Invade(seat, _kind(reader), _place(reader))
        case 3:
            return act.March(seat, _place(reader), _place(reader), _group(reader))
        case 4:
            face = _read_face(reader)
            replaces = None if reader.is_next_none() else _card(reader)
            return act.Upgrade(seat, face, replaces)
        case 5:
            return act.Pillage(seat, _place(reader))
        case 6:
            return act.Repillage(seat, _place(reader))
        case 7:
            return act.InvadeFromValhalla(seat, _kind(reader), _place(reader))
        case 8:
            return act.Sacrifice(seat, _victims(reader))
        case 10:
            return act.InvadeFree(seat, _kind(reader), _place(reader))
        case 15:
            return act.Join(seat, _place(reader), _kind(reader))
        case 16:
            return act.QuestCounts(seat, reader.number(_MANY))
        case 17:
            return act.TideKeep(seat, _kind(reader))
        case 18:
            return act.AddLate(seat, _read_face(reader))
        case 20:
            return act.Protect(seat, _saved(reader))
        case 21:
            return act.RaiseStatBy(seat, Stat(reader.number(len(Stat))))
        case 22:
            return act.KeepPlayed(seat, _faces(reader))
        case 23:
            return act.WalkOn(seat, _kind(reader), _place(reader))
        case 28:
            return act.Kept(seat, reader.flag())
        case 29:
            return act.OpenCard(seat, _read_face(reader))
        case 30:
            return act.OpenQuests(seat, _faces(reader))
        case 31:
            return act.BoxFrom(seat, _LOCATIONS[reader.number(len(_LOCATIONS))])
        case 32:
            return act.PlayOpen(seat, _read_face(reader))
        case 33:
            return act.MoveGod(seat, _place(reader))
        case 34:
            return act.RetreatTo(seat, _place(reader))
        case 35:
            place, owner = _place(reader), Seat(reader.number(_SEATS))
            victim = _kind(reader)
            origin = Origin.VALHALLA if reader.flag() else Origin.RESERVE
            return act.TakeVillage(seat, place, owner, victim, origin)
        case _:
            raise BadEncoding(Reason.UNKNOWN_MESSAGE, "action")


def _place(reader: Reader) -> Place:
    return Place(reader.number(_PLACES))


def _card(reader: Reader) -> CardId:
    card = CardId(reader.text(_LONGEST_ID))
    if card not in CARDS:
        raise BadEncoding(Reason.WRONG_SHAPE, reader.at)
    return card


def _kind(reader: Reader) -> FigureKind:
    kind = reader.text(_LONGEST_ID)
    if kind not in (WARRIOR, LEADER, SHIP, MYSTIC) and CardId(kind) not in CARDS:
        raise BadEncoding(Reason.WRONG_SHAPE, reader.at)
    return FigureKind(kind)


def _read_face(reader: Reader) -> Face:
    inner = reader.array()
    card = _card(inner)
    age = inner.number(len(Age) + 1)
    inner.end()
    if not age:
        raise BadEncoding(Reason.WRONG_SHAPE, inner.at)
    return Face(card, Age(age))


def _faces(reader: Reader) -> tuple[Face, ...]:
    inner = reader.array()
    found = tuple(_read_face(inner) for _ in range(len(inner)))
    inner.end()
    return found


def _group(reader: Reader) -> Figures:
    inner = reader.array()
    numbers = [inner.number(_MANY) for _ in range(3)]
    monsters = inner.array()
    cards = tuple(_card(monsters) for _ in range(len(monsters)))
    monsters.end()
    # No Mystics are no fifth item, so that one value has one form.
    mystics = inner.number(_MANY) if len(inner) > _PLAIN_GROUP else 0
    if len(inner) > _PLAIN_GROUP and not mystics:
        raise BadEncoding(Reason.WRONG_SHAPE, inner.at)
    inner.end()
    return Figures(numbers[0], numbers[1], numbers[2], cards, mystics)


def _victims(
    reader: Reader,
) -> tuple[tuple[Place, FigureKind], tuple[Place, FigureKind]]:
    inner = reader.array()
    found = []
    for _ in range(len(inner)):
        pair = inner.array()
        found.append((_place(pair), _kind(pair)))
        pair.end()
    inner.end()
    if len(found) != 2:  # noqa: PLR2004 - two figures are sacrificed (D37)
        raise BadEncoding(Reason.WRONG_SHAPE, inner.at)
    return found[0], found[1]


def _saved(reader: Reader) -> tuple[tuple[Place, Figures], ...]:
    inner = reader.array()
    found = []
    for _ in range(len(inner)):
        pair = inner.array()
        found.append((_place(pair), _group(pair)))
        pair.end()
    inner.end()
    return tuple(found)
