"""Sample games of bots, and a story of rare events."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from client.tables import PlayedAction
from client.tables.simulate import bot_table
from engine import battle_changes as fight
from engine import changes as deed
from engine import decisions as ask
from engine import story as note
from engine.changes import Change
from engine.story import Note, Story
from engine.terms import Age, CardId, Deity, Face, Place, Seat

A, B = Seat(0), Seat(1)


@lru_cache
def game(players: int, seed: int) -> tuple[PlayedAction, ...]:
    """Play a game of bots that choose at random."""
    return tuple(bot_table(players, seed, ["thrall"]).play())


RARE: Story = (
    deed.StartDealing(Age.TWO, 2, (A,), 6),
    deed.MarkPassed(A),
    deed.ShowQuests(A, (), 2),
    deed.LoseRage(B, 1, CardId("lokis-trickery"), 2),
    deed.GainRage(A, 1, CardId("lokis-trickery"), 3),
    fight.LoseLaidCard(A),
    fight.DeferDomain(A),
    fight.ThrowAway(((A, Face(CardId("tyrs-rage"), Age.TWO)),)),
    note.AbsentNote(A, ask.TurnDecision.word),
    note.StatLostNote(A, None, CardId("thors-oath")),
    note.QuestNote(A, None, fulfilled=False),
    deed.RecruitMystic(A),
    deed.PlaceGod(Deity.ODIN, Place.HORGR),
    deed.PlaceGod(Deity.LOKI, None),
    deed.SendGod(A, Deity.ODIN, Place.HORGR, Place.GIMLE),
    fight.PlayOpenCard(A, Face(CardId("tyrs-rage"), Age.TWO)),
    note.GodNote(Deity.TYR, Place.GIMLE),
    note.RepelledNote(A, Place.GIMLE),
    note.SparedNote(Place.HORGR, Place.GIMLE),
    note.NothingFallsNote(Place.HORGR),
)
KINDS = (*get_args(Change), *get_args(Note))
