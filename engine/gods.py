"""The gods of Asgard (L): one block a god, its text in our own words and the moments it acts at.

A god's rule holds in the province it stands in, and nowhere else (L4, L23). Lasting properties are
fields of the block; everything else is a function for a named moment, as with cards. A block names
its stage of the battle by that moment (L39), so the stages know no god by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.changes import Change, GainGlory
from engine.state import Battle, GameState
from engine.tasks import Moment, Task, TokenTask
from engine.terms import Deity, Place, Seat, Stat
from engine.values import Value

GodText = Callable[[GameState, Seat, Place], tuple[Change | Task, ...]]
"""The effect of a god at a moment, from the pillager and the god's province."""


class Power(Value):
    """A god: its name, its text, and the rules that hold as long as it stands in a province.

    With `opens_cards` battle cards are played openly, one after the other (L29); with
    `spares_everybody` nothing is destroyed in a battle (L33); with `weighs_cards_only` figures
    count nothing in one (L27).
    """

    deity: Deity
    name: str
    text: str
    opens_cards: bool = False
    spares_everybody: bool = False
    weighs_cards_only: bool = False

    def on(self, moment: Moment) -> Callable[[GodText], GodText]:
        """Let this god act at `moment`."""

        def register(text: GodText) -> GodText:
            assert (self.deity, moment) not in GOD_TEXTS, (self.deity, moment)
            GOD_TEXTS[self.deity, moment] = text
            return text

        return register


GODS: Final[dict[Deity, Power]] = {}
"""Every god by its name, in the order declared, which is the canonical one (L1)."""

GOD_TEXTS: Final[dict[tuple[Deity, Moment], GodText]] = {}
"""The effects of the gods; filled while this file is imported and never after."""


def declare_god(power: Power) -> Power:
    """Enter a god into the index."""
    assert power.deity not in GODS, power.deity
    GODS[power.deity] = power
    return power


def power_at(state: GameState, province: Place) -> Power | None:
    """Return the god that stands in a province, if any."""
    deity = state.god_at(province)
    return None if deity is None else GODS[deity]


def battle_power(state: GameState) -> Power | None:
    """Return the god whose province the present battle is about, if any (L23)."""
    return None if state.battle is None else power_at(state, state.battle.place)


def god_deeds(
    state: GameState, moment: Moment, pillager: Seat, place: Place
) -> tuple[Change | Task, ...] | None:
    """Return the deeds of the god in `place` at a moment; None if no god there acts at it."""
    deity = state.god_at(place)
    if deity is None:
        return None
    text = GOD_TEXTS.get((deity, moment))
    return None if text is None else text(state, pillager, place)


def _battle(state: GameState) -> Battle:
    assert state.battle is not None
    return state.battle


odin = declare_god(
    Power(
        Deity.ODIN,
        "Odin",
        (
            "A successful pillage of this province pays the reward of its token one more time. "
            "Cards and Leader upgrades are not repeated."
        ),
    )
)


@odin.on(Moment.REWARD_AGAIN)
def _(_state: GameState, pillager: Seat, place: Place) -> tuple[Change | Task, ...]:
    return (TokenTask(pillager, place, Deity.ODIN),)


thor = declare_god(
    Power(
        Deity.THOR,
        "Thor",
        (
            "The winner of a battle for this province gains 2 Glory for each figure of other clans "
            "destroyed in it."
        ),
    )
)


@thor.on(Moment.DEATH_COUNTS)
def _(state: GameState, _pillager: Seat, _place: Place) -> tuple[Change | Task, ...]:
    winner = _battle(state).winner
    deaths = 0 if winner is None else _battle(state).enemy_deaths(winner)
    return (GainGlory(winner, 2 * deaths, Deity.THOR),) if winner is not None and deaths else ()


tyr = declare_god(
    Power(
        Deity.TYR,
        "Tyr",
        (
            "In a battle for this province all figures have strength 0: cards alone decide. "
            "Without any bonus it is a tie."
        ),
        weighs_cards_only=True,
    )
)


heimdall = declare_god(
    Power(
        Deity.HEIMDALL,
        "Heimdall",
        (
            "In a battle for this province cards are played openly, one after the other, clockwise "
            "from the pillager's left. The pillager plays last."
        ),
        opens_cards=True,
    )
)


frigga = declare_god(
    Power(
        Deity.FRIGGA,
        "Frigga",
        (
            "In a battle for this province no figure is destroyed, for whatever reason. The losers "
            "stay where they are."
        ),
        spares_everybody=True,
    )
)


loki = declare_god(
    Power(
        Deity.LOKI,
        "Loki",
        (
            "After a battle for this province the winner gains no Glory for Axes. Each loser gains "
            "theirs instead; in a tie all are losers."
        ),
    )
)


@loki.on(Moment.BATTLE_GLORY)
def _(state: GameState, _pillager: Seat, _place: Place) -> tuple[Change | Task, ...]:
    return tuple(
        GainGlory(seat, state.clans[seat].value(Stat.AXES), Deity.LOKI)
        for seat in _battle(state).losers
    )
