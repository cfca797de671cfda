"""What the line mode tells when it is asked to: situation, board, clans, hand, quests."""

from __future__ import annotations

from typing import Final

from client.prompts.nodes import DecisionContext
from client.text.board_lists import board_lines, clan_lines, moment, province_line, rank_of
from client.text.card_words import face_facts
from client.text.catalogue import say
from client.text.names import Names, face_name
from client.text.standing import quest_sentence
from client.text.wrapping import packed
from engine.board import PROVINCES
from engine.knowledge import Knowledge
from engine.standing import quest_status
from engine.state import GameState
from engine.terms import Face, Stat


def situation(asked: DecisionContext, actions: int) -> tuple[str, ...]:
    """Where the game stands at the start of the own turn."""
    state, seat, names = asked.state, asked.knowledge.seat, asked.names
    clan = state.clans[seat]
    head = say(
        "[{number}] {moment}. Your turn ({clan}). Rage {rage} of {full}, Axes {axes}, "
        "Horns {used} of {most}, Glory {glory} (place {rank}).",
        number=actions,
        moment=moment(state),
        clan=names.clan(seat),
        rage=clan.rage,
        full=clan.value(Stat.RAGE),
        axes=clan.value(Stat.AXES),
        used=state.on_board(seat),
        most=clan.value(Stat.HORNS),
        glory=clan.glory,
        rank=rank_of(state, seat),
    )
    return head, *packed(province_line(state, names, place) for place in PROVINCES)


def board_told(state: GameState, names: Names) -> tuple[str, ...]:
    """The board, and how its signs are read."""
    return (
        *board_lines(state, names),
        say("W2Lt:7 is the Wolf with 2 Warriors, Leader and a monster, strength 7; ~ is a ship."),
    )


def clans_told(state: GameState, names: Names) -> tuple[str, ...]:
    """Every clan, in seat order."""
    return tuple(line for seat in state.seats() for line in clan_lines(state, names, seat))


def hand_told(knowledge: Knowledge) -> tuple[str, ...]:
    """The own cards: hand, or what was drafted so far, the card kept, the one face down."""
    told = [_card(face) for face in knowledge.hand or knowledge.picks]
    if not told:
        told = [say("There is no card in hand.")]
    told += [say("kept for the next Age: {card}", card=face_name(face)) for face in knowledge.kept]
    if knowledge.laid is not None:
        told.append(say("face down in the battle: {card}", card=face_name(knowledge.laid)))
    return tuple(told)


def _card(face: Face) -> str:
    return say("{card}: {facts}", card=face_name(face), facts=face_facts(face))


def quests_told(state: GameState, knowledge: Knowledge, names: Names) -> tuple[str, ...]:
    """The committed quests, as they would be judged now."""
    told = tuple(
        say(
            "{card}, {facts}. {status}",
            card=face_name(face),
            facts=face_facts(face),
            status=quest_sentence(quest_status(state, knowledge.seat, face.card), names),
        )
        for face in knowledge.quests
    )
    return told or (say("No quest is committed."),)


_HELP: Final = (
    "number   choose an answer; 0 goes one question back",
    "b        the board",
    "t        the board as a table, provinces by clans",
    "c        the clans",
    "h        your hand",
    "s        your quests, and how they stand",
    "l        the last lines of the log; l 40 for more, l all for everything",
    "l WORD   lines with these words; deeds, battles, glory or quests for lines about those",
    "n        what happened since your last answer",
    "f        the last battle once more, from its call to its end; f 2 for the second one",
    "p        the cards you saw and passed on in the draft",
    "v N      explain answer N: its card, or why it cannot be chosen",
    "r        the rules of this phase",
    "hints    whether what is new to you is explained, on or off",
    "q        leave; the game is saved",
)


def help_told() -> tuple[str, ...]:
    """What can be typed instead of an answer."""
    return tuple(say(_HELP[line]) for line in range(len(_HELP)))
