"""Questions, answers and verdicts in words."""

from __future__ import annotations

from typing import Final

from client.analysis.asked import PastQuestion
from client.analysis.gain_parts import glory_told, reasons_told
from client.analysis.verdicts import JarlVerdict
from client.bots.situation import Situation
from client.text.answer_labels import label
from client.text.catalogue import say
from client.text.names import age_name, place_name
from engine import actions as act
from engine import decisions as ask
from engine.terms import Place

_NO: Final[dict[type[ask.Decision], str]] = {
    ask.JoinDecision: "Bring nobody",
    ask.LateDecision: "Add no card",
    ask.SuccorDecision: "Send no Warrior",
    ask.BlessingDecision: "Send no Warrior",
    ask.DomainDecision: "Do not pillage at once",
    ask.ProtectDecision: "Save nobody",
    ask.RetreatDecision: "Do not retreat",
    ask.MysticRetreatDecision: "Do not retreat",
    ask.ProwessDecision: "Take back no card",
    ask.HammersDecision: "Walk no further",
}
_YES: Final[dict[type[act.Intent], str]] = {
    act.SendSuccor: "Send a Warrior",
    act.SendBlessing: "Send a Warrior",
    act.PillageAtOnce: "Pillage at once",
}


def answer_told(situation: Situation, intent: act.Intent) -> str:
    """Return an answer in words that need no question beside them."""
    match intent:
        case act.Decline():
            return say(_NO[type(situation.decision)])
        case act.SendSuccor() | act.SendBlessing() | act.PillageAtOnce():
            return say(_YES[type(intent)])
        case _:
            return label(situation.state, intent).text


def percent(chance: float) -> int:
    """Return a chance in per cent; nothing is certain before the end."""
    return min(99, max(1, round(100 * chance)))


def moment_told(asked: PastQuestion) -> str:
    """Return the time of a question: its Age, its turn, the place it is about."""
    situation = asked.situation
    age, turn = age_name(situation.state.age), asked.turn
    place = _place(situation.decision)
    match situation.decision:
        case ask.PickDecision():
            return say("Age {age}, draft", age=age)
        case ask.TurnDecision():
            return say("Age {age}, turn {turn}", age=age, turn=turn)
        case _ if place is not None:
            place_told = place_name(place)
            return say(
                "Age {age}, after turn {turn}, {place}", age=age, turn=turn, place=place_told
            )
        case _:
            return say("Age {age}, after turn {turn}", age=age, turn=turn)


def _place(decision: ask.Decision) -> Place | None:
    match decision:
        case (
            ask.JoinDecision(place=place)
            | ask.CardDecision(place=place)
            | ask.OpenPlayDecision(place=place)
            | ask.LateDecision(place=place)
            | ask.TideDecision(place=place)
            | ask.RetreatDecision(place=place)
            | ask.MysticRetreatDecision(place=place)
            | ask.GodMoveDecision(place=place)
            | ask.DomainDecision(place=place)
            | ask.SuccorDecision(place=place)
            | ask.BlessingDecision(place=place)
            | ask.HammersDecision(place=place)
        ):
            return place
        case _:
            return None


def gain_told(found: JarlVerdict) -> str:
    """Return the gain of the jarl's answer, and what it is made of."""
    gain, error = glory_told(found.gain), max(1, round(found.error))
    before = after = 0
    if found.chance is not None:
        before, after = percent(found.chance - found.chance_gain), percent(found.chance)
    if before == after:
        told = say("{gain} Glory (give or take {error}).", gain=gain, error=error)
    else:
        told = say(
            "{gain} Glory (give or take {error}), a chance to win of {after} % instead of "
            "{before} %.",
            gain=gain,
            error=error,
            before=before,
            after=after,
        )
    return f"{told} {reasons_told(found.facts or {})}".strip()


def verdict_told(found: JarlVerdict, *, brief: bool = False) -> str:
    """Return a verdict as sentences; the gain only if it is worth a word, `brief` without why."""
    situation = found.asked.situation
    played = answer_told(situation, found.asked.played)
    if found.agrees:
        return say("A jarl would have done the same: {answer}.", answer=played)
    told = say(
        "A jarl: {answer}. Played: {played}.",
        answer=answer_told(situation, found.answer),
        played=played,
    )
    if found.matters and brief:
        return say("{told} {gain} Glory.", told=told, gain=glory_told(found.gain))
    if found.matters:
        return f"{told} {gain_told(found)}"
    if not found.is_compared:
        return told
    if found.is_better:
        return say("{told} The answer that was given does better.", told=told)
    return say("{told} The difference is too small to tell.", told=told)
