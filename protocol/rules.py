"""Every version of the rules this program knows, each with its table of cards and its engine.

A charter pins the version of its rules. A later program plays and checks games of every version
listed here, and refuses all others before anything is signed. A change to the meaning of a game, or
to any number on a card, gets a new version here; the old entry and its engine stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine import intents as answering
from engine import legal, perform, play, preview, prompts, setup
from engine.actions import Action, Intent, OpenCard, OpenQuests, SeatAction
from engine.changes import Change
from engine.decisions import Decision, OpenCardDuty, OpenQuestsDuty, Owed, SeatOwed
from engine.errors import Refusal
from engine.knowledge import Knowledge
from engine.phases import turns
from engine.play import Outcome
from engine.preview import CardOutcome
from engine.prompts import Prompt
from engine.setup import Layout
from engine.state import RULES_VERSION, GameState, Options
from engine.terms import Face, Seat
from engine.values import Value, replace
from protocol.errors import BadMessage, Reason


class Rules(Value):
    """One version of the rules: the digest of its table of cards, and the engine's functions."""

    version: int
    cards: bytes
    new_game: Callable[[int, Layout, Options], GameState]
    apply: Callable[[GameState, Action], Outcome]
    apply_legal: Callable[[GameState, Action], Outcome]
    illegal: Callable[[GameState, Action], Refusal | None]
    is_over: Callable[[GameState], bool]
    owed: Callable[[GameState], tuple[Owed, ...]]
    owed_by: Callable[[GameState, Seat], SeatOwed | None]
    can_act: Callable[[GameState, Seat], bool]
    intents: Callable[[GameState, Knowledge, Decision], tuple[Intent, ...]]
    prompt: Callable[[GameState, Knowledge, Decision], Prompt]
    refusal: Callable[[GameState, SeatOwed, SeatAction], Refusal | None]
    duty_done: Callable[[Knowledge, OpenCardDuty | OpenQuestsDuty], OpenCard | OpenQuests]
    perform: Callable[[GameState, Change], tuple[GameState, Change]]
    card_outcome: Callable[[GameState, Seat, Face | None], CardOutcome]
    card_outcomes: Callable[[GameState, Knowledge], tuple[CardOutcome, ...]]
    cards_outcome: Callable[[GameState, Seat, Mapping[Seat, Face]], CardOutcome]


_FIRST: Final = Rules(
    version=1,
    cards=bytes.fromhex("bec6e771c4e05fcef6d2ad751f87802198a94545a81b28d20818f8c74769e71f"),
    new_game=setup.new_game,
    apply=play.apply,
    apply_legal=play.apply_legal,
    illegal=play.illegal,
    is_over=play.is_over,
    owed=play.owed,
    owed_by=play.owed_by,
    can_act=turns.can_act,
    intents=answering.intents,
    prompt=prompts.prompt,
    refusal=legal.refusal,
    duty_done=answering.duty_done,
    perform=perform.perform,
    card_outcome=preview.card_outcome,
    card_outcomes=preview.card_outcomes,
    cards_outcome=preview.cards_outcome,
)
_SECOND: Final = replace(
    _FIRST,
    version=2,
    cards=bytes.fromhex("fb57ebbb920be756cc0b86a7eebeb726f0fb107b303714f44f140c3afa9109c5"),
)
"""The owner of two equal monsters chooses which one goes (D30).

That is a single question, so one engine plays both versions: see `CHOICE_OF_EQUALS`.
"""
_THIRD: Final = replace(
    _FIRST,
    version=3,
    cards=bytes.fromhex("525f66270b7c6dc3ec62f0e04a39675d9d95a9ed6eebeb5f38ade941fc83bb49"),
)
"""Gods of Asgard and Mystics of Midgard, as boxes that a table may use (L, M).

A game without them differs in nothing, so one engine plays all versions: see `GODS_AND_MYSTICS`.
"""
KNOWN: Final[Mapping[int, Rules]] = {rules.version: rules for rules in (_FIRST, _SECOND, _THIRD)}
"""The rules by their version."""
LATEST: Final = KNOWN[RULES_VERSION]
"""The rules of new games."""


def rules_of(version: int) -> Rules:
    """Return the rules of a version.

    Raises:
        BadMessage: they are not known here; the place names the version.
    """
    rules = KNOWN.get(version)
    if rules is None:
        raise BadMessage(Reason.NO_COMMON_VERSION, f"rules {version}")
    return rules


def rules_for(state: GameState) -> Rules:
    """Return the rules that the game of this state is played by."""
    return rules_of(state.options.rules_version)


def require_cards(options: Options, cards: bytes) -> None:
    """Require that a table has the cards of its rules.

    Raises:
        BadMessage: its rules are unknown here, or its cards differ.
    """
    if cards != rules_of(options.rules_version).cards:
        raise BadMessage(Reason.OTHER_CARDS, "cards")
