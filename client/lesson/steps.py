"""The twelve steps of the lesson: what to do, and why, one idea at a time.

A step has one or more tasks. A task is a deed of the script, or a look at something; its goal and
its reason are one sentence or two each, short enough for the narrowest place they are shown in.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from client.bots import BOT_NAMES
from client.lesson import script
from client.text.catalogue import say
from client.text.menu_words import goal
from client.text.names import card_name, place_name
from engine.terms import CardId, Place
from engine.values import Value


class LookAt(StrEnum):
    """The things to look at; values are kept in the file of progress."""

    MAP = "map"
    REWARD = "reward"
    GLORY = "glory"


class Task(Value):
    """One thing to do: a deed of the script, or a look; `place` is the place it is about."""

    word: str
    step: int
    look: LookAt | None = None
    place: Place | None = None

    @property
    def title(self) -> str:
        """The title of its step."""
        return say(_TITLES[self.step])

    @property
    def goal(self) -> str:
        """The thing to do."""
        return say(_GOALS[self.word], **_names())

    @property
    def why(self) -> str:
        """The reason to do it."""
        return say(_WHY[self.word], **_names())


TASKS: Final = (
    Task("map", 1, LookAt.MAP, script.DOOMED),
    Task("invade", 2, place=script.FIRST_LANDING),
    Task("upgrade", 3),
    Task("troll", 3, place=script.CONQUERED),
    Task("march", 4, place=script.CONQUERED),
    Task("quest", 5),
    Task("pillage", 6, place=script.CONQUERED),
    Task("win", 7),
    Task("join", 8, place=script.DOOMED),
    Task("stay out", 8),
    Task("lose", 8),
    Task("reward", 9, LookAt.REWARD),
    Task("domain", 10),
    Task("doom", 11, place=script.DOOMED),
    Task("doom again", 11, place=script.DOOMED),
    Task("last rage", 11, place=script.DOOMED),
    Task("keep", 11),
    Task("stat", 11),
    Task("glory", 12, LookAt.GLORY),
)
"""All tasks in order; those that are no looks are the deeds of the script, one each."""

STEPS: Final = TASKS[-1].step

_TITLES: Final = {
    1: "Read the map",
    2: "Invade",
    3: "Upgrade",
    4: "March",
    5: "Commit a quest",
    6: "Call to battle",
    7: "Win a battle",
    8: "Lose on purpose",
    9: "What battles pay",
    10: "Valhalla",
    11: "Ragnarök",
    12: "Where Glory comes from",
}

_GOALS: Final = {
    "map": "Look at {doomed}.",
    "invade": "Invade {first} with your Leader.",
    "upgrade": "Play the upgrade {troll}.",
    "troll": "Send the {troll} to {conquered}.",
    "march": "March your Leader to {conquered}.",
    "quest": "Commit your quest face down.",
    "pillage": "Pillage {conquered}.",
    "win": "Play {smite}.",
    "reward": "See what your battles brought.",
    "join": "Join the battle with your {troll}.",
    "stay out": "Leave your Leader out of it.",
    "lose": "Play {trickery}.",
    "domain": "Play the upgrade {domain}.",
    "doom": "Invade {doomed} with a Warrior.",
    "doom again": "Send a second Warrior to {doomed}.",
    "last rage": "Send a third one.",
    "keep": "Keep one card.",
    "stat": "Raise a stat.",
    "glory": "See where your Glory came from.",
}

_WHY: Final = {
    "map": "Pillage it for its reward; villages hold figures. It falls when the Age ends.",
    "invade": "Invading costs Rage equal to the figure's strength. Your Leader is free.",
    "upgrade": "Upgrades work for the whole game. A monster also joins you at once, free.",
    "troll": "{rival} has a Warrior there, and the {troll} kills enemy Warriors on arrival.",
    "march": "A march costs 1 Rage, however far. Together your two figures are 5 strong.",
    "quest": "Quests are free. Be strongest in {conquered} when the Age ends: 5 Glory.",
    "pillage": "Pillaging is free, but neighbours may join the battle for the reward.",
    "win": "You have 5, the card adds 5. {rival} has 3 and one card: not enough for 10.",
    "reward": "{conquered} raised your Horns, for one more figure. Your Axes paid 3 Glory.",
    "join": "Lose it on purpose: the dead come home when the Age ends, so it costs little.",
    "stay out": "Your quest needs him in {conquered}.",
    "lose": "It adds nothing, but if you lose, you steal 1 Rage. Losers keep their cards.",
    "domain": "Your {troll} is in Valhalla. With it each of your dead pays 1 Glory coming home.",
    "doom": "In Ragnarök each figure that dies there earns 2 Glory, and then comes home.",
    "doom again": "{rival} has passed and can't act any more. You can while you have Rage.",
    "last rage": "It takes your last Rage. An Age ends if nobody can act or all is pillaged.",
    "keep": "The rest of your hand is discarded. Choose freely: both can serve you again.",
    "stat": "Rage: actions. Axes: Glory. Horns: figures. Step 4 pays 10 Glory at the end.",
    "glory": "Battle 3, quest 5, Ragnarök 6, Valhalla 4: your dead earned the most.",
}


def _names() -> dict[str, str]:
    """Return the names that the texts mention."""
    return {
        "first": place_name(script.FIRST_LANDING),
        "conquered": place_name(script.CONQUERED),
        "doomed": place_name(script.DOOMED),
        "rival": BOT_NAMES[0],
        "troll": card_name(CardId(script.TROLL)),
        "smite": card_name(script.SMITE),
        "trickery": card_name(script.TRICKERY),
        "domain": card_name(script.DOMAIN),
    }


def lesson_title(task: Task) -> str:
    """Return the number and the title of a task's step: "Lesson 3/12: Upgrade"."""
    return say("Lesson {step}/{steps}: {title}", step=task.step, steps=STEPS, title=task.title)


def lesson_heading(task: Task) -> str:
    """Return the number of a task's step alone: "Lesson 3/12"."""
    return say("Lesson {step}/{steps}", step=task.step, steps=STEPS)


def opening() -> str:
    """Say what the game is about, before the first task."""
    ages = say(
        "In each Age you draft cards and act until nobody has Rage left or all provinces are "
        "pillaged; then quests are judged and a province falls."
    )
    return f"{goal()} {ages}"


def left_sentence() -> str:
    """Say that the lesson was left before its end."""
    return say("You play on without the lesson; `bloodrage learn` repeats it.")


def farewell() -> str:
    """Say what the learner can do now, and what follows."""
    return say(
        "That was a whole Age: you can now finish a game against bots. Two more Ages follow. Each "
        "begins with a draft: take cards that fit one plan. The most Glory wins."
    )
