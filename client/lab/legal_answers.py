"""Answers as objects of the document: what a seat can do, written and read."""

from __future__ import annotations

from typing import assert_never

from client.lab.document import Json
from client.lab.vocabulary import write_face, write_figures
from engine import actions as act
from engine.figures import Figures
from engine.terms import Age


def written_answer(intent: act.Intent, age: Age) -> dict[str, Json]:
    """An answer as the object that `actions` takes; the seat stands beside it."""
    return {"do": intent.word, **_parts(intent, age)}


def _parts(intent: act.Intent, age: Age) -> dict[str, Json]:  # noqa: C901, PLR0911, PLR0912 - a union
    match intent:
        case act.Invade() | act.InvadeFree() | act.InvadeFromValhalla() | act.WalkOn():
            return {"figure": str(intent.figure), "to": intent.place.word}
        case act.March():
            group = _group(intent.figures)
            return {"from": intent.origin.word, "to": intent.target.word, **group}
        case act.Upgrade():
            replaces = None if intent.replaces is None else str(intent.replaces)
            return {"card": write_face(intent.face, age), "replaces": replaces}
        case act.Pillage() | act.Repillage():
            return {"province": intent.place.word}
        case act.Sacrifice():
            victims = intent.victims
            return {
                "figures": [{"place": place.word, "figure": str(kind)} for place, kind in victims]
            }
        case act.Join():
            return {"from": intent.origin.word, "figure": str(intent.figure)}
        case act.QuestCounts():
            return {"bonus": intent.bonus}
        case act.TideKeep():
            return {"figure": str(intent.figure)}
        case act.Protect():
            saved = {place.word: write_figures(figures) for place, figures in intent.saved}
            return {"figures": saved}
        case act.RaiseStatBy():
            return {"stat": intent.stat.word}
        case act.KeepPlayed() | act.Pick():
            return {"cards": [write_face(face, age) for face in intent.faces]}
        case act.Commit() | act.Lay() | act.AddLate():
            return {"card": write_face(intent.face, age)}
        case act.Keep():
            return {"card": None if intent.face is None else write_face(intent.face, age)}
        case act.ChooseClan():
            return {"clan": intent.clan.value}
        case (
            act.Pass()
            | act.Skip()
            | act.Decline()
            | act.SendSuccor()
            | act.PillageAtOnce()
            | act.Retreat()
            | act.SendBlessing()
        ):
            return {}
        case _:
            assert_never(intent)


def _group(figures: Figures) -> dict[str, Json]:
    return {
        "warriors": figures.warriors,
        "leader": figures.leader,
        "monsters": [str(card) for card in figures.monsters],
    }
