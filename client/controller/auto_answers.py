"""What happens at a table without the viewer: answers he is not bothered for, clocks that go on."""

from __future__ import annotations

import math

from client.controller.table_model import TableModel
from client.prompts.nodes import Take
from client.text.catalogue import say
from client.ui.waiting import until_tick
from engine.actions import Intent
from engine.decisions import LateDecision


def answered_itself(model: TableModel, now: float) -> bool:
    """Send an answer nobody was bothered for, and say so; or what the autopilot answers."""
    alone = model.own_answer()
    told = "" if alone is None else _why(model)
    intent = alone or model.people.autopilot.answer(model.table, model.playback, now)
    if intent is not None:
        answer_alone(model, intent, told)
    return intent is not None


def answer_alone(model: TableModel, intent: Intent, told: str) -> None:
    """Send an answer that is no turn of the viewer: what he reads and has not read yet stays."""
    overlay, seen = model.overlay, model.seen_until
    model.submit(Take(intent))
    model.message, model.overlay, model.seen_until = told, overlay, seen


def _why(model: TableModel) -> str:
    asked = None if model.walk is None else model.walk.context
    if asked is not None and model.says_no(asked):
        return say("Declined for you, as you wished.")
    if asked is not None and isinstance(asked.decision, LateDecision):
        return say("Declined for you: you hold no late card.")
    return say("Answered for you: there was nothing to choose.")


def wakes(model: TableModel, now: float) -> float:
    """Seconds until the screen shows something else although nothing happens."""
    bot = model.people.autopilot.wait(model.table, model.playback, now)
    counts = (
        model.people.net is not None or model.people.waits.seconds(now, is_alone=True) is not None
    )
    tick = until_tick(now) if counts and not model.is_over else math.inf
    return tick if bot is None else min(bot, tick)
