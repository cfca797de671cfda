"""Keys about bots that know your seat: the autopilot, and a jarl's hint."""

from __future__ import annotations

from client.controller.requests import Request
from client.controller.table_model import TableModel
from client.presenter import overlays
from client.text.catalogue import say


def autopilot(model: TableModel) -> None:
    """Ask whether to hand the seat to a bot, or take it back."""
    if model.people.autopilot.on:
        take_seat_back(model)
    elif model.is_taught:
        leaves = model.preferences.keys.shown("L")
        told = say("The lesson wants your own answers; {key} leaves it.", key=leaves)
        model.display.notify(told)
    elif model.people.watching:
        model.display.notify(say("You are a spectator and have no seat to play."))
    elif not model.is_over:
        model.display.open(overlays.autopilot_overlay())


def ask_jarl(model: TableModel) -> Request:
    """Ask for a hint; never at a table with others, who have not agreed to it."""
    if model.people.watching:
        told = say("You are a spectator and have no seat to play.")
    elif model.people.are_online:
        told = say("A jarl gives hints only in games against bots.")
    elif model.is_taught:
        leaves = model.preferences.keys.shown("L")
        told = say("The lesson wants your own answers; {key} leaves it.", key=leaves)
    elif model.walk is None:
        told = say("A jarl gives a hint when you are asked.")
    else:
        return Request.JARL
    model.display.notify(told)
    return Request.NOTHING


def take_seat_back(model: TableModel) -> None:
    """Switch the autopilot off; the key that does so has no other effect."""
    model.people.autopilot.switch(on=False)
    model.display.notify(say("You play again."))
