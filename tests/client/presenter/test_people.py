from random import Random

from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.people import THINKS, Autopilot, Surroundings
from client.presenter.playback import HOLD
from client.screens.draw import draw
from tests.builders import A, B, Game, seat, table
from tests.client.seated import SeatedGame
from tests.client.terminal import QUICK


class Away:
    """A person with the autopilot on, and the clock."""

    def __init__(self, game: Game | None = None) -> None:
        self.table = SeatedGame(game or table(A=seat(gimle="L", hand="tyrs-smash tyrs-bash")))
        self.model = TableModel(
            self.table, QUICK, Surroundings(bots=(B,), autopilot=Autopilot(Random(7)))
        )
        self.now = 100.0
        self.look()

    def look(self, seconds: float = 0.0) -> bool:
        """Let time pass; whether an answer was given."""
        self.now += seconds
        self.model.listen()
        self.model.tick(self.now)
        return self.model.answer_alone(self.now)

    def keys(self, *names: str) -> None:
        for name in names:
            press(self.model, name, self.now)

    @property
    def header(self) -> str:
        return draw(self.model.view(self.now), 80, 24).text().splitlines()[0]


def test_the_autopilot_starts_only_after_confirmation() -> None:
    away = Away()
    away.keys("A", "enter")
    assert "YOUR TURN" in away.header
    away.keys("A", "down", "enter")
    assert away.model.people.autopilot.on
    assert "AUTOPILOT" in away.header


def test_spectators_have_no_autopilot() -> None:
    watched = TableModel(SeatedGame(table()), QUICK, Surroundings(watching=True))
    press(watched, "A", 100.0)
    assert watched.display.overlay is None
    assert watched.display.message == "You are a spectator and have no seat to play."


def test_the_autopilot_waits_before_it_answers() -> None:
    away = Away()
    away.keys("A", "down", "enter")
    assert not away.look()
    assert away.model.wait(away.now) == THINKS
    assert not away.look(THINKS / 2)
    assert away.look(THINKS)
    (action,) = away.table.game.actions[:1]
    assert getattr(action, "seat", None) == A


def test_an_answering_key_only_stops_the_autopilot() -> None:
    away = Away()
    away.keys("A", "down", "enter")
    away.look()
    before = away.model.walk
    away.keys("i")
    assert not away.model.people.autopilot.on
    assert away.model.walk is before
    assert away.model.display.message == "You play again."
    assert not away.look(10)


def test_the_autopilot_key_stops_the_autopilot() -> None:
    away = Away()
    away.keys("A", "down", "enter", "A")
    assert not away.model.people.autopilot.on
    assert away.model.display.overlay is None


def test_looking_around_keeps_the_autopilot_on() -> None:
    away = Away()
    away.keys("A", "down", "enter")
    away.look()
    away.keys("c", "escape", "l", "escape", "tab", "tab")
    assert away.model.people.autopilot.on


def test_the_autopilot_skips_results_sooner_than_a_person() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smash tyrs-crush"), B=seat(gimle="W", hand="tyrs-rage"), age=2
    )
    away = Away(game)
    for key in ("p", "1", "enter", "enter", "a", "enter", "enter"):
        pressed = press(away.model, key, away.now)
        if pressed.take is not None:
            away.model.submit(pressed.take)
            while away.look() or (away.model.wants_others and away.table.advance()):
                pass
    assert away.model.playback.stays
    away.model.people.autopilot.switch(on=True)
    away.look()
    assert away.model.playback.stays
    away.look(HOLD / 4)
    away.look()
    assert not away.model.playback.stays
