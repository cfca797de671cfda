"""One sentence for each kind of question a newcomer meets for the first time."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say
from client.walker.parts import Verb
from client.walker.walk import Walk
from engine import actions as act
from engine import decisions as ask

_TURN: Final = {
    "": "Every action costs Rage; invade first, your Leader is free. r explains this phase.",
    act.Invade.word: "A figure costs as much Rage as it is strong; the Leader is free.",
    act.March.word: "A march of any number of figures costs 1 Rage, however far it goes.",
    act.Upgrade.word: "An upgrade stays for the whole game; a monster or figure may then invade.",
    act.Commit.word: "A quest is judged at the end of the Age; nobody sees which it is till then.",
    act.Pillage.word: "Neighbours may join the battle; alone there you win the reward at once.",
    act.Pass.word: "Who passes can still join battles and play cards in them.",
}
_OTHERS: Final[dict[type[ask.Decision], str]] = {
    ask.PickDecision: "Keep what fits one plan: quests, strong battles, or Glory for your dead.",
    ask.JoinDecision: "Whoever joins fights; losers go to Valhalla and come back next Age.",
    ask.CardDecision: "The winner's card is discarded; losers take theirs back.",
    ask.StatDecision: "A stat on its fourth step or higher is worth 10 or 20 Glory at the end.",
    ask.KeepDecision: "Only the card you keep goes on into the next Age.",
}


class Hints:
    """Remembers what was told; each hint stands until its question was answered once."""

    def __init__(self, *, on: bool = True) -> None:
        """Begin with nothing told."""
        self.on = on
        self._told: set[tuple[type[ask.Decision], str]] = set()

    def hint(self, walk: Walk) -> str:
        """The hint for a question, "" where there is none or it was told before."""
        about = _about(walk)
        if not self.on or about in self._told:
            return ""
        decision, verb = about
        told = _TURN.get(verb) if decision is ask.TurnDecision else _OTHERS.get(decision)
        return say(told) if told else ""

    def answered(self, walk: Walk) -> None:
        """The question was answered, so its hints need not come again."""
        decision, verb = _about(walk)
        self._told |= {(decision, ""), (decision, verb)}

    def switch(self) -> str:
        """Turn hints on or off; gives the sentence that says so."""
        self.on = not self.on
        return say("Hints are on.") if self.on else say("Hints are off; H brings them back.")


def _about(walk: Walk) -> tuple[type[ask.Decision], str]:
    first = walk.trail[0].part if walk.trail else None
    return type(walk.asked.decision), first.word if isinstance(first, Verb) else ""
