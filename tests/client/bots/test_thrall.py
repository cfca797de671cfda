from random import Random

from client.bots import Situation
from client.bots.thrall import thrall
from engine import actions as act
from engine.decisions import Decision, TurnDecision
from engine.intents import intents
from tests.builders import A, Game, seat, table


def situation(game: Game, decision: Decision) -> Situation:
    known = game.knowledge[decision.seat]
    return Situation(game.state, known, decision, intents(game.state, known, decision))


def test_the_kind_of_answer_is_drawn_first() -> None:
    """Hundreds of marches do not drown out the only pillage."""
    game = table(A=seat(gimle="WWWL", hand="quest-alfheim"))
    asked = situation(game, TurnDecision(A))
    marches = sum(isinstance(answer, act.March) for answer in asked.answers)
    assert marches > 30
    drawn = [thrall(asked, Random(number)) for number in range(400)]
    pillages = sum(isinstance(answer, act.Pillage) for answer in drawn)
    assert 90 < pillages < 180


def test_a_thrall_does_not_pass_while_anything_else_is_legal() -> None:
    asked = situation(table(A=seat(rage=1)), TurnDecision(A))
    drawn = {thrall(asked, Random(number)) for number in range(200)}
    assert act.Pass(A) not in drawn
    assert drawn == set(asked.answers) - {act.Pass(A)}


def test_a_thrall_passes_when_nothing_else_is_legal() -> None:
    asked = Situation(
        table(A=seat()).state, table(A=seat()).knowledge[A], TurnDecision(A), (act.Pass(A),)
    )
    assert thrall(asked, Random(1)) == act.Pass(A)
