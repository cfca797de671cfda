import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.lab.document import LabError
from client.lab.problems import problem_sentence
from client.lab.runner import run_lab
from engine.errors import BadPosition
from engine.invariants import Problem
from engine.position import Position, SeatPosition
from tests.client.lab.desk import Plain, by, lab, refusal, sentence


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "This is not JSON"),
        ('{"players": 3', "line 1, column 14"),
        ("[]", "expected an object, not a list"),
        ("7", "expected an object, not 7"),
        ('{"age": 1, "age": 2}', '"age" twice'),
        ('{"age": ' + "9" * 5000 + "}", "A number has 5000 digits; no number of a position"),
        ('{"age": -' + "9" * 10 + "}", "A number has 10 digits; no number of a position"),
        ('{"age": ' + "9" * 9 + "}", "expected a number from 1 to 3, not 999999999."),
        ("[" * 100_000, "This JSON is nested too deeply: a position needs only 6 levels."),
        ('{"seats":' * 100_000, "This JSON is nested too deeply: a position needs only 6 levels."),
        ('{"age": NaN}', "In age: expected a number from 1 to 3, not NaN"),
    ],
)
def test_an_invalid_document_is_refused(text: str, part: str) -> None:
    assert part in sentence(text)


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ({"player": 3}, 'there is no key "player" (did you mean "players"?)'),
        ({"players": 6}, "In players: expected a number from 2 to 5, not 6"),
        ({"players": "3"}, 'In players: expected a number from 2 to 5, not "3"'),
        ({"players": 2.0}, "In players: expected a number from 2 to 5, not 2.0"),
        ({"players": True}, "not true"),
        ({"age": 4}, "In age: expected a number from 1 to 3"),
        ({"first": "F"}, 'In first: expected a seat from A to D, not "F"'),
        ({"turn": "D", "players": 3}, "In turn: expected a seat from A to C"),
        ({"kickstarter": "no"}, 'In kickstarter: expected true or false, not "no"'),
        ({"rulings": {"drafts": "no"}}, 'In rulings: there is no key "drafts"'),
        ({"rulings": {"draft": "maybe"}}, 'In rulings.draft: expected yes or no, not "maybe"'),
        (
            {"rulings": {"leader_strength": 4}},
            "In rulings.leader_strength: expected a number from 2 to 3",
        ),
        ({"rulings": {"rage_return": "soon"}}, "In rulings.rage_return: expected a ruling"),
        ({"destroyed": ["gimel"]}, 'not "gimel" (did you mean "gimle"?)'),
        ({"destroyed": ["yggdrasil"]}, 'In destroyed[0]: expected a province, not "yggdrasil"'),
        ({"destroyed": ["gimle", "gimle"]}, "In destroyed[1]: gimle is given twice"),
        ({"destroyed": "gimle"}, 'In destroyed: expected a list, not "gimle"'),
        ({"ragnarok": ["gimle"]}, "In ragnarok: expected three provinces"),
        ({"tokens": {"gimle": "gold"}}, "In tokens.gimle: expected rage, axes, horns or glory"),
        (
            {"tokens": {"yggdrasil": "rage"}},
            "In tokens.yggdrasil: expected a province with its own token",
        ),
        (
            {"tokens": {"gimle": "glory", "horgr": "glory"}},
            'There are not that many "glory" tokens.',
        ),
        ({"pillaged": ["west"]}, 'In pillaged[0]: expected a province, not "west"'),
        ({"phase": "quest"}, "In phase: a position can begin only in the Action phase"),
        ({"phase": "lunch"}, "In phase: expected a phase"),
        ({"turn_start": False}, "only at the start of a turn, not within an action"),
        ({"battle": {}}, "only at the start of a turn, not within an action"),
        ({"actions": {}}, "In actions: expected a list, not an object"),
    ],
)
def test_an_unreadable_position_is_refused(said: dict[str, Plain], part: str) -> None:
    assert part in sentence(json.dumps(said))


@pytest.mark.parametrize(
    ("seat", "part"),
    [
        ({"rages": 3}, 'In seats.A: there is no key "rages" (did you mean "rage"?)'),
        ({"rage": -1}, "In seats.A.rage: expected a number from 0 to 999, not -1"),
        ({"levels": {"rage": 7}}, "In seats.A.levels.rage: expected a number from 1 to 6"),
        ({"levels": {"glory": 1}}, 'In seats.A.levels: there is no key "glory"'),
        ({"passed": 1}, "In seats.A.passed: expected true or false"),
        (
            {"hand": ["tyrs-smit"]},
            'In seats.A.hand[0]: expected the id of a card, not "tyrs-smit"',
        ),
        ({"hand": ["tyrs-bash@3"]}, "Tyr's Bash exists in Age 1 only"),
        ({"hand": [7]}, "In seats.A.hand[0]: expected the id of a card, not 7"),
        ({"hand": 3}, "In seats.A.hand: expected a list"),
        ({"board": {"midgard": {}}}, "In seats.A.board.midgard: expected a province or fjord"),
        ({"board": {"gimle": {"elves": 2}}}, 'In seats.A.board.gimle: there is no key "elves"'),
        ({"board": {"gimle": {"warriors": 9}}}, "expected a number from 0 to 8, not 9"),
        ({"board": {"gimle": {"leader": 2}}}, "expected a number from 0 to 1, not 2"),
        ({"board": {"gimle": {"monsters": ["tyrs-bash"]}}}, "expected the id of a monster"),
        ({"board": {"gimle": {"warrior": 1, "warriors": 1}}}, "repeats another key"),
        ({"board": {"gimle": 2}}, "In seats.A.board.gimle: expected an object, not 2"),
        ({"board": {"gimle": {"monsters": ["troll"]}}}, "A has the figure Troll without a card"),
        (
            {"board": {"gimle": {"monsters": ["troll", "troll"]}}, "upgrades": ["troll"]},
            "In seats.A.board.gimle.monsters[1]: Troll is used more often than it has copies",
        ),
        (
            {"upgrades": ["troll", "troll"]},
            "In seats.A.upgrades[1]: Troll is used more often than it has copies (1).",
        ),
        (
            {"upgrades": ["dark-elf", "dark-elf", "dark-elf"]},
            "Dark Elf is used more often than it has copies (2).",
        ),
        (
            {
                "upgrades": ["troll"],
                "board": {"gimle": {"monsters": ["troll"]}},
                "valhalla": {"monsters": ["troll"]},
            },
            "A has the figure Troll more than once, and 1 card for it.",
        ),
        ({"board": {"utgard": {"warriors": 4}}}, "more figures in Utgard than its 3 villages"),
        ({"board": {"utgard": {"ships": 1}}}, "a ship in Utgard"),
        ({"board": {"west": {"warriors": 1}}}, "figures other than ships in the west fjord"),
        (
            {"board": {"gimle": {"warriors": 4}, "horgr": {"leader": 1}}},
            "A has 5 figures on the board, but Horns allow 4.",
        ),
        (
            {"board": {"gimle": {"warriors": 3}}, "valhalla": {"warriors": 6}},
            "A has more figures than a clan owns: 8 Warriors.",
        ),
        ({"upgrades": ["tyrs-bash"]}, "Tyr's Bash is not an upgrade"),
        ({"upgrades": ["brothers-in-arms", "experts-in-arms"]}, "A has more Warrior upgrades"),
        ({"upgrades": ["troll", "valkyrie", "dark-elf"]}, "A has more monster upgrades"),
    ],
)
def test_an_impossible_seat_is_refused(seat: dict[str, Plain], part: str) -> None:
    assert part in refusal({"A": seat})


def test_a_seat_outside_the_table_is_refused() -> None:
    assert "expected a seat from A to B" in refusal({"C": {}}, players=2)


def test_figures_in_a_destroyed_province_are_refused() -> None:
    said = refusal({"A": {"board": {"gimle": {"warriors": 1}}}}, destroyed=["gimle"])
    assert said == "There are figures in Gimle, but it is destroyed."


def test_problems_no_document_can_express_are_refused_by_name() -> None:
    position = Position((SeatPosition(), SeatPosition()))
    said = problem_sentence(position, BadPosition(Problem.SHAPE, "figures"))
    assert said == "This position is impossible: shape (figures)."


# ------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ({}, 'In actions[0]: "do" is missing.'),
        (7, "In actions[0]: expected an object, not 7."),
        (by("A", "dance"), 'In actions[0].do: expected an action of a seat, not "dance".'),
        (by("Z", "pass"), 'In actions[0].seat: expected a seat from A to D, not "Z".'),
        (
            by("B", "pass"),
            "In actions[0]: B has nothing to decide now; waiting for: A (action).",
        ),
        (
            by("A", "decline"),
            'In actions[0]: A must answer "action" now; "decline" does not answer it.',
        ),
        (by("A", "invade", figure="warrior"), 'In actions[0]: "to" is missing.'),
        (
            by("A", "pass", why="tired"),
            'In actions[0]: there is no key "why", only seat, do.',
        ),
        (
            by("A", "invade", figure="warrior", to="gimle", fjord="west"),
            'In actions[0]: "fjord" repeats another key.',
        ),
        (
            by("A", "invade", figure="warrior", to="gimle"),
            (
                "In actions[0]: A cannot do this (invade): "
                "Gimle has no free village: 5 of 5 are taken."
            ),
        ),
        (
            by("A", "invade", figure="troll", to="horgr"),
            "In actions[0]: A cannot do this (invade): No such figure is in the reserve.",
        ),
        (
            by("A", "upgrade", card="troll"),
            "In actions[0]: A cannot do this (upgrade): Troll is not in your hand.",
        ),
        (
            by("A", "quest", card="tyrs-bash"),
            "In actions[0]: A cannot do this (quest): Tyr's Bash is not a quest.",
        ),
        (
            by("A", "march", frm="gimle", to="horgr", figures={"warriors": 1}, warriors=1),
            (
                'In actions[0]: "figures" and the figures beside it are the same thing; '
                "give one of them."
            ),
        ),
        (
            by("A", "march", frm="gimle", to="horgr"),
            "In actions[0]: A cannot do this (march): Name at least one figure.",
        ),
        (
            by("A", "sacrifice", figures=[{"place": "gimle", "figure": "warrior"}]),
            "In actions[0].figures: expected two figures.",
        ),
        (
            by("A", "sacrifice", figures=[{"place": "gimle"}] * 2),
            'In actions[0].figures[0]: "figure" is missing.',
        ),
    ],
)
def test_an_illegal_action_is_refused(action: Plain, said: str) -> None:
    seats: Plain = {
        "A": {
            "levels": {"horns": 5},
            "board": {"gimle": {"warriors": 5}},
            "hand": ["tyrs-bash", "lokis-blessing"],
        },
    }
    assert refusal(seats, [action]) == said


def test_the_number_of_a_refused_action_is_reported() -> None:
    assert refusal({}, [by("A", "pass"), by("A", "pass")]).startswith(
        "In actions[1]: A has nothing"
    )


def test_nobody_acts_after_the_end() -> None:
    seats: Plain = {"A": {}, "B": {"rage": 0}}
    said = refusal(seats, [by("A", "pass"), by("B", "pass")], players=2, age=3)
    assert said == "In actions[1]: no player has a decision left."


def test_an_ambiguous_replacement_is_refused() -> None:
    seats: Plain = {"A": {"upgrades": ["troll", "valkyrie"], "hand": ["dark-elf"]}}
    said = refusal(seats, [by("A", "upgrade", card="dark-elf")])
    assert said == 'In actions[0]: "replaces" is missing, and more than one is possible.'


def test_a_join_without_a_fitting_figure_is_refused() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"warriors": 1}}},
        "B": {"board": {"andlang": {"warriors": 1}}},
    }
    said = refusal(seats, [by("A", "pillage", province="gimle"), by("B", "join", frm="horgr")])
    assert said == 'In actions[1]: "figure" is missing, and no figure fits.'


def test_control_characters_are_not_repeated() -> None:
    said = refusal({"A": {"board": {"\x1b]0;gimle\x07": {}}}})
    assert said.isprintable()
    assert "\\u001b]0;gimle\\u0007" in said


# --------------------------------------------------------------- generosity


@pytest.mark.parametrize("key", ["to", "province", "place"])
def test_a_target_has_synonyms(key: str) -> None:
    board = lab({}, [{"do": "invade", "figure": "warrior", key: "gimle"}]).seat("A")["board"]
    assert board == {"gimle": {"warriors": 1}}


@pytest.mark.parametrize(
    "group",
    [
        {"warriors": 2, "leader": 1},
        {"warrior": 2, "leader": True, "monsters": []},
        {"figures": {"warriors": 2, "leader": 1}},
    ],
)
def test_a_group_has_several_spellings(group: dict[str, Plain]) -> None:
    seats: Plain = {"A": {"board": {"gimle": {"warriors": 3, "leader": 1}}}}
    march: Plain = {"seat": "A", "do": "march", "from": "gimle", "to": "horgr", **group}
    assert lab(seats, [march]).seat("A")["board"] == {
        "horgr": {"warriors": 2, "leader": 1},
        "gimle": {"warriors": 1},
    }


def test_without_a_replaced_card_a_free_slot_is_meant() -> None:
    seats: Plain = {"A": {"upgrades": ["troll"], "hand": ["valkyrie"]}}
    upgrades = lab(seats, [by("A", "upgrade", card="valkyrie")]).seat("A")["upgrades"]
    assert upgrades == ["troll", "valkyrie"]


def test_the_only_replaceable_card_is_meant() -> None:
    seats: Plain = {"A": {"upgrades": ["brothers-in-arms"], "hand": ["experts-in-arms"]}}
    upgrades = lab(seats, [by("A", "upgrade", card="experts-in-arms")]).seat("A")["upgrades"]
    assert upgrades == ["experts-in-arms"]


def test_the_only_figure_able_to_join_is_meant() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"warriors": 1}}},
        "B": {"board": {"andlang": {"leader": 1}}},
    }
    report = lab(seats, [by("A", "pillage", province="gimle"), by("B", "join")])
    assert report.seat("B")["board"] == {"gimle": {"leader": 1}}


@pytest.mark.parametrize("no", ["skip", "decline"])
def test_skip_and_decline_mean_the_same(no: str) -> None:
    seats: Plain = {"A": {"hand": ["brothers-in-arms"]}}
    report = lab(seats, [by("A", "upgrade", card="brothers-in-arms"), by("A", no)])
    assert report.asked() == [("B", "action")]


@pytest.mark.parametrize("none", [by("A", "keep"), by("A", "keep", card=None), by("A", "decline")])
def test_keeping_no_card_has_several_spellings(none: Plain) -> None:
    seats: Plain = {"A": {"hand": ["tyrs-bash"]}, "B": {"rage": 0}}
    report = lab(seats, [by("A", "pass"), none], players=2)
    assert report.events("keep-card") == [
        {"event": "keep-card", "seat": "A", "kept": False, "discarded": 1}
    ]


def test_a_bare_card_is_the_copy_in_hand() -> None:
    seats: Plain = {"A": {"hand": ["quest-alfheim@3"]}}
    report = lab(seats, [by("A", "quest", card="quest-alfheim")])
    assert report.seat("A")["quests"] == ["quest-alfheim@3"]


# ------------------------------------------------------------------ anything

words = st.sampled_from(
    ["players", "seats", "A", "board", "gimle", "warriors", "hand", "tyrs-bash", "actions", "do"]
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(words | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)


def verdict(text: str) -> str:
    """Return the sentence with which a text is refused, if it is; nothing else may escape."""
    try:
        run_lab(text)
    except LabError as error:
        return error.sentence
    return ""


@given(anything)
def test_any_document_is_run_or_refused_with_a_sentence(document: object) -> None:
    assert verdict(json.dumps(document)).isprintable()


@given(st.dictionaries(st.sampled_from(["seats", "tokens", "rulings", "actions"]), anything))
def test_any_part_is_run_or_refused_with_a_sentence(document: object) -> None:
    assert verdict(json.dumps(document)).isprintable()


@given(st.text(max_size=30))
def test_any_text_is_refused_with_a_sentence(text: str) -> None:
    assert verdict(text).isprintable()


PROTECTED: Plain = {
    "A": {
        "board": {"gimle": {"leader": 1}, "west": {"ships": 1}},
        "upgrades": ["friggas-protection", "tyrs-domain"],
        "hand": ["quest-alfheim"],
    },
    "B": {"board": {"gimle": {"warriors": 4}}, "hand": ["tyrs-bash"]},
}
PILLAGED = [
    by("A", "pillage", province="gimle"),
    by("A", "card", card="quest-alfheim"),
    by("B", "card", card="tyrs-bash"),
]


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({}, "Name at least one figure."),
        ({"gimle": {}}, "Name at least one figure."),
        ({"gimle": {"warriors": 1}}, "You have no such figure about to die in Gimle."),
        ({"horgr": {"leader": 1}}, "You have no such figure about to die in Horgr."),
    ],
)
def test_a_rescue_of_nobody_or_of_figures_that_live_is_refused(figures: Plain, said: str) -> None:
    told = refusal(
        PROTECTED,
        [*PILLAGED, by("A", "quest-counts", bonus=0), by("A", "protect", figures=figures)],
    )
    assert told == f"In actions[4]: A cannot do this (protect): {said}"


def test_a_bonus_that_no_upgrade_gives_is_refused_with_the_bonus() -> None:
    told = refusal(PROTECTED, [*PILLAGED, by("A", "quest-counts", bonus=5)])
    assert told.endswith("(quest-counts): None of your upgrades lets a quest count +5.")


def test_a_stat_that_is_not_on_offer_is_refused_with_the_reason() -> None:
    seats: Plain = {
        "A": {
            "levels": {"rage": 6},
            "board": {"gimle": {"warriors": 2}},
            "upgrades": ["friggas-sacrifice"],
        }
    }
    victims: Plain = [{"place": "gimle", "figure": "warrior"}] * 2
    told = refusal(seats, [by("A", "sacrifice", figures=victims), by("A", "stat", stat="rage")])
    assert told == "In actions[1]: A cannot do this (stat): Rage is already at the top step."


def test_friggas_grace_refuses_the_stat_of_the_token() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"leader": 1}}, "hand": ["friggas-grace"]},
        "B": {"board": {"gimle": {"warriors": 1}}},
    }
    actions = [
        by("A", "pillage", province="gimle"),
        by("A", "card", card="friggas-grace"),
        by("A", "stat", stat="rage"),
    ]
    told = refusal(seats, actions, tokens={"gimle": "rage"})
    assert told.endswith("Frigga's Grace raises a stat other than the one of this token.")


def test_a_location_without_the_equal_monster_is_refused() -> None:
    told = refusal(
        {
            "A": {
                "board": {"gimle": {"monsters": ["dark-elf"]}},
                "upgrades": ["dark-elf", "dark-elf"],
                "hand": ["valkyrie"],
            }
        },
        [by("A", "upgrade", card="valkyrie", replaces="dark-elf"), by("A", "box", place="horgr")],
        age=2,
    )
    assert told == "In actions[1]: A cannot do this (box): You have no Dark Elf there."
