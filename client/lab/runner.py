"""Read a position, play its actions, and write the result: from document to document."""

from __future__ import annotations

from client.lab.document import Json, LabError, laid_out, read_json
from client.lab.lab_game import LabGame
from client.lab.moves import written_answer
from client.lab.position_objects import POSITION_KEYS, read_position, written_position
from client.lab.problems import problem_sentence
from client.lab.story_objects import written_story
from client.lab.vocabulary import write_face
from engine import decisions as ask
from engine.errors import BadPosition
from engine.position import open_position, write_position
from engine.state import Battle, Played
from engine.terms import Age, seat_letter


def run_lab(text: str) -> str:
    """Play the actions of a document from its position, and return the result as a document.

    Raises:
        LabError: with one sentence that says what is wrong and where.
    """
    parts = read_json(text).fields((*POSITION_KEYS, "actions"))
    position = read_position(parts)
    try:
        opening = open_position(position)
    except BadPosition as error:
        raise LabError(problem_sentence(position, error)) from error
    game = LabGame(opening, position.turn)
    for action in parts["actions"].items() if "actions" in parts else []:
        game.play(action)
    return laid_out(_report(game, position.age)) + "\n"


def _report(game: LabGame, began: Age) -> dict[str, Json]:
    """Report the result; bare card ids are of the present Age, in the story of the Age `began`."""
    state, age = game.state, game.state.age
    asked = game.asked
    turn_start = any(isinstance(one.due, ask.TurnDecision) for one in asked)
    known = tuple(game.knowledge)
    position = written_position(
        write_position(state, known), state.phase, state.turn, turn_start=turn_start
    )
    if state.battle is not None:
        position["battle"] = _battle(state.battle, game, age)
    return {
        "position": position,
        "story": written_story(game.story, began),
        "owed": [
            {
                "seat": seat_letter(one.seat),
                "decision": one.due.word,
                "answers": [written_answer(option, age) for option in one.options],
            }
            for one in asked
        ],
    }


def _battle(battle: Battle, game: LabGame, age: Age) -> Json:
    laid = {known.seat: known.laid for known in game.knowledge if known.laid is not None}
    return {
        "province": battle.place.word,
        "pillager": seat_letter(battle.pillager),
        "participants": [seat_letter(seat) for seat in battle.participants],
        "laid": {seat_letter(seat): write_face(face, age) for seat, face in laid.items()},
        "cards": [_played(played, age) for played in battle.cards],
        "decided": battle.decided,
        "winner": None if battle.winner is None else seat_letter(battle.winner),
    }


def _played(played: Played, age: Age) -> Json:
    return {
        "seat": seat_letter(played.seat),
        "card": write_face(played.face, age),
        "late": played.late,
        "blanked": played.blanked,
        "counts": played.counts,
        "where": played.where.value,
    }
