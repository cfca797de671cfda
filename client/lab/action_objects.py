"""Actions of the document: what a seat says it does, in the words of the lab.

Where a key has synonyms or may be left out, the answers that are legal decide what is meant;
whether the whole is legal is then for the rulebook to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from client.lab.document import Node
from client.lab.vocabulary import (
    FIGURE_KEYS,
    FIGURE_SYNONYMS,
    PLACES,
    STATS,
    canonical_keys,
    figures_from,
    read_card,
    read_face,
    read_figures,
    read_kind,
)
from client.text.catalogue import say
from engine import actions as act
from engine import decisions as ask
from engine.figures import Figures
from engine.legal_turns import ordered_victims
from engine.terms import Age, Face, FigureKind, Place, Seat

_TARGETS: Final = {"province": "to", "place": "to", "fjord": "to"}
_PROVINCES: Final = {"to": "province", "place": "province"}


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked what: the decision, the legal answers, and the cards the seat holds."""

    seat: Seat
    age: Age
    due: ask.Decision
    hand: tuple[Face, ...]
    options: tuple[act.Intent, ...]


@dataclass(frozen=True, slots=True)
class Saying:
    """What a seat says, by the keys of its action."""

    node: Node
    parts: Mapping[str, Node]
    asked: Asked

    @property
    def seat(self) -> Seat:
        """Who says it."""
        return self.asked.seat

    def part(self, key: str) -> Node:
        """The value of a key that must be there."""
        return needed(self.node, self.parts, key)

    def place(self, key: str) -> Place:
        """A place."""
        return self.part(key).one_of(PLACES, say("a province or fjord"))

    def kind(self) -> FigureKind:
        """The figure it is about."""
        return read_kind(self.part("figure"))

    def face(self) -> Face:
        """The card in hand it is about."""
        return read_face(self.part("card"), self.asked.age, self.asked.hand)

    def only(self, candidates: list[act.Intent], missing: str) -> act.Intent | None:
        """The one legal answer that fits; None where none does, and the rulebook says why."""
        if len(candidates) > 1:
            self.node.fail('"{key}" is missing, and there is more than one way.', key=missing)
        return candidates[0] if candidates else None


@dataclass(frozen=True, slots=True)
class _Verb:
    """How one `do` is read: what it makes, its keys, and their synonyms."""

    read: Callable[[Saying], act.Intent]
    keys: tuple[str, ...] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)


def read_move(node: Node, asked: Asked) -> act.Intent:
    """The intent an action of the document stands for.

    Raises:
        LabError: it cannot be read.
    """
    verb = needed(node, node.entries(), "do").one_of(VERBS, say("something a seat can do"))
    parts = node.fields(("seat", "do", *verb.keys, *verb.synonyms))
    return verb.read(Saying(node, canonical_keys(node, parts, verb.synonyms), asked))


def needed(node: Node, parts: Mapping[str, Node], key: str) -> Node:
    """The value of a key that must be there."""
    if key not in parts:
        node.fail('"{key}" is missing.', key=key)
    return parts[key]


# ------------------------------------------------------------------ the turn


def _invade(said: Saying) -> act.Intent:
    return act.Invade(said.seat, said.kind(), said.place("to"))


def _invade_free(said: Saying) -> act.Intent:
    return act.InvadeFree(said.seat, said.kind(), said.place("to"))


def _invade_from_valhalla(said: Saying) -> act.Intent:
    return act.InvadeFromValhalla(said.seat, said.kind(), said.place("to"))


def _march(said: Saying) -> act.Intent:
    if "figures" in said.parts:
        if any(key in said.parts for key in FIGURE_KEYS):
            said.node.fail('"figures" and figures beside it say the same twice.')
        group = read_figures(said.parts["figures"])
    else:
        parts = {key: part for key, part in said.parts.items() if key in FIGURE_KEYS}
        group = figures_from(said.node, parts)
    return act.March(said.seat, said.place("from"), said.place("to"), group)


def _upgrade(said: Saying) -> act.Intent:
    upgrades = [one for one in said.asked.options if isinstance(one, act.Upgrade)]
    face = said.face()
    if "replaces" in said.parts:
        replaces = said.parts["replaces"]
        over = None if replaces.value is None else read_card(replaces)
        return act.Upgrade(said.seat, face, over)
    free = act.Upgrade(said.seat, face, None)
    if free in upgrades:
        return free
    fitting: list[act.Intent] = [one for one in upgrades if one.face == face]
    return said.only(fitting, "replaces") or free


def _pillage(said: Saying) -> act.Intent:
    return act.Pillage(said.seat, said.place("province"))


def _repillage(said: Saying) -> act.Intent:
    return act.Repillage(said.seat, said.place("province"))


def _sacrifice(said: Saying) -> act.Intent:
    figures = said.part("figures")
    victims = [_victim(one) for one in figures.items()]
    if len(victims) != 2:  # noqa: PLR2004 - the card says two
        figures.fail("two figures are expected.")
    return act.Sacrifice(said.seat, ordered_victims(*victims))


def _victim(node: Node) -> tuple[Place, FigureKind]:
    parts = node.fields(("place", "figure", "from", "province", "fjord"))
    synonyms = {"from": "place", "province": "place", "fjord": "place"}
    said = canonical_keys(node, parts, synonyms)
    place = needed(node, said, "place").one_of(PLACES, say("a province or fjord"))
    return place, read_kind(needed(node, said, "figure"))


def _quest(said: Saying) -> act.Intent:
    return act.Commit(said.seat, said.face())


# ---------------------------------------------------------------- other answers


def _decline(said: Saying) -> act.Intent:
    """No, whatever the question: some questions have a word of their own for it."""
    match said.asked.due:
        case ask.FreeInvadeDecision():
            return act.Skip(said.seat)
        case ask.KeepDecision():
            return act.Keep(said.seat, None)
        case ask.QuestCountsDecision():
            return act.QuestCounts(said.seat, 0)
        case _:
            return act.Decline(said.seat)


def _join(said: Saying) -> act.Intent:
    origin = said.place("from") if "from" in said.parts else None
    kind = said.kind() if "figure" in said.parts else None
    if origin is not None and kind is not None:
        return act.Join(said.seat, origin, kind)
    fitting: list[act.Intent] = [
        one
        for one in said.asked.options
        if isinstance(one, act.Join) and origin in (None, one.origin) and kind in (None, one.figure)
    ]
    missing = "from" if origin is None else "figure"
    found = said.only(fitting, missing)
    if found is None:
        said.node.fail('"{key}" is missing, and nobody fits.', key=missing)
    return found


def _walk(said: Saying) -> act.Intent:
    place = said.place("to")
    if "figure" in said.parts:
        return act.WalkOn(said.seat, said.kind(), place)
    fitting: list[act.Intent] = [
        one for one in said.asked.options if isinstance(one, act.WalkOn) and one.place == place
    ]
    found = said.only(fitting, "figure")
    return act.WalkOn(said.seat, FigureKind("leader"), place) if found is None else found


def _card(said: Saying) -> act.Intent:
    return act.Lay(said.seat, said.face())


def _late(said: Saying) -> act.Intent:
    return act.AddLate(said.seat, said.face())


def _keep(said: Saying) -> act.Intent:
    if "card" not in said.parts or said.parts["card"].value is None:
        return act.Keep(said.seat, None)
    return act.Keep(said.seat, said.face())


def _quest_counts(said: Saying) -> act.Intent:
    return act.QuestCounts(said.seat, said.part("bonus").number(0, 5))


def _tide(said: Saying) -> act.Intent:
    return act.TideKeep(said.seat, said.kind())


def _protect(said: Saying) -> act.Intent:
    saved = [
        (Node(name, figures.path).one_of(PLACES, say("a province or fjord")), read_figures(figures))
        for name, figures in said.part("figures").entries().items()
    ]
    return act.Protect(said.seat, tuple(sorted(saved, key=_by_place)))


def _by_place(pair: tuple[Place, Figures]) -> Place:
    return pair[0]


def _stat(said: Saying) -> act.Intent:
    return act.RaiseStatBy(said.seat, said.part("stat").one_of(STATS, say("a stat")))


def _prowess(said: Saying) -> act.Intent:
    among = said.asked.due.faces if isinstance(said.asked.due, ask.ProwessDecision) else ()
    cards = said.part("cards").items()
    return act.KeepPlayed(
        said.seat, tuple(sorted(read_face(card, said.asked.age, among) for card in cards))
    )


VERBS: Final[dict[str, _Verb]] = {
    "invade": _Verb(_invade, ("figure", "to"), _TARGETS),
    "march": _Verb(
        _march, ("from", "to", "figures", *FIGURE_KEYS), {**_TARGETS, **FIGURE_SYNONYMS}
    ),
    "upgrade": _Verb(_upgrade, ("card", "replaces")),
    "quest": _Verb(_quest, ("card",)),
    "pillage": _Verb(_pillage, ("province",), _PROVINCES),
    "repillage": _Verb(_repillage, ("province",), _PROVINCES),
    "valhalla-invade": _Verb(_invade_from_valhalla, ("figure", "to"), _TARGETS),
    "sacrifice": _Verb(_sacrifice, ("figures",)),
    "pass": _Verb(lambda said: act.Pass(said.seat)),
    "free-invade": _Verb(_invade_free, ("figure", "to"), _TARGETS),
    "skip": _Verb(_decline),
    "succor": _Verb(lambda said: act.SendSuccor(said.seat)),
    "domain": _Verb(lambda said: act.PillageAtOnce(said.seat)),
    "join": _Verb(_join, ("from", "figure")),
    "decline": _Verb(_decline),
    "card": _Verb(_card, ("card",)),
    "quest-counts": _Verb(_quest_counts, ("bonus",)),
    "tide-keep": _Verb(_tide, ("figure",)),
    "late": _Verb(_late, ("card",)),
    "retreat": _Verb(lambda said: act.Retreat(said.seat)),
    "protect": _Verb(_protect, ("figures",)),
    "stat": _Verb(_stat, ("stat",)),
    "prowess": _Verb(_prowess, ("cards",)),
    "hammers-move": _Verb(_walk, ("figure", "to"), _TARGETS),
    "blessing": _Verb(lambda said: act.SendBlessing(said.seat)),
    "keep": _Verb(_keep, ("card",)),
}
