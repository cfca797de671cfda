"""Hypothesis strategies: figures, faces, actions of any kind, states of games."""

from __future__ import annotations

from functools import lru_cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from engine import actions as act
from engine.actions import Action
from engine.cards import CARDS
from engine.cards.model import faces_of
from engine.figures import Figures
from engine.state import GameState
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
    Origin,
    Place,
    Seat,
    Slot,
    Stat,
)
from tests.game import random_play

MONSTERS = tuple(card.id for card in CARDS.values() if card.slot is Slot.MONSTER)
PRINTED_FACES = tuple(face for card in CARDS.values() for face in faces_of(card))

ANY_PLACE = st.sampled_from(Place)
ANY_SEAT = st.integers(-1, 5).map(Seat)
ANY_KIND = st.sampled_from(
    (
        WARRIOR,
        LEADER,
        SHIP,
        MYSTIC,
        *map(FigureKind, MONSTERS),
        FigureKind("ghost"),
        FigureKind("tyrs-bash"),
    )
)
ANY_FACE = st.one_of(
    st.sampled_from(PRINTED_FACES),
    st.builds(Face, st.sampled_from((*CARDS, CardId("no-such-card"))), st.sampled_from(Age)),
)
ANY_FACES = st.lists(ANY_FACE, max_size=3).map(tuple)

SOUND_FIGURES = st.builds(
    Figures,
    st.integers(0, 8),
    st.integers(0, 1),
    st.integers(0, 1),
    st.lists(st.sampled_from(MONSTERS), max_size=2).map(lambda cards: tuple(sorted(cards))),
    st.integers(0, 2),
)
"""Figures a clan could have."""

ANY_FIGURES = st.one_of(
    SOUND_FIGURES,
    st.builds(
        Figures,
        st.integers(-1, 9),
        st.integers(-1, 2),
        st.integers(-1, 2),
        st.lists(st.sampled_from((*MONSTERS, CardId("ghost"))), max_size=3).map(tuple),
        st.integers(-1, 3),
    ),
)
"""Figures as anybody might write them: counts below zero, monsters in any order."""

ANY_VICTIM = st.tuples(ANY_PLACE, ANY_KIND)
ANY_SAVED = st.lists(st.tuples(ANY_PLACE, ANY_FIGURES), max_size=2).map(tuple)


def any_action() -> SearchStrategy[Action]:
    """Draw any action, well-formed and mostly senseless."""
    bare = (
        act.Pass,
        act.Skip,
        act.Decline,
        act.SendSuccor,
        act.PillageAtOnce,
        act.Retreat,
        act.SendBlessing,
        act.Picked,
        act.Committed,
        act.Laid,
        act.Absent,
    )
    return st.one_of(
        *(st.builds(kind, ANY_SEAT) for kind in bare),
        st.builds(act.ChooseClan, ANY_SEAT, st.sampled_from(ClanName)),
        st.builds(act.Invade, ANY_SEAT, ANY_KIND, ANY_PLACE),
        st.builds(act.InvadeFree, ANY_SEAT, ANY_KIND, ANY_PLACE),
        st.builds(act.InvadeFromValhalla, ANY_SEAT, ANY_KIND, ANY_PLACE),
        st.builds(act.March, ANY_SEAT, ANY_PLACE, ANY_PLACE, ANY_FIGURES),
        st.builds(
            act.Upgrade, ANY_SEAT, ANY_FACE, st.none() | st.sampled_from((*CARDS, CardId("none")))
        ),
        st.builds(act.Pillage, ANY_SEAT, ANY_PLACE),
        st.builds(act.Repillage, ANY_SEAT, ANY_PLACE),
        st.builds(act.Sacrifice, ANY_SEAT, st.tuples(ANY_VICTIM, ANY_VICTIM)),
        st.builds(act.Join, ANY_SEAT, ANY_PLACE, ANY_KIND),
        st.builds(act.QuestCounts, ANY_SEAT, st.integers(-1, 9)),
        st.builds(act.TideKeep, ANY_SEAT, ANY_KIND),
        st.builds(act.AddLate, ANY_SEAT, ANY_FACE),
        st.builds(act.Protect, ANY_SEAT, ANY_SAVED),
        st.builds(act.RaiseStatBy, ANY_SEAT, st.sampled_from(Stat)),
        st.builds(act.KeepPlayed, ANY_SEAT, ANY_FACES),
        st.builds(act.WalkOn, ANY_SEAT, ANY_KIND, ANY_PLACE),
        st.builds(
            act.TakeVillage,
            ANY_SEAT,
            ANY_PLACE,
            ANY_SEAT,
            ANY_KIND,
            st.sampled_from(Origin),
        ),
        st.builds(act.RetreatTo, ANY_SEAT, ANY_PLACE),
        st.builds(act.MoveGod, ANY_SEAT, ANY_PLACE),
        st.builds(act.PlayOpen, ANY_SEAT, ANY_FACE),
        st.builds(act.BoxFrom, ANY_SEAT, st.sampled_from((*Place, *Origin))),
        st.builds(act.Kept, ANY_SEAT, st.booleans()),
        st.builds(act.OpenCard, ANY_SEAT, ANY_FACE),
        st.builds(act.OpenQuests, ANY_SEAT, ANY_FACES),
        st.builds(act.PlaceGods, st.sampled_from(Age), st.lists(ANY_PLACE, max_size=3).map(tuple)),
        st.builds(
            act.BeginAge,
            st.sampled_from(Age),
            st.integers(0, 3),
            st.lists(ANY_SEAT, max_size=5).map(tuple),
        ),
    )


@lru_cache(maxsize=1)
def _states() -> tuple[GameState, ...]:
    """Return states from whole games: one per kind of question and number of seats, and more."""
    found: dict[tuple[object, ...], GameState] = {}
    for players, seed in ((2, 61), (3, 62), (4, 63), (5, 64), (4, 65), (5, 66)):
        boxes = random_play(players, seed, kickstarter=True, gods=True, mystics=True)
        for number, game in enumerate(boxes):
            words = tuple(sorted({due.word for due in game.state.owed}))
            found.setdefault((players, words, number % 60 == 0 and number), game.state)
    return tuple(found.values())


def any_state() -> SearchStrategy[GameState]:
    """Draw a state from a game; every kind of question occurs."""
    return st.deferred(lambda: st.sampled_from(_states()))
