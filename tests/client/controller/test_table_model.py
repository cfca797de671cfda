import pytest

from client.controller.requests import Pressed, Request
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.people import Surroundings
from client.presenter.playback import HOLD, Pace
from client.presenter.preferences import Preferences
from client.text.log_filters import chosen
from client.ui.moments import Scene
from client.ui.view import OverlayKind, Pane, Spot, Strip
from engine import actions as act
from engine.terms import LEADER, Phase, Place
from engine.values import replace
from tests.builders import ANDLANG, GIMLE, A, B, Game, seat, table
from tests.client.seated import SeatedGame

SLOW = Preferences(Pace.READABLE, guard=0.0, hints=False)
GUARDED = Preferences(Pace.READABLE)
INSTANT = Preferences(Pace.INSTANT, guard=0.0)
SILENT = Preferences(Pace.INSTANT, guard=0.0, hints=False)


class Screen:
    """A model with a clock, driven as the program drives it."""

    def __init__(
        self, game: Game, *others: act.Intent | str, preferences: Preferences = INSTANT
    ) -> None:
        self.table = SeatedGame(game, A, *others)
        self.model = TableModel(self.table, preferences, Surroundings(bots=(B,)))
        self.now = 100.0
        self.run()

    def run(self, seconds: float = 0.0) -> None:
        """Let time pass and everything happen that can happen alone."""
        self.now += seconds
        for _ in range(500):
            self.model.listen()
            self.model.tick(self.now)
            if self.model.answer_alone(self.now):
                continue
            if not (self.model.wants_others and self.table.advance()):
                return
        raise AssertionError(self.model.shown.state.owed)

    def keys(self, *names: str) -> Pressed:
        """Press keys, each handled before the next."""
        pressed = Pressed()
        for name in names:
            pressed = press(self.model, name, self.now)
            if pressed.take is not None:
                self.model.submit(pressed.take)
            self.run()
        return pressed

    def pane(self) -> Pane:
        return self.model.display.options.pane

    @property
    def scene(self) -> Scene | None:
        event = self.model.view(self.now).happening
        return None if event is None else event.scene

    @property
    def question(self) -> str:
        asked = self.model.view(self.now).question
        return "" if asked is None else asked.title


def duel() -> Game:
    """Let A pillage a province with B, which could be joined; both have cards."""
    return table(
        A=seat(gimle="L", hand="tyrs-smash tyrs-bash"),
        B=seat(gimle="W", andlang="W", hand="tyrs-bash"),
        C=seat(hand="tyrs-bash"),
    )


# ---------------------------------------------------------------- questions


def test_a_decision_is_asked_after_everything_was_seen() -> None:
    assert Screen(duel()).question == "What will you do?"


def test_the_others_continue_after_an_answer() -> None:
    screen = Screen(duel())
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    assert screen.model.shown.state.figures(A, Place.MUSPELHEIM).leader == 1
    assert screen.question in ("What will you do?", "Keep one card for the next Age?")


def test_undo_is_free_until_the_confirming_enter() -> None:
    screen = Screen(duel())
    before = screen.model.view(0.0)
    screen.keys("i", "w", "2", "enter", "z")
    assert screen.model.view(0.0) == before


def test_keys_of_a_question_return_to_the_actions_pane() -> None:
    screen = Screen(duel())
    screen.keys("tab", "tab")
    assert screen.pane() is Pane.LOG
    screen.keys("i")
    assert screen.pane() is Pane.ACTIONS
    assert screen.question == "Invade with which figure?"


def test_a_no_without_a_late_card_goes_without_saying() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smash tyrs-crush"), B=seat(gimle="W", hand="tyrs-rage"), age=2
    )
    screen = Screen(game)
    screen.keys("p", "1", "enter", "enter", "a", "enter", "enter")
    assert screen.model.playback.stays
    assert not screen.model.display.message


def test_forced_answers_are_asked_on_request() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smash tyrs-crush"), B=seat(gimle="W", hand="tyrs-rage"), age=2
    )
    screen = Screen(game, preferences=replace(INSTANT, answers_alone=False))
    screen.keys("p", "1", "enter", "enter", "a", "enter", "enter")
    assert screen.question == "Add a reinforcement card?"


def test_a_standing_decline_ends_when_somebody_joins() -> None:
    game = table(
        A=seat(andlang="WW"),
        B=seat(gimle="W", myrkvlor="W", rage=3),
        C=seat(myrkvlor="W"),
        turn=B,
        first=B,
    )
    screen = Screen(game, "B pillage gimle", "C join myrkvlor warrior")
    assert screen.question.startswith("Bo pillages Gimle")
    asked = len(screen.table.game.actions)
    screen.keys("N", "enter")
    later = screen.table.game.actions[asked:]
    assert [one for one in later if isinstance(one, act.Decline) and one.seat == A]


# ---------------------------------------------------------------- playback


def test_a_question_waits_while_deeds_of_others_are_shown() -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="W"), players=2)
    screen = Screen(game, act.Invade(B, LEADER, ANDLANG), preferences=SLOW)
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    assert screen.question == ""
    assert screen.model.shown.state.figures(B, ANDLANG).leader == 1
    screen.run(0.5)
    assert screen.question == ""
    screen.run(5.0)
    assert screen.question == "What will you do?"


def test_space_hurries_through_the_deeds_of_others() -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="W"), players=2)
    screen = Screen(game, act.Invade(B, LEADER, ANDLANG), preferences=SLOW)
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter", "space")
    assert screen.question == "What will you do?"


def test_the_result_of_a_battle_stays_until_it_was_read() -> None:
    screen = Screen(duel())
    screen.keys("p", "1", "enter", "enter")
    assert screen.model.view(0.0).battle is not None
    screen.keys("b", "enter", "enter")
    view = screen.model.view(screen.now)
    assert view.battle is not None
    assert view.battle.strip is Strip.RESULT
    assert view.battle.hold == HOLD
    assert view.question is None
    screen.keys("enter")
    assert screen.model.view(screen.now).battle is None


def test_a_result_goes_away_after_twenty_seconds() -> None:
    screen = Screen(duel())
    screen.keys("p", "1", "enter", "enter", "b", "enter", "enter")
    screen.run(HOLD - 1)
    assert screen.model.playback.stays
    screen.run(1)
    assert not screen.model.playback.stays


def test_a_battle_of_others_is_shown_from_the_reveal_on() -> None:
    game = table(
        A=seat(elvagar="W", rage=2),
        B=seat(gimle="L", hand="tyrs-smash"),
        C=seat(gimle="W", hand="tyrs-bash"),
        players=3,
    )
    screen = Screen(
        game,
        "B pillage gimle",
        "B card tyrs-smash",
        "C card tyrs-bash",
        preferences=SLOW,
    )
    screen.keys("m", "7", "enter", "enter", "9", "enter", "enter")
    strips = []
    for _ in range(40):
        battle = screen.model.view(screen.now).battle
        if battle is not None:
            strips.append(battle.strip)
        if screen.model.playback.stays:
            break
        screen.run(0.3)
    assert list(dict.fromkeys(strips)) == [Strip.REVEAL, Strip.RESULT]


def test_the_result_shows_totals_cards_and_winner() -> None:
    screen = Screen(duel(), "B decline", "B card tyrs-bash")
    screen.keys("p", "1", "enter", "enter", "b", "enter", "enter")
    battle = screen.model.view(screen.now).battle
    assert battle is not None
    rows = {row.seat: row for row in battle.rows}
    assert (rows[A].total, rows[A].winner) == (6, True)
    assert (rows[B].total, rows[B].winner) == (3, False)
    assert "Tyr's Smash" in rows[A].card
    told = {fate.seat: fate for fate in battle.fates}
    assert told[A].wins
    assert any("Glory" in line for line in told[A].results)


# ---------------------------------------------------------------- keys while something pops up


def test_keys_are_ignored_for_a_moment_after_a_popup() -> None:
    screen = Screen(duel(), preferences=GUARDED)
    screen.keys("x")
    assert screen.question == "What will you do?"
    screen.run(0.31)
    screen.keys("x")
    assert screen.question == "Pass for the rest of this Age?"


def test_keys_typed_ahead_are_lost_until_they_pause() -> None:
    screen = Screen(duel(), preferences=GUARDED)
    for _ in range(9):
        screen.run(0.2)
        screen.keys("x")
        assert screen.question == "What will you do?"
    screen.run(0.31)
    screen.keys("x")
    assert screen.question == "Pass for the rest of this Age?"


def test_a_question_as_expected_is_open_after_a_moment_even_to_fast_keys() -> None:
    game = table(A=seat(gimle="L"), B=seat(rage=0), players=2)
    screen = Screen(game, preferences=GUARDED)
    screen.run(0.31)
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    assert screen.question == "What will you do?"
    for _ in range(2):
        screen.run(0.2)
        screen.keys("x")
    assert screen.question == "Pass for the rest of this Age?"


def test_leaving_is_possible_at_any_moment() -> None:
    screen = Screen(duel(), preferences=GUARDED)
    screen.keys("^Q")
    assert screen.model.display.overlay is not None
    assert screen.model.display.overlay.kind is OverlayKind.LEAVE


# ---------------------------------------------------------------- overlays


def test_the_cursor_is_on_staying_when_leaving_asks() -> None:
    screen = Screen(duel())
    assert screen.keys("^Q", "enter").request is Request.NOTHING
    assert screen.keys("^Q", "down", "enter").request is Request.LEAVE
    assert screen.keys("^Q", "y").request is Request.LEAVE
    assert screen.keys("^C", "^C").request is Request.INTERRUPT


def test_view_keys_open_their_overlay_and_escape_closes_it() -> None:
    screen = Screen(duel())
    kinds = {
        "?": OverlayKind.HELP,
        "/": OverlayKind.CARDS,
        "l": OverlayKind.LOG,
        "c": OverlayKind.CLANS,
        "s": OverlayKind.QUESTS,
        "V": OverlayKind.PASSED,
        "g": OverlayKind.GLORY,
        "R": OverlayKind.LOG,
        "r": OverlayKind.RULES,
    }
    for key, kind in kinds.items():
        screen.keys(key)
        assert screen.model.display.overlay is not None, key
        assert screen.model.display.overlay.kind is kind
        screen.keys("escape")
        assert screen.model.display.overlay is None


def test_v_shows_the_card_under_the_cursor_and_turns_to_others() -> None:
    screen = Screen(duel())
    screen.keys("p", "1", "enter", "enter", "down", "v")
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert overlay.face is not None
    assert overlay.face.card == "tyrs-smash"
    screen.keys("right")
    turned = screen.model.view(0.0).overlay
    assert turned is not None
    assert turned.face is not None
    assert turned.face.card == "tyrs-bash"


def test_v_on_the_map_explains_the_strengths_of_a_place() -> None:
    screen = Screen(duel())
    screen.keys("p", "v")
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert overlay.kind is OverlayKind.EXPLAIN
    assert any("strength 3" in line for line in overlay.lines)


def explained(screen: Screen) -> tuple[str, ...]:
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert overlay.kind is OverlayKind.EXPLAIN
    return overlay.lines


def test_v_on_an_action_explains_prices_and_then_shows_the_hand() -> None:
    screen = Screen(duel())
    screen.keys("v")
    assert "An invade costs Rage equal to the figure's strength." in explained(screen)
    screen.keys("v")
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert overlay.kind is OverlayKind.CARD


def test_v_on_a_greyed_action_begins_with_the_reason() -> None:
    screen = Screen(duel())
    screen.keys("down", "down", "v")
    assert explained(screen)[0] == "Not now: You have no upgrade in hand."


def test_v_on_a_figure_explains_its_price() -> None:
    screen = Screen(duel())
    screen.keys("i", "v")
    assert explained(screen)[:2] == (
        "Warrior: STR 1, in reserve: 8",
        "    Warrior costs 1 Rage",
    )


def test_v_on_a_place_of_an_invade_explains_price_and_place() -> None:
    screen = Screen(duel())
    screen.keys("i", "enter", "v")
    assert "    Warrior costs 1 Rage" in explained(screen)
    assert any("villages are free" in line for line in explained(screen))


def test_v_in_the_overlay_of_clans_explains_one_clan() -> None:
    screen = Screen(duel())
    screen.keys("c", "down", "v")
    assert any(line.startswith("RAGE 6, step 1 of 6") for line in explained(screen))
    screen.keys("escape")
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert overlay.kind is OverlayKind.CLANS
    assert overlay.cursor == B


def test_v_on_a_battle_card_continues_to_the_strengths() -> None:
    screen = Screen(duel())
    screen.keys("p", "1", "enter", "enter", "v", "v")
    assert any("strength 3" in line for line in explained(screen))


def test_tab_shows_the_board_behind_a_battle_and_escape_returns() -> None:
    screen = Screen(duel())
    screen.keys("p", "1", "enter", "enter", "tab", "a")
    assert screen.model.display.options.board
    assert screen.question == "Choose a card to play face down"
    screen.keys("escape", "a", "enter")
    assert screen.question == "Play Tyr's Bash?"


def test_cards_are_searched_by_typing_and_read_by_enter() -> None:
    screen = Screen(duel())
    screen.keys("/", *"troll", "enter")
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert overlay.face is not None
    assert overlay.face.card == "troll"
    screen.keys("escape")
    below = screen.model.view(0.0).overlay
    assert below is not None
    assert below.kind is OverlayKind.CARDS
    assert below.typed == "troll"


def test_help_is_filtered_and_enter_runs_its_first_line() -> None:
    screen = Screen(duel())
    screen.keys("?", *"clans", "enter")
    assert screen.model.display.overlay is not None
    assert screen.model.display.overlay.kind is OverlayKind.CLANS


def test_the_rules_of_the_moment_open() -> None:
    screen = Screen(duel())
    screen.keys("r")
    turn = screen.model.view(0.0).overlay
    screen.keys("escape", "p", "1", "enter", "enter", "r")
    battle = screen.model.view(0.0).overlay
    assert turn is not None
    assert battle is not None
    assert turn.lines != battle.lines


def test_the_recap_begins_with_your_last_answer() -> None:
    screen = Screen(duel())
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter", "R")
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert overlay.look is not None
    since = screen.model.shown.log[chosen(screen.model.shown.log, overlay.look)[0]]
    assert "Muspelheim" in since.full


def test_a_recap_opens_after_an_absence() -> None:
    screen = Screen(duel())
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    assert screen.model.display.overlay is None
    screen.table.game.play(act.Absent(A))
    screen.run()
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert overlay.look is not None
    assert overlay.look.since == screen.model.shown.seen_until
    assert any(
        "away" in line.full for line in screen.model.shown.log[screen.model.shown.seen_until :]
    )


def test_an_automatic_answer_is_no_turn_of_the_viewer() -> None:
    screen = Screen(duel())
    before = screen.model.shown.seen_until
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    seen = screen.model.shown.seen_until
    assert seen >= before
    screen.model.people.autopilot.switch(on=True)
    assert screen.model.answer_alone(screen.now)
    assert screen.model.shown.seen_until == seen


def test_overlays_scroll_no_further_than_their_end() -> None:
    screen = Screen(duel())
    screen.keys("r", "end", "down", "down")
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    last = overlay.scroll
    screen.keys("up")
    above = screen.model.view(0.0).overlay
    assert above is not None
    assert above.scroll == last - 1


# ---------------------------------------------------------------- looking around


def test_arrows_look_around_the_map_in_its_pane() -> None:
    screen = Screen(duel())
    screen.keys("s-tab", "left")
    assert screen.pane() is Pane.MAP
    assert screen.model.view(0.0).place is Place.MYRKVLOR
    screen.keys("enter")
    assert screen.model.display.overlay is not None
    assert screen.model.display.overlay.kind is OverlayKind.EXPLAIN


def test_a_digit_without_an_answer_looks_at_its_place() -> None:
    screen = Screen(duel())
    screen.keys("1")
    assert screen.model.view(0.0).place is GIMLE


def test_a_scrolled_log_stays_while_lines_come() -> None:
    screen = Screen(duel())
    screen.keys("m", "1", "enter", "enter", "9", "enter", "enter")
    screen.keys("pageup")
    shown = len(screen.model.shown.log) - screen.model.display.options.log_scroll
    screen.keys("m", "9", "enter", "enter", "1", "enter", "enter")
    assert len(screen.model.shown.log) - screen.model.display.options.log_scroll == shown


def test_a_change_of_pace_is_announced() -> None:
    screen = Screen(duel())
    screen.keys("P")
    assert screen.model.playback.pace is Pace.FAST
    assert "fast" in screen.model.display.message


def test_b_shows_the_board_behind_a_battle() -> None:
    screen = Screen(duel())
    screen.keys("p", "1", "enter", "enter")
    assert not screen.model.view(0.0).board
    screen.keys("down")
    question = screen.model.view(0.0).question
    assert question is not None
    assert question.spot is Spot.BATTLE


# ---------------------------------------------------------------- the end


def _last_age() -> Game:
    return table(A=seat(gimle="L", glory=3), B=seat(gimle="W"), age=3, players=2)


def test_the_end_shows_glory_by_source() -> None:
    screen = Screen(_last_age())
    screen.keys("x", "y", "enter")
    assert screen.model.shown.state.phase is Phase.END
    end = screen.model.view(0.0).end
    assert end is not None
    assert len(end.sources) == 2
    assert len(end.headings) == len(end.sources[0][1])


def test_arrows_step_through_the_game_at_its_end() -> None:
    screen = Screen(_last_age())
    screen.keys("x", "y", "enter", "left")
    before = screen.model.view(0.0).end
    assert before is not None
    assert before.cursor == len(before.curve) - 2
    screen.keys("home", "right", "end")
    after = screen.model.view(0.0).end
    assert after is not None
    assert after.cursor == len(after.curve) - 1


def test_enter_at_the_end_asks_for_the_next_game() -> None:
    screen = Screen(_last_age())
    screen.keys("x", "y", "enter")
    assert screen.keys("enter", "up", "enter").request is Request.NOTHING
    assert screen.keys("enter", "enter").request is Request.AGAIN
    assert screen.keys("q", "enter").request is Request.LEAVE
    assert screen.keys("^Q", "enter").request is Request.LEAVE
    assert screen.keys("n").request is Request.AGAIN


def test_a_table_that_cannot_play_again_does_not_offer_it() -> None:
    screen = Screen(_last_age())
    around = screen.model.people.around
    screen.model.people.surround(replace(around, rematch=""))
    screen.keys("x", "y", "enter")
    assert not screen.model.view(0.0).can_repeat
    assert screen.keys("n").request is Request.NOTHING
    assert screen.keys("enter", "enter").request is Request.NOTHING
    assert screen.keys("enter", "down", "enter").request is Request.LEAVE


@pytest.mark.parametrize(
    ("key", "asked"),
    [("y", Request.COPY), ("s", Request.SAVE), ("r", Request.REPLAY), ("c", Request.RETELL)],
)
def test_the_end_has_keys_of_its_own_except_on_the_board(key: str, asked: Request) -> None:
    screen = Screen(_last_age())
    screen.keys("x", "y", "enter")
    assert screen.keys(key).request is asked
    screen.model.display.close()
    assert screen.keys("b", key).request is Request.NOTHING


def test_hidden_cards_of_others_are_not_listed_as_drafted() -> None:
    screen = Screen(_last_age())
    screen.keys("x", "y", "enter", "c")
    end = screen.model.view(0.0).end
    assert end is not None
    assert not any(row.faces for row in end.drafted)
    assert not any(row.is_whole for row in end.drafted)


def test_the_rules_of_the_chosen_action_come_first() -> None:
    screen = Screen(duel())
    screen.keys("H", "p", "r")
    overlay = screen.model.view(0.0).overlay
    assert overlay is not None
    assert "PILLAGE" in overlay.lines[0]


# ---------------------------------------------------------------- the end of an Age


def _end_of_age() -> Game:
    return table(
        A=seat(gimle="L"),
        B=seat(horgr="W", quests="quest-jotunheim"),
        players=2,
        ragnarok="horgr elvagar utgard",
    )


def test_the_end_of_an_age_covers_the_board_until_it_was_read() -> None:
    screen = Screen(_end_of_age())
    screen.keys("x", "y", "enter")
    scene = screen.scene
    assert scene is not None
    assert scene.title == "Age I is over"
    assert any("Horgr" in row.text for row in scene.rows)
    assert screen.model.playback.stays
    screen.keys("enter")
    assert screen.scene is None
    assert not screen.model.playback.stays


def test_the_end_of_an_age_goes_away_by_itself() -> None:
    screen = Screen(_end_of_age())
    screen.keys("x", "y", "enter")
    screen.run(HOLD)
    assert screen.scene is None


def test_a_resumed_game_tells_the_whole_end_of_an_age() -> None:
    game = table(
        A=seat(gimle="L", quests="quest-alfheim"),
        B=seat(horgr="W"),
        players=2,
        ragnarok="horgr elvagar utgard",
    )
    seated = SeatedGame(game)
    model = TableModel(seated, SILENT, Surroundings(bots=(B,)))
    seated.game.play("A pass", "B pass")
    model.remember()
    seated.game.play("A stat axes")
    model.listen()
    model.tick(1.0)
    event = model.view(1.0).happening
    assert event is not None
    assert event.scene is not None
    assert "Quest Alfheim" in event.scene.rows[0].text


def test_a_result_is_not_ended_by_a_second_press_of_the_key_that_led_to_it() -> None:
    screen = Screen(duel(), "B decline", "B card tyrs-bash", preferences=GUARDED)
    for key in ("p", "1", "enter", "enter", "b", "enter", "enter"):
        for _ in range(100):
            screen.run(0.5)
            if screen.model.walk is not None:
                break
        screen.run(2.0)
        screen.keys(key)
    for _ in range(400):
        screen.run(0.1)
        if screen.model.playback.stays:
            break
    for _ in range(5):
        screen.run(0.2)
        screen.keys("enter")
    assert screen.model.playback.stays
    screen.run(1.0)
    screen.keys("enter")
    assert not screen.model.playback.stays
