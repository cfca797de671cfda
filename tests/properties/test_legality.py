"""Legal answers: the list of a seat, public legality and `apply` agree."""

from __future__ import annotations

from random import Random

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.actions import Intent
from engine.canonical import canonical
from engine.errors import IllegalAction
from engine.figures import single
from engine.intents import intents
from engine.invariants import check
from engine.knowledge import publish
from engine.play import apply, illegal, owed, owed_by
from engine.state import GameState
from engine.terms import LEADER, FigureKind, Seat
from tests.builders import GIMLE, HORGR, A, B, Game, face, seat, table
from tests.candidates import candidates, passes
from tests.game import random_play

MENU = (
    act.ChooseClan,
    act.Pick,
    act.Invade,
    act.March,
    act.Upgrade,
    act.Commit,
    act.Pillage,
    act.Repillage,
    act.InvadeFromValhalla,
    act.TakeVillage,
    act.Sacrifice,
    act.InvadeFree,
    act.SendSuccor,
    act.PillageAtOnce,
    act.Join,
    act.Lay,
    act.QuestCounts,
    act.TideKeep,
    act.AddLate,
    act.PlayOpen,
    act.Retreat,
    act.RetreatTo,
    act.MoveGod,
    act.Protect,
    act.RaiseStatBy,
    act.KeepPlayed,
    act.WalkOn,
    act.SendBlessing,
    act.BoxFrom,
    act.Keep,
    act.Pass,
    act.Skip,
    act.Decline,
)
"""Verbs in the order of the list of answers; yes before no."""

RICH = {
    "equals": table(
        A=seat(gimle="dwarf-chieftain", upgrades="dwarf-chieftain dwarf-chieftain", hand="troll"),
        players=5,
        kickstarter=True,
    ).play("A upgrade troll dwarf-chieftain"),
    "sacrifice": table(
        A=seat(
            upgrades="friggas-sacrifice friggas-domain tyrs-challenge troll sea-serpent",
            gimle="WWL",
            yggdrasil="troll",
            west="S sea-serpent",
            valhalla="WW",
            levels=(1, 1, 5),
            hand="quest-alfheim fire-giant thors-glory tyrs-bash masters-in-arms",
        ),
        B=seat(andlang="WW", utgard="WW"),
        C=seat(utgard="W"),
        destroyed="horgr",
        pillaged="myrkvlor",
        age=3,
    ),
    "protect": table(
        A=seat(gimle="L", hand="tyrs-judgement"),
        B=seat(
            gimle="WW troll valkyrie",
            west="S",
            rage=3,
            upgrades="friggas-protection troll valkyrie",
            levels=(1, 1, 3),
        ),
    ).play("A pillage gimle", "A card tyrs-judgement"),
    "hammers": table(
        A=seat(gimle="L mountain-giant", upgrades="lord-of-hammers mountain-giant"),
        B=seat(myrkvlor="WWW"),
    )
    .play("A pillage gimle")
    .skip_calls(),
    "elf": table(A=seat(upgrades="dark-elf fire-giant", hand="dwarf-chieftain", rage=3), players=5),
}
"""Positions with many kinds of answers."""


def agree(game: Game, due: ask.Decision) -> None:
    """Require that a seat's list is exactly the legal answers, once each, in menu order."""
    knowledge = game.knowledge[due.seat]
    listed = intents(game.state, knowledge, due)
    assert len(set(listed)) == len(listed)
    let_through = {
        intent
        for intent in candidates(game.state, knowledge, due)
        if passes(game.state, knowledge, due, intent)
    }
    assert set(listed) == let_through
    verbs = [MENU.index(type(intent)) for intent in listed]
    assert verbs == sorted(verbs)


def all_apply(game: Game, listed: tuple[Intent, ...]) -> None:
    """Require that every listed answer publishes to an action that applies and keeps the state
    sound."""
    for intent in listed:
        action, knowledge = publish(intent, game.knowledge[intent.seat])
        assert illegal(game.state, action) is None
        outcome = apply(game.state, action)
        check(outcome.state)
        assert knowledge.seat == intent.seat


def decisions(game: Game) -> list[ask.Decision]:
    """Return every decision a seat owes now."""
    return [
        due
        for due in owed(game.state)
        if not isinstance(due, ask.TableDuty | ask.OpenCardDuty | ask.OpenQuestsDuty)
    ]


@pytest.mark.parametrize("name", RICH)
def test_in_rich_positions_the_list_is_exactly_the_legal_answers(name: str) -> None:
    for due in decisions(RICH[name]):
        agree(RICH[name], due)
        all_apply(RICH[name], RICH[name].options(due.seat))


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_in_random_games_the_list_is_exactly_the_legal_answers(players: int, seed: int) -> None:
    seen: set[type[ask.Decision]] = set()
    for number, game in enumerate(
        random_play(players, seed, kickstarter=True, gods=True, mystics=True)
    ):
        for due in decisions(game):
            if type(due) not in seen or number % 9 == 0:
                seen.add(type(due))
                agree(game, due)


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6), (4, 7), (5, 8)])
def test_every_listed_answer_applies(players: int, seed: int) -> None:
    for number, game in enumerate(
        random_play(players, seed, kickstarter=True, gods=True, mystics=True)
    ):
        for due in decisions(game):
            if number % 5 == 0:
                all_apply(game, game.options(due.seat)[:40])


# ---------------------------------------------------------------- refusals


def refused(state: GameState, action: act.Action) -> bool:
    """Whether an action is refused, as `illegal` said it would be."""
    why = illegal(state, action)
    if why is None:
        check(apply(state, action).state)
        return False
    with pytest.raises(IllegalAction) as error:
        apply(state, action)
    assert error.value.refusal == why
    return True


@pytest.mark.parametrize(("players", "seed"), [(2, 11), (3, 12), (4, 13), (5, 14)])
def test_every_attempt_applies_or_is_refused(players: int, seed: int) -> None:
    """Answers of every seat, in turn or not, to any question; the state stays as it was."""
    chance = Random(seed)
    fates = {True: 0, False: 0}
    for number, game in enumerate(random_play(players, seed, gods=True, mystics=True)):
        if number % 8:
            continue
        before = canonical(game.state)
        for known in game.knowledge:
            due = owed_by(game.state, known.seat)
            decision = None if isinstance(due, ask.OpenCardDuty | ask.OpenQuestsDuty) else due
            tries = list(candidates(game.state, known, decision))
            for intent in chance.sample(tries, min(25, len(tries))):
                if isinstance(intent, act.Pick | act.Commit | act.Lay | act.Keep):
                    continue
                fates[refused(game.state, intent)] += 1
            for action in face_down(game.state, known.seat):
                fates[refused(game.state, action)] += 1
        assert canonical(game.state) == before
    assert min(fates.values()) > 10


TROLL = face("troll")


def face_down(state: GameState, one: Seat) -> list[act.Action]:
    """Return public halves and actions of the table, sensible or not."""
    return [
        act.Picked(one),
        act.Committed(one),
        act.Laid(one),
        act.Kept(one, kept=True),
        act.Kept(one, kept=False),
        act.OpenCard(one, TROLL),
        act.OpenQuests(one, ()),
        act.OpenQuests(one, (TROLL,)),
        act.Absent(one),
        act.Absent(Seat(state.players)),
        act.Pass(Seat(-1)),
        act.Pass(Seat(9)),
        act.BeginAge(state.age, 1, (A, B)),
        act.BeginAge(state.age, 2, (A,)),
        act.PlaceGods(state.age, state.spare()[:2]),
        act.PlaceGods(state.age, state.spare()[:1] * 2),
    ]


def test_nobody_answers_for_another() -> None:
    game = table(B=seat(gimle="W"))
    for intent in (act.Pass(B), act.Pillage(B, GIMLE), act.Invade(B, LEADER, GIMLE)):
        assert refused(game.state, intent)


def test_an_unknown_monster_moves_nothing() -> None:
    game = table(A=seat(gimle="W"))
    ghost = FigureKind("ghost")
    assert refused(game.state, act.Invade(A, ghost, GIMLE))
    assert refused(game.state, act.March(A, GIMLE, HORGR, single(ghost)))


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_many_random_games_the_list_is_exactly_the_legal_answers(players: int) -> None:
    for seed in range(25):
        for number, game in enumerate(
            random_play(players, seed, kickstarter=True, gods=True, mystics=True)
        ):
            for due in decisions(game):
                if number % 4 == 0 or not isinstance(due, ask.TurnDecision):
                    agree(game, due)
