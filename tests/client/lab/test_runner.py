import json

import pytest

from client.lab.runner import run_lab
from tests.client.lab.desk import Plain, Report, by, lab

EXAMPLE: dict[str, Plain] = {
    "players": 3,
    "age": 2,
    "first": "A",
    "turn": "A",
    "kickstarter": False,
    "rulings": {"draft": "yes"},
    "destroyed": ["utgard", "andlang"],
    "ragnarok": ["horgr", "gimle", "elvagar"],
    "tokens": {"gimle": "axes", "myrkvlor": "glory", "elvagar": "rage"},
    "pillaged": ["myrkvlor"],
    "seats": {
        "A": {
            "rage": 5,
            "levels": {"rage": 2, "axes": 1, "horns": 3},
            "glory": 12,
            "passed": False,
            "board": {
                "gimle": {"warriors": 1, "leader": 1, "monsters": ["troll"]},
                "west": {"ships": 1},
            },
            "valhalla": {"warriors": 1},
            "upgrades": ["troll", "friggas-charm"],
            "hand": ["tyrs-smite", "quest-alfheim"],
            "quests": ["quest-yggdrasil"],
        },
        "B": {
            "board": {"gimle": {"warriors": 1}, "myrkvlor": {"warriors": 1}},
            "hand": ["odins-smite"],
        },
        "C": {},
    },
}
BATTLE: list[Plain] = [
    by("A", "pillage", province="gimle"),
    by("B", "join", frm="myrkvlor", figure="warrior"),
    by("A", "card", card="tyrs-smite"),
    by("B", "card", card="odins-smite"),
]


def example(*actions: Plain) -> Report:
    return Report(run_lab(json.dumps({**EXAMPLE, "actions": actions})))


# ------------------------------------------------------------------ position


def test_without_actions_the_position_is_returned_complete() -> None:
    position = example().position
    assert position["phase"] == "action"
    assert position["turn"] == "A"
    assert position["seats"]["A"]["board"]["gimle"] == {
        "warriors": 1,
        "leader": 1,
        "monsters": ["troll"],
    }
    assert position["seats"]["B"]["rage"] == 6
    assert position["tokens"]["gimle"] == "axes"
    assert len(position["tokens"]) == 8


def test_a_returned_position_can_be_read_again() -> None:
    once = example(by("A", "invade", figure="warrior", to="elvagar"))
    again = Report(run_lab(json.dumps(once.position)))
    assert again.position == once.position
    assert again.owed == once.owed
    assert again.story == []


def test_unnamed_provinces_get_the_rest_of_the_eight_tokens() -> None:
    tokens = lab(tokens={"elvagar": "glory"}).position["tokens"]
    assert tokens["elvagar"] == "glory"
    assert sorted(tokens.values()) == sorted(
        ["rage"] * 3 + ["axes"] * 2 + ["horns"] * 2 + ["glory"]
    )


def test_doom_falls_on_the_first_standing_provinces_unless_said_otherwise() -> None:
    assert lab(destroyed=["elvagar", "muspelheim"]).position["ragnarok"] == [
        "angerboda",
        "horgr",
        "utgard",
    ]


def test_an_empty_seat_is_as_in_a_new_game() -> None:
    assert lab().seat("D") == {
        "rage": 6,
        "levels": {"rage": 1, "axes": 1, "horns": 1},
        "glory": 0,
        "passed": False,
        "board": {},
        "valhalla": {},
        "upgrades": [],
        "hand": [],
        "quests": [],
        "kept": [],
        "mystics": 0,
    }


def test_the_pool_equals_the_rage_stat_unless_said_otherwise() -> None:
    assert lab({"A": {"levels": {"rage": 5}}}).seat("A")["rage"] == 12


def test_the_highest_named_seat_sets_the_number_of_players() -> None:
    assert lab({"E": {}}).position["players"] == 5


def test_the_turn_is_the_first_players_unless_said_otherwise() -> None:
    assert lab(first="C").position["turn"] == "C"


@pytest.mark.parametrize("rulings", [{"draft": "no"}, {"draft": False}])
def test_rulings_are_returned_as_words(rulings: Plain) -> None:
    assert lab(rulings=rulings).position["rulings"]["draft"] == "no"


def test_a_bare_card_is_of_the_age_of_the_position_or_of_its_earliest() -> None:
    report = lab({"A": {"hand": ["quest-alfheim", "quest-alfheim@1", "tyrs-bash"]}}, age=2)
    assert report.seat("A")["hand"] == ["quest-alfheim@1", "quest-alfheim", "tyrs-bash"]


def test_a_seat_without_rage_is_skipped() -> None:
    report = lab({"A": {"rage": 0}})
    assert report.asked() == [("B", "action")]
    assert report.story == [{"event": "begin-turn", "seat": "B"}]


def test_a_phase_that_is_over_at_once_ends() -> None:
    everything = "elvagar angerboda muspelheim horgr utgard andlang gimle myrkvlor yggdrasil"
    report = lab({"A": {"hand": ["tyrs-bash"]}}, pillaged=everything.split())
    assert report.position["phase"] == "discard"
    assert report.asked() == [("A", "keep")]


# ------------------------------------------------------------------- playing


def test_the_example_asks_for_a_late_card() -> None:
    assert example(*BATTLE).owed == [
        {"seat": "A", "decision": "late", "answers": [{"do": "decline"}]}
    ]


def test_within_an_action_the_battle_is_reported_and_the_turn_has_started() -> None:
    position = example(*BATTLE[:3]).position
    assert position["turn_start"] is False
    assert position["battle"]["participants"] == ["A", "B"]
    assert position["battle"]["laid"] == {"A": "tyrs-smite"}
    assert position["seats"]["A"]["hand"] == ["quest-alfheim"]


def test_a_whole_battle() -> None:
    report = example(*BATTLE, by("A", "decline"))
    assert report.totals() == {"A": 3 + 2 + 2 + 5, "B": 2 + 1}
    assert report.seat("A")["glory"] == 12 + 4
    assert report.seat("A")["levels"] == {"rage": 2, "axes": 2, "horns": 3}
    assert report.seat("B")["hand"] == ["odins-smite"]
    assert report.seat("B")["valhalla"] == {"warriors": 2}
    assert report.position["pillaged"] == ["gimle", "myrkvlor"]
    assert report.asked() == [("B", "action")]
    assert report.position["turn_start"] is True


def test_a_comparison_lists_every_source_of_strength() -> None:
    report = example(*BATTLE, by("A", "decline"))
    totals = report.events("compare")[0]["totals"]
    assert totals == [
        {
            "seat": "A",
            "sources": [
                {"what": "leader", "count": 1, "amount": 3, "place": "gimle", "by": None},
                {"what": "troll", "count": 1, "amount": 2, "place": "gimle", "by": None},
                {"what": "ship", "count": 1, "amount": 2, "place": "west", "by": None},
                {"what": "tyrs-smite", "count": 1, "amount": 5, "place": None, "by": None},
            ],
            "total": 12,
        },
        {
            "seat": "B",
            "sources": [
                {"what": "warrior", "count": 2, "amount": 2, "place": "gimle", "by": None},
                {"what": "odins-smite", "count": 1, "amount": 1, "place": None, "by": None},
            ],
            "total": 3,
        },
    ]


def test_amounts_have_their_source_and_the_new_total() -> None:
    glory = example(*BATTLE, by("A", "decline")).events("gain-glory")
    assert glory == [
        {"event": "gain-glory", "seat": "A", "amount": 4, "source": "battle", "total": 16}
    ]


def test_an_answer_without_a_seat_is_for_the_first_seat_asked() -> None:
    report = lab({"A": {}}, [{"do": "invade", "figure": "warrior", "to": "gimle"}, {"do": "pass"}])
    assert report.seat("A")["board"] == {"gimle": {"warriors": 1}}
    assert report.seat("B")["passed"] is True


def test_every_printed_answer_can_be_given() -> None:
    seats: Plain = {
        "A": {
            "board": {"gimle": {"warriors": 2, "leader": 1}, "west": {"ships": 1}},
            "upgrades": ["friggas-sacrifice", "tyrs-challenge", "friggas-domain"],
            "valhalla": {"warriors": 1},
            "levels": {"horns": 2},
            "hand": ["tyrs-bash", "quest-manheim", "troll", "thors-glory"],
        },
        "B": {"board": {"gimle": {"warriors": 1}, "myrkvlor": {"warriors": 1}}},
    }
    answers = lab(seats, pillaged=["gimle"]).answers()
    assert {answer["do"] for answer in answers} == {
        "invade",
        "march",
        "upgrade",
        "quest",
        "pillage",
        "repillage",
        "valhalla-invade",
        "sacrifice",
        "pass",
    }
    for answer in answers:
        assert lab(seats, [{"seat": "A", **answer}], pillaged=["gimle"]).story


# ------------------------------------------------------------ to the end


def test_after_the_action_phase_the_age_continues_to_the_next_dealing() -> None:
    report = lab(
        {
            "A": {
                "board": {"elvagar": {"warriors": 2}},
                "hand": ["quest-alfheim"],
                "quests": ["quest-manheim"],
            },
            "B": {"rage": 0},
            "C": {"rage": 0},
        },
        [by("A", "pass"), by("A", "keep", card="quest-alfheim"), by("A", "stat", stat="horns")],
        players=3,
    )
    assert report.owed == []
    assert report.position["phase"] == "gifts"
    assert report.position["age"] == 2
    assert report.position["first"] == "B"
    assert report.position["turn"] is None
    assert report.position["destroyed"] == ["elvagar"]
    assert report.seat("A")["kept"] == ["quest-alfheim@1"]
    assert report.seat("A")["glory"] == 5 + 2 * 2
    assert report.events("quest") == [
        {"event": "quest", "seat": "A", "face": "quest-manheim", "fulfilled": True}
    ]


def test_after_the_third_age_the_game_is_over() -> None:
    report = lab(
        {"A": {"levels": {"axes": 6}}, "B": {"rage": 0, "glory": 30}},
        [by("A", "pass")],
        players=2,
        age=3,
    )
    assert report.owed == []
    assert report.position["phase"] == "end"
    assert report.events("end-game") == [{"event": "end-game", "winners": ["B"], "glory": [20, 30]}]


def test_several_seats_are_asked_at_once_and_answer_in_any_order() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"leader": 1}}, "hand": ["tyrs-bash", "tyrs-smash"]},
        "B": {"board": {"gimle": {"leader": 1}}, "hand": ["thors-hammer"]},
    }
    before = [by("A", "pillage", province="gimle")]
    assert lab(seats, before).asked() == [("A", "card"), ("B", "card")]
    one, other = by("A", "card", card="tyrs-smash"), by("B", "card", card="thors-hammer")
    assert lab(seats, [*before, one, other]).text == lab(seats, [*before, other, one]).text


def test_every_value_that_fits_stands_on_one_line() -> None:
    lines = example().text.splitlines()
    assert max(map(len, lines)) <= 100
    assert '  "story": [],' in lines
