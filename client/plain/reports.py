"""Reports of the line mode: situation, board, clans, hand, quests, battles, the draft, help."""

from __future__ import annotations

from typing import Final

from client.presenter.battle_reasons import strengths_told
from client.prompts.nodes import DecisionContext
from client.screens.draft import pack_passed
from client.text.battle_outcome import Fate
from client.text.board_text import board_lines, clan_lines, moment, province_line, rank_of
from client.text.card_words import face_facts
from client.text.catalogue import say
from client.text.god_words import god_brief, gods_told
from client.text.names import Names, age_name, card_name, face_name, place_name, token_name
from client.text.standing import quest_sentence
from client.text.wrapping import packed
from client.ui.view import BattleView, Strip
from engine.board import PROVINCES
from engine.knowledge import Knowledge
from engine.standing import quest_status
from engine.state import GameState
from engine.terms import Face, Stat


def situation(asked: DecisionContext, actions: int) -> tuple[str, ...]:
    """Return the situation at the start of the player's turn."""
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
    """Return the board, with a legend."""
    mystics = (say("Y is a Mystic, strength 2."),) if state.options.mystics else ()
    return (
        *board_lines(state, names),
        *gods_told(state),
        *mystics,
        say("W2Lt:7 is the Wolf with 2 Warriors, Leader and a monster, strength 7; ~ is a ship."),
    )


def clans_told(state: GameState, names: Names) -> tuple[str, ...]:
    """Return all clans in seat order."""
    return tuple(line for seat in state.seats() for line in clan_lines(state, names, seat))


def hand_told(knowledge: Knowledge) -> tuple[str, ...]:
    """Return the player's cards: the hand or the picks so far, the kept one, the one face down."""
    told = [_card(face) for face in knowledge.hand or knowledge.picks]
    if not told:
        told = [say("You have no card in hand.")]
    told += [say("kept for the next Age: {card}", card=face_name(face)) for face in knowledge.kept]
    if knowledge.laid is not None:
        told.append(say("face down in the battle: {card}", card=face_name(knowledge.laid)))
    return tuple(told)


def _card(face: Face) -> str:
    return say("{card}: {facts}", card=face_name(face), facts=face_facts(face))


def quests_told(state: GameState, knowledge: Knowledge, names: Names) -> tuple[str, ...]:
    """Return the committed quests, as they would be judged now."""
    told = tuple(
        say(
            "{card}, {facts}. {status}",
            card=face_name(face),
            facts=face_facts(face),
            status=quest_sentence(quest_status(state, knowledge.seat, face.card), names),
        )
        for face in knowledge.quests
    )
    return told or (say("You have committed no quest."),)


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
    "p        the cards you saw and passed in the draft",
    "v N      explain answer N: its card, or why it cannot be chosen",
    "r        the rules of this phase",
    "hints    explanations of new things, on or off",
    "q        leave; the game is saved",
)


def help_told() -> tuple[str, ...]:
    """Return the words that can be typed instead of an answer."""
    return tuple(say(_HELP[line]) for line in range(len(_HELP)))


def battle_told(steps: tuple[BattleView, ...], names: Names) -> tuple[str, ...]:
    """Return a battle from its call to its current step, line by line."""
    if not steps:
        return (say("There was no battle yet."),)
    told: list[str] = []
    for view in steps:
        if view.strip is Strip.CALL:
            told += [*_heads(view, names), *view.effects]
    last = steps[-1]
    if not told:
        told += _heads(last, names)
    return (*told, *strengths_told(last, names), *_course(last), *result_told(last, names))


def _heads(view: BattleView, names: Names) -> tuple[str, ...]:
    """Return the pillager and the reward, and the god of the province."""
    return _head(view, names), *power_told(view)


def power_told(view: BattleView) -> tuple[str, ...]:
    """Return the power of the god in a battle, nothing without a god."""
    return () if view.god is None else (say("{power}.", power=god_brief(view.god)),)


def _head(view: BattleView, names: Names) -> str:
    place = place_name(view.place)
    if view.token is None:
        return say("Battle for {place}.", place=place)
    return say(
        "Battle for {place}: pillager {who}, reward {reward}.",
        place=place,
        who=names.title(view.pillager),
        reward=token_name(view.token),
    )


def _course(view: BattleView) -> tuple[str, ...]:
    return tuple(
        say("{number}. {what}", number=number, what=text)
        for number, text in enumerate(view.effects, 1)
        if view.strip is not Strip.CALL
    )


def result_told(view: BattleView, names: Names) -> tuple[str, ...]:
    """Return the winner and the margin, then a line for every clan, then the rest."""
    return (*view.verdict, *(_fate(fate, names) for fate in view.fates), *view.consequences)


def _fate(fate: Fate, names: Names) -> str:
    fields = {"who": names.title(fate.seat), "what": "; ".join(fate.results) or say("nothing else")}
    if fate.wins:
        return say("{who} wins: {what}.", **fields)
    return say("{who} loses: {what}.", **fields)


def passed_told(knowledge: Knowledge, *, memory_aid: bool) -> tuple[str, ...]:
    """Return the cards seen and passed on, the latest pack first."""
    if not memory_aid:
        return (say("At this table the cards you passed are not listed."),)
    told = tuple(
        say(
            "Age {age}, round {round}: kept {kept}; passed {names}.",
            age=age_name(pack.age),
            round=pack.round,
            kept=", ".join(card_name(face.card) for face in pack.kept) or say("nothing"),
            names=", ".join(pack_passed(pack)) or say("nothing"),
        )
        for pack in reversed(knowledge.seen)
    )
    return told or (say("You have not picked anything yet."),)


def kept_told(knowledge: Knowledge) -> str:
    """Return the cards drafted so far in this Age."""
    names = ", ".join(card_name(face.card) for face in knowledge.picks)
    return say("Kept so far: {names}.", names=names or say("nothing"))
