"""The lesson's game: its seed, and the answers of both seats up to the second Age.

It is an ordinary game against one bot. From the seed follow the seats, the board and all cards,
on every machine. The bot gives the answers below while the lesson lasts, and then plays as its
level does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from client.tables.new_seats import master_of
from client.tables.own_table import OwnGame
from engine import actions as act
from engine.actions import Intent
from engine.figures import Figures
from engine.state import Options
from engine.terms import (
    LEADER,
    WARRIOR,
    Age,
    CardId,
    ClanName,
    Face,
    FigureKind,
    Place,
    Seat,
)

SEED: Final = 142
LEVEL: Final = "karl"
_RULES: Final = 2
_PROTOCOL: Final = 2
"""Rules and messages are those with which the script was written: others would deal other cards."""
LEARNER: Final = Seat(0)
RIVAL: Final = Seat(1)
BOT_SIGNER: Final = 1
"""The place of the bot in the charter, behind the person."""

FIRST_LANDING: Final = Place.ANDLANG
CONQUERED: Final = Place.HORGR
DOOMED: Final = Place.MUSPELHEIM
"""The province that falls at the end of the first Age."""

CLAN: Final = ClanName.BEAR
RIVAL_CLAN: Final = ClanName.SERPENT
"""The cards that are dealt follow from the clans, too: they are part of what all seats said."""

TROLL: Final = FigureKind("troll")
SMITE: Final = CardId("tyrs-smite")
TRICKERY: Final = CardId("lokis-trickery")
DOMAIN: Final = CardId("lokis-domain")
QUEST: Final = CardId("quest-jotunheim")


def _face(card: str) -> Face:
    return Face(CardId(card), Age.ONE)


def _picks(seat: Seat, *pairs: tuple[str, str]) -> tuple[Intent, ...]:
    return tuple(act.Pick(seat, tuple(sorted(map(_face, pair)))) for pair in pairs)


PROLOGUE: Final[tuple[Intent, ...]] = (
    act.ChooseClan(LEARNER, CLAN),
    *_picks(
        LEARNER,
        ("thors-hammer", "troll"),
        ("lokis-trickery", "tyrs-smite"),
        ("lokis-domain", "quest-jotunheim"),
    ),
)
"""The learner's clan and cards, which are chosen before the lesson begins."""

DEEDS: Final[tuple[Intent | None, ...]] = (
    act.Invade(LEARNER, LEADER, FIRST_LANDING),
    act.Upgrade(LEARNER, _face(TROLL), None),
    act.InvadeFree(LEARNER, TROLL, CONQUERED),
    act.March(LEARNER, FIRST_LANDING, CONQUERED, Figures(leader=1)),
    act.Commit(LEARNER, _face(QUEST)),
    act.Pillage(LEARNER, CONQUERED),
    act.Lay(LEARNER, _face(SMITE)),
    act.Join(LEARNER, CONQUERED, TROLL),
    act.Decline(LEARNER),
    act.Lay(LEARNER, _face(TRICKERY)),
    act.Upgrade(LEARNER, _face(DOMAIN), None),
    act.Invade(LEARNER, WARRIOR, DOOMED),
    act.Invade(LEARNER, WARRIOR, DOOMED),
    act.Invade(LEARNER, WARRIOR, DOOMED),
    None,
    None,
)
"""The learner's answers in order; None accepts any: the card to keep, the stat that rises."""

RIVALS_ANSWERS: Final[tuple[Intent, ...]] = (
    act.ChooseClan(RIVAL, RIVAL_CLAN),
    *_picks(
        RIVAL,
        ("brothers-in-arms", "tyrs-smash"),
        ("friggas-grace", "odins-smite"),
        ("lord-of-hammers", "tyrs-bash"),
    ),
    act.Invade(RIVAL, WARRIOR, CONQUERED),
    act.Invade(RIVAL, LEADER, DOOMED),
    act.Invade(RIVAL, WARRIOR, DOOMED),
    act.Upgrade(RIVAL, _face("brothers-in-arms"), None),
    act.InvadeFree(RIVAL, WARRIOR, DOOMED),
    act.Join(RIVAL, DOOMED, WARRIOR),
    act.Join(RIVAL, DOOMED, WARRIOR),
    act.Lay(RIVAL, _face("friggas-grace")),
    act.Pillage(RIVAL, DOOMED),
    act.Lay(RIVAL, _face("tyrs-smash")),
    act.Pass(RIVAL),
    act.Keep(RIVAL, _face("odins-smite")),
)


def lesson_game() -> OwnGame:
    """Return the beginning of the lesson's game, the same on every machine."""
    options = Options(rules_version=_RULES)
    game = OwnGame.against((LEVEL,), master_of(SEED), options)
    return replace(game, protocol=_PROTOCOL)


def deeds_given(answers: Sequence[Intent]) -> int | None:
    """Count the deeds among the learner's answers so far; None if they left the lesson.

    Answers after the last deed belong to the game that goes on.
    """
    wanted = (*PROLOGUE, *DEEDS)
    for given, asked in zip(answers, wanted, strict=False):
        if asked is not None and given != asked:
            return None
    return max(0, min(len(answers), len(wanted)) - len(PROLOGUE))
