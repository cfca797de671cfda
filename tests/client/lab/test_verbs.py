"""Every `do` of the lab, each in a position that asks for it."""

from tests.client.lab.desk import Plain, by, lab


def test_march() -> None:
    seats: Plain = {"A": {"board": {"gimle": {"warriors": 3}}}}
    report = lab(seats, [by("A", "march", frm="gimle", to="yggdrasil", warriors=2)])
    assert report.seat("A")["board"] == {"gimle": {"warriors": 1}, "yggdrasil": {"warriors": 2}}
    assert report.seat("A")["rage"] == 5


def test_free_invade() -> None:
    seats: Plain = {"A": {"hand": ["lord-of-hammers"]}}
    report = lab(
        seats,
        [
            by("A", "upgrade", card="lord-of-hammers"),
            by("A", "free-invade", figure="leader", to="gimle"),
        ],
    )
    assert report.seat("A")["rage"] == 3
    assert report.seat("A")["board"] == {"gimle": {"leader": 1}}


def test_box() -> None:
    report = lab(
        {
            "A": {
                "board": {"gimle": {"monsters": ["dark-elf"]}},
                "upgrades": ["dark-elf", "dark-elf"],
                "hand": ["valkyrie"],
            }
        },
        [
            by("A", "upgrade", card="valkyrie", replaces="dark-elf"),
            by("A", "box", place="gimle"),
            by("A", "skip"),
        ],
        players=5,
        kickstarter=True,
        age=2,
    )
    assert report.seat("A")["board"] == {}
    assert report.events("box-monster")[0]["location"] == "gimle"


def test_quest() -> None:
    report = lab({"A": {"hand": ["quest-alfheim"]}}, [by("A", "quest", card="quest-alfheim")])
    assert report.seat("A")["quests"] == ["quest-alfheim"]
    assert report.seat("A")["hand"] == []


def test_repillage() -> None:
    seats: Plain = {"A": {"board": {"gimle": {"warriors": 1}}, "upgrades": ["tyrs-challenge"]}}
    report = lab(
        seats,
        [by("A", "repillage", province="gimle")],
        pillaged=["gimle"],
        tokens={"gimle": "rage"},
    )
    assert report.seat("A")["levels"] == {"rage": 2, "axes": 1, "horns": 1}
    assert report.seat("A")["rage"] == 4


def test_valhalla_invade() -> None:
    seats: Plain = {"A": {"rage": 2, "valhalla": {"leader": 1}, "upgrades": ["friggas-domain"]}}
    report = lab(seats, [by("A", "valhalla-invade", figure="leader", to="utgard")])
    assert report.seat("A")["board"] == {"utgard": {"leader": 1}}
    assert report.seat("A")["rage"] == 1


def test_sacrifice_and_stat() -> None:
    seats: Plain = {
        "A": {
            "board": {"gimle": {"warriors": 1}, "west": {"ships": 1}},
            "upgrades": ["friggas-sacrifice", "fire-dragons"],
        }
    }
    victims: Plain = [
        {"fjord": "west", "figure": "ship"},
        {"province": "gimle", "figure": "warrior"},
    ]
    report = lab(seats, [by("A", "sacrifice", figures=victims), by("A", "stat", stat="horns")])
    assert report.seat("A")["valhalla"] == {"warriors": 1, "ships": 1}
    assert report.seat("A")["glory"] == 8
    assert report.seat("A")["levels"] == {"rage": 1, "axes": 1, "horns": 2}


def test_succor() -> None:
    seats: Plain = {"A": {"upgrades": ["friggas-succor"]}}
    report = lab(seats, [by("A", "invade", figure="leader", to="gimle"), by("A", "succor")])
    assert report.seat("A")["board"] == {"gimle": {"warriors": 1, "leader": 1}}


def test_domain() -> None:
    seats: Plain = {"A": {"rage": 3, "upgrades": ["thors-domain"]}}
    report = lab(seats, [by("A", "invade", figure="warrior", to="elvagar"), by("A", "domain")])
    assert report.position["pillaged"] == ["elvagar"]
    assert report.seat("A")["rage"] == 0


def test_quest_counts() -> None:
    seats: Plain = {
        "A": {
            "board": {"gimle": {"warriors": 1}},
            "hand": ["quest-alfheim"],
            "upgrades": ["tyrs-domain", "tyrs-wrath"],
        },
        "B": {"board": {"gimle": {"warriors": 1}}},
    }
    battle = [by("A", "pillage", province="gimle"), by("A", "card", card="quest-alfheim")]
    assert lab(seats, battle).answers() == [
        {"do": "quest-counts", "bonus": bonus} for bonus in (0, 3, 5)
    ]
    assert lab(seats, [*battle, by("A", "quest-counts", bonus=3)]).totals() == {"A": 4, "B": 1}
    assert lab(seats, [*battle, by("A", "decline")]).totals() == {"A": 1, "B": 1}


def test_tide_keep() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"warriors": 2, "leader": 1}}, "hand": ["odins-tide"]},
        "B": {"board": {"gimle": {"warriors": 2}}},
    }
    report = lab(
        seats,
        [
            by("A", "pillage", province="gimle"),
            by("A", "card", card="odins-tide"),
            by("A", "tide-keep", figure="leader"),
        ],
    )
    assert [death["seat"] for death in report.events("to-valhalla")][:2] == ["A", "B"]


def test_late() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"leader": 1}}, "hand": ["tyrs-rage", "heimdalls-eye"]},
        "B": {"board": {"gimle": {"leader": 1}}},
    }
    battle = [by("A", "pillage", province="gimle"), by("A", "card", card="tyrs-rage")]
    report = lab(seats, [*battle, by("A", "late", card="heimdalls-eye")], age=2)
    assert report.totals() == {"A": 3 + 6 + 2, "B": 3}


def test_retreat() -> None:
    seats: Plain = {
        "A": {"board": {"horgr": {"leader": 1}}, "hand": ["tyrs-rage"]},
        "B": {"board": {"horgr": {"monsters": ["volur-witch"]}}, "upgrades": ["volur-witch"]},
    }
    battle = [by("A", "pillage", province="horgr"), by("A", "card", card="tyrs-rage")]
    assert lab(seats, battle).answers() == [{"do": "retreat"}, {"do": "decline"}]
    assert lab(seats, [*battle, by("B", "retreat")]).seat("B")["board"] == {
        "yggdrasil": {"monsters": ["volur-witch"]}
    }
    declined = lab(seats, [*battle, by("B", "decline")])
    assert declined.seat("B")["valhalla"] == {"monsters": ["volur-witch"]}


def test_protect() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"leader": 1}}, "hand": ["tyrs-rage"]},
        "B": {
            "rage": 2,
            "board": {"gimle": {"warriors": 2, "leader": 1}},
            "upgrades": ["friggas-protection"],
        },
    }
    report = lab(
        seats,
        [
            by("A", "pillage", province="gimle"),
            by("A", "card", card="tyrs-rage"),
            by("B", "protect", figures={"gimle": {"warriors": 1, "leader": True}}),
        ],
    )
    assert report.seat("B")["board"] == {"gimle": {"warriors": 1, "leader": 1}}
    assert report.seat("B")["valhalla"] == {"warriors": 1}
    assert report.seat("B")["rage"] == 0


def test_prowess() -> None:
    seats: Plain = {
        "A": {
            "board": {"gimle": {"leader": 1}},
            "hand": ["tyrs-rage", "heimdalls-gaze"],
            "upgrades": ["tyrs-prowess"],
            "rage": 2,
        },
        "B": {"board": {"gimle": {"warriors": 1}}},
    }
    report = lab(
        seats,
        [
            by("A", "pillage", province="gimle"),
            by("A", "card", card="tyrs-rage"),
            by("A", "late", card="heimdalls-gaze"),
            by("A", "prowess", cards=["tyrs-rage", "heimdalls-gaze"]),
        ],
        age=3,
    )
    assert report.seat("A")["hand"] == ["heimdalls-gaze", "tyrs-rage"]
    assert report.seat("A")["rage"] == 0


def test_hammers_move() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"leader": 1}}, "upgrades": ["lord-of-hammers"]},
    }
    pillage = by("A", "pillage", province="gimle")
    assert lab(seats, [pillage]).answers() == [
        {"do": "hammers-move", "figure": "leader", "to": place}
        for place in ("andlang", "myrkvlor", "yggdrasil")
    ] + [{"do": "decline"}]
    report = lab(seats, [pillage, by("A", "hammers-move", province="andlang")])
    assert report.seat("A")["board"] == {"andlang": {"leader": 1}}


def test_blessing() -> None:
    seats: Plain = {
        "A": {"board": {"gimle": {"warriors": 1}}, "upgrades": ["lokis-blessing"]},
        "B": {"board": {"gimle": {"leader": 1}}},
    }
    report = lab(seats, [by("A", "pillage", province="gimle"), by("A", "blessing")])
    assert report.seat("A")["board"] == {"gimle": {"warriors": 1}}
    assert report.seat("A")["valhalla"] == {"warriors": 1}
