from __future__ import annotations

from client.text.battle_outcome import Fate, effects, fates, verdict
from client.text.names import names_of
from engine.battle_changes import AddLateCard, DecideBattle, DiscardCard, ReturnCard
from engine.changes import GainGlory, ToValhalla
from engine.figures import Figures
from engine.story import BattleTotal, CompareNote, NothingNote, TextNote
from engine.terms import Age, CardId, Cause, Face, Place, Reward
from tests.builders import GIMLE, A, B, C, seat, table

NAMES = names_of(table(A=seat(), B=seat(), C=seat()).state, ("Ann", "Bo", "Cy"), A)
EYE = Face(CardId("heimdalls-eye"), Age.TWO)
SMASH = Face(CardId("tyrs-smash"), Age.ONE)


def totals(*amounts: int) -> tuple[BattleTotal, ...]:
    return tuple(
        BattleTotal(seat, (), amount) for seat, amount in zip((A, B, C), amounts, strict=False)
    )


def test_the_verdict_compares_the_two_highest_totals() -> None:
    (told,) = verdict(totals(8, 6, 1), A, A, NAMES)
    assert told == "You win 8 to 6 (Bo)."


def test_losers_read_the_strength_they_lacked() -> None:
    _, lacked = verdict(totals(5, 8), B, A, NAMES)
    assert lacked == "You were 4 short of winning."


def test_a_tie_comes_with_its_rule() -> None:
    (told,) = verdict(totals(4, 4, 1), None, A, NAMES)
    assert told == "Tie at 4 (you and Bo): everybody loses."


def test_onlookers_lack_nothing() -> None:
    assert len(verdict(totals(5, 8)[:2], B, C, NAMES)) == 1


def test_an_effect_shares_a_line_with_its_result() -> None:
    dead = ToValhalla(B, Figures(warriors=1), GIMLE, Cause.SMITE)
    story = (
        TextNote(A, CardId("odins-smite")),
        dead,
        AddLateCard(B, EYE),
        NothingNote(B, CardId("odins-smite")),
    )
    told = effects(story, NAMES)
    assert len(told) == 3
    assert "→" in told[0]
    assert "Warrior" in told[0]
    assert told[1].endswith("added")


def test_fates_list_the_gravest_first() -> None:
    story = (
        CompareNote(GIMLE, totals(8, 6)),
        DecideBattle(A),
        ReturnCard(B, SMASH),
        DiscardCard(A, EYE),
        DiscardCard(A, EYE),
        ToValhalla(B, Figures(leader=1), GIMLE, Cause.BATTLE),
        ToValhalla(B, Figures(ships=1), Place.WEST, Cause.BATTLE),
        GainGlory(A, 3, Reward.BATTLE, 9),
    )
    own, others = fates(story, (A, B), A, NAMES)
    assert own == (
        Fate(A, wins=True, results=("+3 Glory (now 9), battle won", "Heimdall's Eye x2 discarded")),
        Fate(B, wins=False, results=("Leader and ship to Valhalla", "Tyr's Smash back in hand")),
    )
    assert others == ()
