"""Answers as objects of the document, read and written from one table.

A key that may be left out, or that has synonyms, is settled by the legal answers; whether the
whole is legal is then for the rulebook to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from client.lab.document import Json, Node
from client.lab.vocabulary import (
    FIGURE_KEYS,
    FIGURE_SYNONYMS,
    LOCATIONS,
    ORIGINS,
    SEATS,
    STATS,
    canonical_keys,
    figures_from,
    hints_of,
    read_card,
    read_face,
    read_figures,
    read_kind,
    read_place,
    read_placed,
    write_figures,
    written_value,
)
from client.text.catalogue import say
from engine import actions as act
from engine import decisions as ask
from engine.figures import Figures
from engine.terms import LEADER, Age, Face, FigureKind, Origin, Place, Seat
from engine.values import Value, field


class LabQuestion(Value):
    """A question to a seat: the decision, the legal answers, and the cards the seat holds."""

    seat: Seat
    age: Age
    due: ask.Decision
    hand: tuple[Face, ...]
    options: tuple[act.Intent, ...]


class _Action(Value):
    """An action that is read, by the keys of its object."""

    node: Node
    parts: Mapping[str, Node]
    asked: LabQuestion

    def part(self, key: str) -> Node:
        """Return the value of a key that must be there."""
        if key not in self.parts:
            self.node.fail('"{key}" is missing.', key=key)
        return self.parts[key]


_NEEDED: Final = object()
"""The usual value of a key that must be there."""
_FOUND: Final = object()
"""The usual value of a key that may be left out if a single legal answer fits."""


class _Key(Value):
    """A key of an action: the field of the intent behind it, and how that is read and written.

    `usual` is the value if the key is left out; None is preferred to any other legal answer.
    """

    name: str
    field: str
    read: Callable[[Node, LabQuestion], object]
    write: Callable[[object, object, Age], Json] = written_value
    usual: object = _NEEDED


class _Verb(Value):
    """A `do`: the intent, its keys, and their synonyms. A march has a group besides."""

    kind: type
    keys: tuple[_Key, ...] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)

    def read(self, said: _Action) -> act.Intent:
        """Read the needed keys first; the legal answers settle the ones left out."""
        given: dict[str, object] = {"seat": said.asked.seat}
        if self.kind is act.March:
            given["figures"] = _group(said)
        left_out = {}
        for key in sorted(self.keys, key=lambda key: key.usual is not _NEEDED):
            if key.usual is _NEEDED or key.name in said.parts:
                given[key.field] = key.read(said.part(key.name), said.asked)
            else:
                left_out[key.name] = key
        return self._completed(said, given, left_out) if left_out else self._intent(given)

    def _completed(
        self, said: _Action, given: Mapping[str, object], left_out: Mapping[str, _Key]
    ) -> act.Intent:
        usual = {key.field: key.usual for key in left_out.values()}
        options, missing = said.asked.options, next(iter(left_out))
        if None in usual.values() and (plain := self._intent({**given, **usual})) in options:
            return plain
        fitting = [
            one
            for one in options
            if type(one) is self.kind and all(getattr(one, name) == given[name] for name in given)
        ]
        if len(fitting) > 1:
            said.node.fail('"{key}" is missing, and more than one is possible.', key=missing)
        if not fitting and _FOUND in usual.values():
            said.node.fail('"{key}" is missing, and no figure fits.', key=missing)
        return fitting[0] if fitting else self._intent({**given, **usual})

    def _intent(self, values: Mapping[str, object]) -> act.Intent:
        intent = self.kind(**values)
        assert isinstance(intent, act.Intent)
        return intent


def read_move(node: Node, asked: LabQuestion) -> act.Intent:
    """Read an action of the document; whether it is legal is not checked.

    Raises:
        LabError: it cannot be read.
    """
    do = _Action(node, node.entries(), asked).part("do")
    verb = do.one_of(VERBS, say("an action of a seat"))
    names = [key.name for key in verb.keys]
    group = ("figures", *FIGURE_KEYS) if verb.kind is act.March else ()
    parts = node.fields(("seat", "do", *names, *group, *verb.synonyms))
    if verb.kind in (act.Skip, act.Decline):
        return _decline(asked)
    return verb.read(_Action(node, canonical_keys(node, parts, verb.synonyms), asked))


def written_answer(intent: act.Intent, age: Age) -> dict[str, Json]:
    """Return an answer as an object for `actions`, without the seat."""
    answer: dict[str, Json] = {"do": intent.word}
    kind: type = type(intent)
    hints = hints_of(kind)
    for key in _KEYS_OF[kind]:
        answer[key.name] = key.write(getattr(intent, key.field), hints[key.field], age)
    if isinstance(intent, act.March):  # with its zeros, so that no Warrior marches by default
        group = intent.figures
        answer |= {"warriors": group.warriors, "leader": group.leader}
        answer["monsters"] = [str(card) for card in group.monsters]
        if group.mystics:
            answer["mystics"] = group.mystics
    return answer


# ----------------------------------------------------------------- reading and writing


def _decline(asked: LabQuestion) -> act.Intent:
    """Say no, whatever the question: some questions have a word of their own for it."""
    match asked.due:
        case ask.FreeInvadeDecision():
            return act.Skip(asked.seat)
        case ask.KeepDecision():
            return act.Keep(asked.seat, None)
        case ask.QuestCountsDecision():
            return act.QuestCounts(asked.seat, 0)
        case _:
            return act.Decline(asked.seat)


def _group(said: _Action) -> Figures:
    named = {key: part for key, part in said.parts.items() if key in FIGURE_KEYS}
    if "figures" not in said.parts:
        return figures_from(said.node, named)
    if named:
        said.node.fail('"figures" and the figures beside it are the same thing; give one of them.')
    return read_figures(said.parts["figures"])


def _read_place(node: Node, _asked: LabQuestion) -> Place:
    return read_place(node)


def _read_kind(node: Node, _asked: LabQuestion) -> FigureKind:
    return read_kind(node)


def _read_held(node: Node, asked: LabQuestion) -> Face:
    return read_face(node, asked.age, asked.hand)


def _read_kept(node: Node, asked: LabQuestion) -> Face | None:
    return None if node.value is None else _read_held(node, asked)


def _read_played(node: Node, asked: LabQuestion) -> tuple[Face, ...]:
    among = asked.due.faces if isinstance(asked.due, ask.ProwessDecision) else ()
    return tuple(sorted(read_face(card, asked.age, among) for card in node.items()))


def _read_victims(figures: Node, asked: LabQuestion) -> object:
    victims = [_read_victim(node, asked) for node in figures.items()]
    if len(victims) != 2:  # noqa: PLR2004 - the card says two
        figures.fail("expected two figures.")
    return act.ordered_victims(*victims)


def _read_victim(node: Node, asked: LabQuestion) -> tuple[Place, FigureKind]:
    synonyms = {"from": "place", "province": "place", "fjord": "place"}
    parts = canonical_keys(node, node.fields(("place", "figure", *synonyms)), synonyms)
    said = _Action(node, parts, asked)
    return read_place(said.part("place")), read_kind(said.part("figure"))


def _write_victims(victims: object, _hint: object, _age: Age) -> Json:
    assert isinstance(victims, tuple)
    return [{"place": place.word, "figure": str(kind)} for place, kind in victims]


def _write_saved(saved: object, _hint: object, _age: Age) -> Json:
    assert isinstance(saved, tuple)
    return {place.word: write_figures(figures) for place, figures in saved}


_TARGETS: Final = {"province": "to", "place": "to", "fjord": "to"}
_PROVINCES: Final = {"to": "province", "place": "province"}
_FIGURE: Final = _Key("figure", "figure", _read_kind)
_TO: Final = _Key("to", "place", _read_place)
_TO_PROVINCE: Final = _Key("to", "place", _read_place)
_IN: Final = _Key("province", "place", _read_place)
_CARD: Final = _Key("card", "face", _read_held)
_CARDS: Final = _Key("cards", "faces", _read_played)

VERBS: Final = {
    "invade": _Verb(act.Invade, (_FIGURE, _TO), _TARGETS),
    "march": _Verb(
        act.March,
        (_Key("from", "origin", _read_place), _Key("to", "target", _read_place)),
        {**_TARGETS, **FIGURE_SYNONYMS},
    ),
    "upgrade": _Verb(
        act.Upgrade,
        (
            _CARD,
            _Key(
                "replaces",
                "replaces",
                lambda node, _: None if node.value is None else read_card(node),
                usual=None,
            ),
        ),
    ),
    "quest": _Verb(act.Commit, (_CARD,)),
    "pillage": _Verb(act.Pillage, (_IN,), _PROVINCES),
    "repillage": _Verb(act.Repillage, (_IN,), _PROVINCES),
    "valhalla-invade": _Verb(act.InvadeFromValhalla, (_FIGURE, _TO), _TARGETS),
    "take-village": _Verb(
        act.TakeVillage,
        (
            _IN,
            _Key("owner", "owner", lambda node, _: node.one_of(SEATS, say("a seat"))),
            _Key("figure", "victim", _read_kind),
            _Key(
                "from",
                "origin",
                lambda node, _: node.one_of(ORIGINS, say("reserve or valhalla")),
                usual=Origin.RESERVE,
            ),
        ),
        _PROVINCES,
    ),
    "sacrifice": _Verb(act.Sacrifice, (_Key("figures", "victims", _read_victims, _write_victims),)),
    "pass": _Verb(act.Pass),
    "free-invade": _Verb(act.InvadeFree, (_FIGURE, _TO), _TARGETS),
    "skip": _Verb(act.Skip),
    "succor": _Verb(act.SendSuccor),
    "domain": _Verb(act.PillageAtOnce),
    "join": _Verb(
        act.Join,
        (
            _Key("from", "origin", _read_place, usual=_FOUND),
            _Key("figure", "figure", _read_kind, usual=_FOUND),
        ),
    ),
    "decline": _Verb(act.Decline),
    "card": _Verb(act.Lay, (_CARD,)),
    "quest-counts": _Verb(
        act.QuestCounts, (_Key("bonus", "bonus", lambda node, _: node.number(0, 5)),)
    ),
    "tide-keep": _Verb(act.TideKeep, (_FIGURE,)),
    "open-play": _Verb(act.PlayOpen, (_CARD,)),
    "late": _Verb(act.AddLate, (_CARD,)),
    "retreat": _Verb(act.Retreat),
    "retreat-to": _Verb(act.RetreatTo, (_TO_PROVINCE,), _TARGETS),
    "god-move": _Verb(act.MoveGod, (_TO_PROVINCE,), _TARGETS),
    "protect": _Verb(
        act.Protect,
        (
            _Key(
                "figures",
                "saved",
                lambda node, _: tuple(sorted(read_placed(node), key=lambda pair: pair[0])),
                _write_saved,
            ),
        ),
    ),
    "stat": _Verb(
        act.RaiseStatBy,
        (_Key("stat", "stat", lambda node, _: node.one_of(STATS, say("a stat"))),),
    ),
    "prowess": _Verb(act.KeepPlayed, (_CARDS,)),
    "hammers-move": _Verb(
        act.WalkOn, (_Key("figure", "figure", _read_kind, usual=LEADER), _TO), _TARGETS
    ),
    "blessing": _Verb(act.SendBlessing),
    "box": _Verb(
        act.BoxFrom,
        (
            _Key(
                "location",
                "location",
                lambda node, _: node.one_of(LOCATIONS, say("a place, reserve or valhalla")),
            ),
        ),
        dict.fromkeys(("from", "place", "province", "fjord"), "location"),
    ),
    "keep": _Verb(act.Keep, (_Key("card", "face", _read_kept, usual=None),)),
}
"""Every `do` a seat can be asked for from the start of a turn on."""

_KEYS_OF: Final[dict[type, tuple[_Key, ...]]] = {
    act.ChooseClan: (_Key("clan", "clan", lambda node, _: node.value),),
    act.Pick: (_CARDS,),
    **{verb.kind: verb.keys for verb in VERBS.values()},
}
"""The keys of every answer; clans and picks are written only."""
