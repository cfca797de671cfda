"""A table with others line by line: news of them, and commands about them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio

from client.online.at_table import AtTable, begin
from client.online.table_plans import own_signers
from client.plain.console import Typed, TypedConsole
from client.plain.narrator import Left
from client.plain.participant import LinePlayer
from client.plain.table_news import silence_told
from client.presenter.hints import Hints
from client.tables.incidents import Trouble
from client.tables.new_seats import new_bot, new_seat
from client.tables.waiting import Silence
from engine.state import Options, Rulings
from engine.values import replace
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter
from protocol.errors import Reason
from protocol.lobby.lobby_events import Started
from protocol.lobby.routes import tcp_route
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Identity

NOWHERE = (tcp_route("127.0.0.1", 1),)


@pytest.fixture(autouse=True)
def _own_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))


def table(directory: Path) -> AtTable:
    """Begin a table of a player and their bot at a relay that is not there."""
    identity = Identity(bytes(32))
    person, bot = new_seat(identity, "Astrid"), new_bot("Hati", identity)
    options = Options(Rulings(draft=False))
    charter = Charter((person.hello, bot.hello), options, cards_digest(options), late_window=0)
    own = {person.hello.identity: person.own(), bot.hello.identity: bot.own("thrall")}
    started = Started(charter, bytes(32), 0)
    return begin(directory, started, own_signers(started, own), (NOWHERE, 0))


async def evening(at: AtTable, *lines: str) -> str:
    """Type these lines and leave; return everything that was printed."""
    shown: list[str] = []
    typed = Typed(lambda: b"", is_live=False)
    typed.take("".join(f"{line}\n" for line in lines).encode())
    typed.take(b"")
    player = LinePlayer(TypedConsole(typed, shown.append, echoes=False), Hints(on=False))
    player.sit(at, keeps_relay=False)
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(at.game.run)
            await at.settle(player.meanwhile)
            with pytest.raises(Left):
                await player.play()
            nursery.cancel_scope.cancel()
        await at.leave()
    player.say_farewell()
    return "".join(shown)


async def test_a_game_is_played_while_the_relay_is_away(tmp_path: Path) -> None:
    told = await evening(table(tmp_path), "1")
    assert "Which clan will you lead?" in told
    assert re.search(r"^(Your clan|Bo|Ann): (Wolf|Raven)$", told, re.MULTILINE)
    assert "The game is saved. Continue with: bloodrage resume 1" in told


async def test_commands_about_players_work_during_a_question(tmp_path: Path) -> None:
    told = await evening(table(tmp_path), "1", "w", "without", "mute", "phrase", "say hello", "?")
    for sentence in (
        "1) Hello!",
        "Nobody else is here to talk to: bots do not talk.",
        "w        who is here, whose answer is pending, and the relay of the table",
        "The relay of the table: 127.0.0.1:1.",
        "number   choose an answer; 0 goes one question back",
    ):
        assert sentence in told
    # Whose turn it is depends on the draw.
    answers = (
        "Answer first: the table waits for you.",
        "long enough for that.",
        "You can go on without them in",
        "Too few are here to go on without",
    )
    assert any(one in told for one in answers)


async def test_a_disagreement_is_reported_and_ends_no_program(tmp_path: Path) -> None:
    at = table(tmp_path)
    session = at.game.table.sessions[1]
    other = Envelope.seal(session.identity, session.point, 1, b"\x01").to_bytes()
    split = Trouble(1, "Hati", 0, Reason.OTHER_HEAD, "", (other,), halts=True)
    at.game.table.troubles.append(split)
    told = await evening(at, "1")
    assert "Hati has a different history of this game" in told
    assert re.search(r"^(Your clan|Bo|Ann): (Wolf|Raven)$", told, re.MULTILINE)


async def test_a_bot_takes_the_seat_and_gives_it_back(tmp_path: Path) -> None:
    told = await evening(table(tmp_path), "1", "auto", "b", "auto")
    assert "A bot answers for you now; auto takes your seat back." in told
    assert "You answer for yourself again." in told


async def test_ctrl_c_leaves_a_lobby_at_once_and_a_table_at_the_second_press(
    tmp_path: Path,
) -> None:
    shown: list[str] = []
    typed = Typed(lambda: b"", is_live=True)
    console = TypedConsole(typed, shown.append, echoes=True)
    player = LinePlayer(console, Hints(on=False))
    assert player.interrupt()
    at = table(tmp_path)
    player.sit(at, keeps_relay=False)
    assert not player.interrupt()
    typed.take(b"b\n")
    console.next()
    assert not player.interrupt()
    assert player.interrupt()
    await at.leave()


def test_a_ballot_names_the_command_that_agrees() -> None:
    open_ballot = Silence(("Bo",), 125.0, (), agrees=False, needed=2, may_agree=True, possible=True)
    told = "Bo silent for 2:05. without: go on without (0 of 2 agree), or wait."
    assert silence_told(open_ballot) == told
    asked = replace(open_ballot, others=("Cyra",))
    assert silence_told(asked).endswith("1 more is needed: without, or wait.")
