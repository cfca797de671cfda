import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from io import StringIO
from pathlib import Path

import pytest

from client.app.launch import MainMenu, Resume
from client.app.run import run_app
from client.app.run_choices import Choices
from client.games.bot_game import BotGame, NewGame
from client.menu.main_menu import MAIN
from client.platform.exit_codes import USAGE
from client.settings.reader import settings_path
from client.settings.resolve import choose
from client.settings.schema import BY_KEY
from client.settings.writer import keep_setting
from client.storage.game_directory import find, unfinished
from client.storage.saved_games import SavedGame, SaveError
from client.style.theme import Glyphs, Look
from client.text.catalogue import ENGLISH, speak, spoken
from engine.state import Options
from engine.values import replace
from tests.client.terminal import QUICK, Played, playing

GAME = NewGame(("thrall", "thrall"), 5)

Play = Callable[[Played], Awaitable[None]]


def _run(directory: Path, play: Play, size: tuple[int, int] = (80, 24)) -> int:
    """Play a new game in a terminal inside the test; return the exit code."""

    async def main() -> int:
        async with playing(GAME, directory, size) as played:
            await play(played)
        return played.task.result()

    return asyncio.run(main())


def _last(directory: Path) -> Resume:
    saved = find(directory, None)
    assert isinstance(saved, SavedGame)
    return Resume(saved)


def test_a_new_game_begins_with_the_choice_of_a_clan(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        assert "Which clan will you lead?" in played.screen.text
        await played.keys("enter")
        assert "Keep 1 card" in played.screen.text

    _run(tmp_path, play)


def test_arrows_move_the_cursor_on_the_screen(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        assert any(line.startswith("►a ") for line in played.screen.lines)
        await played.keys("down", "down")
        assert any(line.startswith("►c ") for line in played.screen.lines)

    _run(tmp_path, play)


def test_escape_alone_steps_back_without_a_second_key(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("enter", "enter")
        assert "Yes" in played.screen.text
        await played.keys("escape")
        assert "No, go back" not in played.screen.text

    _run(tmp_path, play)


def test_help_opens_and_closes_over_the_board(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        before = played.screen.text
        await played.keys("?")
        assert "Arrows move, Enter chooses" in played.screen.text
        await played.keys("escape")
        assert played.screen.text == before

    _run(tmp_path, play)


def test_q_closes_overlays_and_never_leaves(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("l", "q", "q", "q")
        assert not played.task.done()
        assert "^Q leaves" in played.screen.text

    _run(tmp_path, play)


def test_control_q_asks_before_it_leaves(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("^Q")
        assert "Leave the game?" in played.screen.text
        await played.keys("enter")
        assert not played.task.done()
        await played.keys("^Q", "down", "enter")
        await played.until(played.task.done)

    assert _run(tmp_path, play) == 0
    assert len(unfinished(tmp_path)) == 1


def test_the_second_control_c_leaves_at_once(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("^C", "^C")
        await played.until(played.task.done)

    assert _run(tmp_path, play) == 130


def test_pasted_text_does_not_count_as_keys(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        before = played.screen.text
        played.pipe.send_text("\x1b[200~ddd\r\r\r\x1b[201~")
        await played.keys("^L")
        assert played.screen.text == before

    _run(tmp_path, play)


@pytest.mark.parametrize("size", [(100, 30), (140, 45), (60, 16), (30, 8), (1, 1), (200, 60)])
def test_the_screen_can_be_resized_at_any_time(tmp_path: Path, size: tuple[int, int]) -> None:
    async def play(played: Played) -> None:
        for keys in (("enter",), ("enter",), ("enter",), ("?",), ("escape",)):
            played.screen.resize(*size)
            played.program.screen.app._on_resize()
            await played.keys(*keys)
            played.screen.resize(80, 24)
            played.program.screen.app._on_resize()
            await played.settled()
        assert "Keep 1 card" in played.screen.text

    _run(tmp_path, play)


def test_colours_and_signs_can_be_changed_while_playing(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("^G")
        assert played.screen.text.isascii()
        await played.keys("^T", "^T", "^T", "^T", "^G")
        assert "►" in played.screen.text

    _run(tmp_path, play)


def test_a_saved_game_resumes_at_its_last_answer(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("enter", "enter", "enter", "l")

    _run(tmp_path, play)

    async def again() -> None:
        async with playing(_last(tmp_path), tmp_path) as played:
            assert "pick 2 of 6" in played.screen.text
            await played.keys("l")
            assert " clan is yours" in played.screen.text

    asyncio.run(again())


def test_the_screen_shows_the_progress_of_a_replay(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("enter", "enter", "enter", "enter", "enter")

    _run(tmp_path, play)

    async def again() -> None:
        async with playing(_last(tmp_path), tmp_path) as played:
            loading = played.program.scene
            assert loading is not None
            told = loading.draw(80, 24).lines()
            assert any("Loading the game: answer" in text for line in told for _, text in line)

    asyncio.run(again())


def _with_an_answer_lost(directory: Path) -> None:
    """Drop the parts an earlier version did not write; they are found while playing."""
    game = unfinished(directory)[0]
    first, *answers = game.lines.rows
    rows = ({**first, "bloodrage": 3}, *map(dict, answers[1:]))
    text = "".join(json.dumps(row, default=bytes.hex) + "\n" for row in rows)
    game.path.write_text(text, "utf-8")


def test_a_game_that_cannot_be_resumed_ends_with_one_sentence(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("enter", "enter", "enter")

    _run(tmp_path, play)
    _with_an_answer_lost(tmp_path)

    async def again() -> None:
        async with playing(_last(tmp_path), tmp_path) as played:
            assert await played.task == USAGE
            assert played.program.scene is not None
            played.program.scene.say_farewell(out, err)

    out, err = StringIO(), StringIO()
    asyncio.run(again())
    assert out.getvalue() == ""
    assert re.fullmatch("bloodrage: .*broken.*\n", err.getvalue())


def test_the_menu_says_that_a_game_cannot_be_resumed(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("enter", "enter", "enter")

    _run(tmp_path, play)
    _with_an_answer_lost(tmp_path)

    async def again() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            while "Continue which game?" not in played.screen.text:
                lines = enumerate(played.screen.lines)
                at = next(n for n, line in lines if "Continue a game" in line)
                now = next(n for n, line in enumerate(played.screen.lines) if "►" in line)
                await played.keys("enter" if at == now else "down")
            await played.keys("enter")
            await played.until(lambda: "broken" in played.program.menu.message)

    asyncio.run(again())


def test_the_menu_begins_a_game_and_resumes_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            assert "Play against 3 bots" in played.screen.text
            await played.keys("left", "enter")
            assert "Which clan" in played.screen.text
            assert isinstance(played.program.game, BotGame)
            assert len(played.program.game.table.game.bots) == 2
            await played.keys("^Q", "down", "enter")
            assert "Continue a game (1)" in played.screen.text
            await played.keys(*["down"] * MAIN.index("Continue a game"), "enter", "enter")
            assert "Which clan" in played.screen.text

    asyncio.run(main())


def test_the_menu_shows_rules_and_cards(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            await played.keys(*["down"] * MAIN.index("Rules"), "enter", "enter")
            assert "What the game is about" in played.screen.text
            await played.keys("pagedown", "escape", "escape", "down", "enter", "enter")
            assert "Tyr's Bash" in played.screen.text
            await played.keys("q", "q", "q")
            await played.until(played.task.done)

    asyncio.run(main())


def test_the_menu_says_that_there_is_no_game_to_resume(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            await played.keys(*["down"] * MAIN.index("Continue a game"), "enter")
            assert "There is no unfinished game." in played.screen.text

    asyncio.run(main())


def test_the_key_for_hints_is_remembered(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            assert "three Ages wins" in played.screen.text
            await played.keys("enter")
            assert "Hint:" in played.screen.text
            await played.keys("H")
            assert "Hint:" not in played.screen.text
            assert not choose({}, {}).settings.hints
            await played.keys("H")
            assert choose({}, {}).settings.hints

    asyncio.run(main())


def test_boxes_chosen_in_the_menu_are_remembered_and_played(tmp_path: Path) -> None:
    async def choosing() -> None:
        async with playing(MainMenu(), tmp_path) as played:
            await played.keys(*["down"] * MAIN.index("Boxes"), "enter", "up", "enter", "escape")
            assert "boxes  Mystics of Midgard" in played.screen.text

    async def beginning() -> None:
        choices = Choices(preferences=QUICK, settings=choose({}, {}).settings)
        async with playing(MainMenu(), tmp_path, choices=choices) as played:
            assert "boxes  Mystics of Midgard" in played.screen.text
            await played.keys("enter")
            assert isinstance(played.program.game, BotGame)
            assert played.program.game.table.game.options == Options(mystics=True)

    asyncio.run(choosing())
    asyncio.run(beginning())


def test_a_game_removed_before_it_is_opened_is_refused(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("enter")

    _run(tmp_path, play)
    start = _last(tmp_path)
    start.saved.path.unlink()

    async def again() -> None:
        async with playing(start, tmp_path):
            pass

    with pytest.raises(SaveError, match="no such file"):
        asyncio.run(again())


def test_a_table_of_the_same_number_does_not_stop_a_game_from_resuming(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("enter", "enter", "enter", "l")

    _run(tmp_path, play)
    start = _last(tmp_path)
    start.saved.path.with_suffix(".table").touch()

    async def again() -> None:
        async with playing(start, tmp_path) as played:
            assert "pick 2 of 6" in played.screen.text

    asyncio.run(again())


def test_an_error_in_a_key_leaves_the_screen_restored_and_is_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> str:
        async with playing(GAME, tmp_path) as played:
            assert played.program.game is not None
            monkeypatch.setattr(played.program.game, "model", None)
            played.pipe.send_text("x")
            await played.until(played.task.done)
        return played.screen.sent

    with pytest.raises(AttributeError):
        asyncio.run(main())


def test_a_missing_terminal_has_its_own_exit_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_app(MainMenu(), choose({}, {})) == 6
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


def test_leaving_a_game_prints_the_command_to_resume(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(NewGame(("thrall",), 3), tmp_path) as played:
            await played.keys("enter")
            assert isinstance(played.program.game, BotGame)
            out, err = StringIO(), StringIO()
            played.program.game.say_farewell(out, err)
            assert "bloodrage resume 1" in out.getvalue()

    asyncio.run(main())


def test_settings_changed_in_a_game_apply_at_once_and_are_kept(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(GAME, tmp_path) as played:
            await played.keys("O")
            assert "Settings" in played.screen.text
            await played.keys("down", "right", "right")
            assert played.program.screen.look.glyphs is Glyphs.ASCII
            assert played.screen.text.isascii()
            await played.keys("escape")
            assert "Settings" not in played.screen.text
            assert choose({}, {}).settings.glyphs == "ascii"
            keep_setting(settings_path(), "look", "glyphs", "auto")

    asyncio.run(main())


def test_turn_alerts_can_be_switched_off_in_a_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(GAME, tmp_path) as played:
            assert "Blood Rage" in played.screen.title
            await played.keys("O", *["down"] * list(BY_KEY).index("title"), "right", "escape")
            assert played.screen.title == ""
            keep_setting(settings_path(), "turn", "title", BY_KEY["title"].default)

    asyncio.run(main())


def test_the_requested_language_survives_other_settings(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(GAME, tmp_path) as played:
            speak("pl")
            bell, language = (list(BY_KEY).index(key) for key in ("bell", "language"))
            await played.keys("O", *["down"] * bell, "right", "left")
            assert spoken() == "pl"
            await played.keys(*["up"] * (bell - language), "right")
            assert spoken() != "pl"
            keep_setting(settings_path(), "look", "language", BY_KEY["language"].default)

    try:
        asyncio.run(main())
    finally:
        speak(ENGLISH)


def test_fast_asks_only_harmful_answers_twice(tmp_path: Path) -> None:
    async def main() -> None:
        quick = Choices(preferences=replace(QUICK, fast=True), directory=tmp_path)
        async with playing(GAME, tmp_path, choices=quick) as played:
            game = played.program.game
            assert game is not None
            await played.keys("a", "enter")
            assert game.model.shown.state.clans[0].clan is not None

    asyncio.run(main())


def test_a_terminal_without_signs_gets_ascii_everywhere(tmp_path: Path) -> None:
    async def main() -> None:
        plain = Choices(QUICK, Look(glyphs=Glyphs.ASCII))
        async with playing(MainMenu(), tmp_path, choices=plain) as played:
            for keys in (("down",), ("end", "up", "enter"), ("escape", "up", "up", "up", "enter")):
                await played.keys(*keys)
                assert played.screen.text.isascii(), keys

    asyncio.run(main())
