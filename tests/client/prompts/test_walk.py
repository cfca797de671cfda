from client.prompts.nodes import Take
from client.prompts.walk import Walk, back, begin, place_at, press, question, undo
from client.text.names import token_name
from client.ui.view import Spot
from engine import actions as act
from engine.figures import Figures
from engine.terms import LEADER, SHIP, WARRIOR, Age, CardId, Face, FigureKind
from tests.builders import (
    ANDLANG,
    EAST,
    ELVAGAR,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    UTGARD,
    A,
    B,
    Game,
    seat,
    table,
)
from tests.client.prompts.asking import asked, keys, labels, shown, taken, walk


def _turn() -> Game:
    return table(
        A=seat(
            gimle="WWL",
            elvagar="W",
            west="S",
            hand="troll quest-alfheim tyrs-bash",
            levels=(1, 1, 3),
        ),
        B=seat(gimle="W", muspelheim="W"),
        pillaged="gimle",
    )


# ---------------------------------------------------------------- the menu of a turn


def test_the_menu_lists_the_actions_in_a_fixed_order_with_their_keys() -> None:
    items = shown(walk(_turn())).items
    assert [item.key for item in items] == ["i", "m", "u", "e", "p", "x"]


def test_a_greyed_action_stays_in_the_menu_with_its_reason() -> None:
    game = table(A=seat(gimle="WWWW"))
    invade = shown(walk(game)).items[0]
    assert (invade.label, invade.enabled) == ("Invade", False)
    assert "Horns" in invade.why


def test_enter_on_a_greyed_action_shows_the_reason() -> None:
    at = keys(walk(table(A=seat(gimle="WWWW"))), "up", "down")
    at = keys(at, *["up"] * at.cursor)
    refused = keys(at, "enter")
    assert refused.cursor == at.cursor
    assert refused.reason == question(at).items[0].why
    assert keys(refused, "down").reason == ""


def test_the_key_of_a_greyed_action_shows_the_reason() -> None:
    at = keys(walk(table(A=seat(gimle="WWWW"))), "i")
    assert "Horns" in at.reason
    assert not at.trail


def test_clan_cards_add_their_actions_to_the_menu() -> None:
    game = table(A=seat(upgrades="friggas-domain tyrs-challenge friggas-sacrifice", gimle="WW"))
    assert labels(walk(game)) == [
        "Invade",
        "March",
        "Upgrade",
        "Quest",
        "Pillage",
        "Pillage again",
        "From Valhalla",
        "Sacrifice",
        "Pass",
    ]


def test_a_price_that_depends_on_the_choice_is_shown_as_a_range() -> None:
    assert shown(walk(table(A=seat(gimle="W")))).items[0].detail == "0-2"


# ---------------------------------------------------------------- ways to an answer


def test_an_invade_takes_figure_place_and_enter() -> None:
    at = walk(_turn())
    assert taken(at, "i", "w", "2", "enter", "enter") == act.Invade(A, WARRIOR, ANDLANG)


def test_a_ship_invades_a_fjord_by_f_and_its_side() -> None:
    game = table(A=seat(gimle="W"))
    assert taken(walk(game), "i", "s", "f", "6", "enter", "enter") == act.Invade(A, SHIP, EAST)


def test_a_march_takes_everybody_by_default() -> None:
    answer = taken(walk(_turn()), "m", "1", "enter", "enter", "9", "enter", "enter")
    assert answer == act.March(A, GIMLE, MUSPELHEIM, Figures(warriors=2, leader=1))


def test_space_removes_a_kind_from_a_march_and_arrows_count() -> None:
    at = keys(walk(_turn()), "m", "1", "enter")
    assert [item.label for item in shown(at).items] == ["Warrior", "Leader"]
    answer = taken(at, "left", "down", "space", "enter", "9", "enter", "enter")
    assert answer == act.March(A, GIMLE, MUSPELHEIM, Figures(warriors=1))


def test_a_march_of_nobody_goes_nowhere() -> None:
    at = keys(walk(_turn()), "m", "1", "enter", "space", "down", "space")
    assert keys(at, "enter").fork is at.fork


def test_a_march_starts_with_as_many_as_fit_somewhere() -> None:
    game = table(
        A=seat(yggdrasil="WWWWWL", levels=(1, 1, 4)), destroyed="angerboda muspelheim gimle"
    )
    at = keys(walk(game), "m", "5", "enter")
    assert sum(item.count for item in shown(at).items) == 4


def test_an_upgrade_asks_for_the_replaced_card_only_if_there_is_a_choice() -> None:
    game = table(A=seat(hand="troll", upgrades="valkyrie"))
    at = keys(walk(game), "u", "a", "enter")
    assert [item.label for item in shown(at).items] == ["Empty slot", "Replace Valkyrie"]
    assert taken(at, "b", "enter", "enter") == act.Upgrade(
        A, Face(CardId("troll"), Age.ONE), CardId("valkyrie")
    )
    free = table(A=seat(hand="troll"))
    assert taken(walk(free), "u", "a", "enter", "enter") == act.Upgrade(
        A, Face(CardId("troll"), Age.ONE), None
    )


def test_cards_in_hand_have_the_same_letters_in_every_question() -> None:
    at = keys(walk(_turn()), "u")
    items = shown(at).items
    assert [item.key for item in items] == ["a", "b", "c"]
    assert [item.enabled for item in items] == [False, True, False]
    assert all(item.why for item in items if not item.enabled)


def test_a_quest_is_committed_by_its_letter_and_enter() -> None:
    answer = taken(walk(_turn()), "e", "a", "enter", "enter")
    assert answer == act.Commit(A, Face(CardId("quest-alfheim"), Age.ONE))


def test_a_pillage_takes_a_digit_and_enter() -> None:
    assert taken(walk(_turn()), "p", "7", "enter", "enter") == act.Pillage(A, ELVAGAR)


def test_a_pass_is_confirmed_with_the_cursor_on_no() -> None:
    at = keys(walk(_turn()), "x")
    assert shown(at).spot is Spot.CONFIRM
    assert keys(at, "enter").trail == ()
    assert taken(at, "down", "enter") == act.Pass(A)


def test_the_key_of_yes_does_not_answer_without_enter() -> None:
    at = keys(walk(_turn()), "x", "y")
    assert taken(at, "enter") == act.Pass(A)


# ---------------------------------------------------------------- the map


def test_arrows_on_the_map_stop_at_legal_places_only() -> None:
    at = keys(walk(_turn()), "p")
    offered = {item.place for item in shown(at).items if item.enabled}
    for arrow in ("up", "down", "left", "right") * 3:
        at = keys(at, arrow)
        assert place_at(at) in offered


def test_the_digit_of_an_illegal_place_moves_there_and_shows_the_reason() -> None:
    refused = keys(walk(_turn()), "p", "1")
    assert place_at(refused) is GIMLE
    assert "pillaged" in refused.reason
    assert keys(refused, "enter").fork is refused.fork


def test_letters_and_digits_move_until_enter_chooses() -> None:
    card = keys(walk(_turn()), "u", "b")
    assert (shown(card).title, card.cursor) == ("Play which upgrade?", 1)
    place = keys(walk(_turn()), "i", "w", "2", "9")
    assert (shown(place).title, place_at(place)) == ("Where does the Warrior go?", MUSPELHEIM)


def test_letters_of_actions_figures_and_going_back_choose_at_once() -> None:
    figures = keys(walk(_turn()), "i")
    assert shown(figures).title == "Invade with which figure?"
    assert shown(keys(figures, "w")).spot is Spot.MAP
    assert keys(walk(_turn()), "x", "n").trail == ()


def test_legal_places_come_first_and_destroyed_ones_not_at_all() -> None:
    game = table(A=seat(gimle="WWL"), B=seat(andlang="WW"), destroyed="utgard", pillaged="elvagar")
    for pressed in (("p",), ("m",), ("m", "1", "enter", "enter"), ("i", "w")):
        at = keys(walk(game), *pressed)
        legal = [item.enabled for item in shown(at).items]
        assert legal == sorted(legal, reverse=True)
        assert UTGARD not in {item.place for item in shown(at).items}
        assert shown(at).current is not None
        assert shown(at).items[at.cursor].enabled
        assert "destroyed" in keys(at, "3").reason


def test_an_f_without_a_digit_is_forgotten() -> None:
    at = keys(walk(table(A=seat(gimle="W"))), "i", "s", "f", "down")
    assert at.pending == ""


def test_march_targets_without_room_for_all_have_a_reason() -> None:
    game = table(A=seat(gimle="WWL"), B=seat(andlang="WW"))
    at = keys(walk(game), "m", "1", "enter", "enter")
    andlang = next(item for item in shown(at).items if item.place is ANDLANG)
    assert not andlang.enabled
    assert "room" in andlang.why or "village" in andlang.why


# ---------------------------------------------------------------- back and undo


def test_escape_goes_back_one_question_and_keeps_earlier_choices() -> None:
    at = keys(walk(_turn()), "m", "1", "enter", "left", "enter")
    before = keys(walk(_turn()), "m", "1", "enter", "left")
    returned = back(at)
    assert question(returned) == question(before)
    assert back(back(returned)).trail == ()


def test_escape_at_the_first_question_is_left_to_others() -> None:
    assert press(walk(_turn()), "escape") is None


def test_undo_returns_to_the_first_question() -> None:
    start = walk(_turn())
    assert undo(keys(start, "down", "m", "1", "enter", "space", "enter")) == start


def test_the_path_names_the_choices() -> None:
    at = keys(walk(_turn()), "i", "w", "2", "enter")
    assert shown(at).path == ("Invade", "Warrior x5", "Andlang")


# ---------------------------------------------------------------- the confirming question


def test_the_confirmation_is_one_sentence() -> None:
    asked_now = shown(keys(walk(_turn()), "i", "w", "2", "enter"))
    assert (asked_now.title, asked_now.note) == ("Invade Andlang with a Warrior?", "")


def test_a_pillage_names_the_reward_and_the_present_seats() -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="W", andlang="W"))
    asked_now = shown(keys(walk(game), "p", "1", "enter"))
    reward = token_name(game.state.board.provinces[GIMLE].token)
    assert asked_now.title == f"Pillage Gimle (reward: {reward})?"
    assert asked_now.note == "Here: you 3, Raven 1."


# ---------------------------------------------------------------- asked again


def test_a_repeated_question_is_the_same() -> None:
    game = _turn()
    assert begin(asked(game)) == begin(asked(game))


def test_keys_without_a_meaning_are_left_to_others() -> None:
    at = walk(_turn())
    assert press(at, "v") is None
    assert press(at, "tab") is None
    assert press(at, "") is None


def test_a_seat_is_asked_with_its_own_cards() -> None:
    game = _turn().play("A pass")
    at = walk(game, B)
    assert isinstance(at, Walk)
    assert isinstance(press(keys(at, "x", "down"), "enter"), Take)


def test_l_is_the_key_of_the_leader() -> None:
    game = table(A=seat(horgr="W"))
    assert taken(walk(game), "i", "l", "3", "enter", "enter") == act.Invade(A, LEADER, UTGARD)
    assert HORGR != UTGARD
    assert FigureKind("troll") != LEADER
