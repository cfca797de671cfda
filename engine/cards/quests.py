"""The quests; their judgement is in ``engine.standing``."""

from __future__ import annotations

from engine.board import OUTER, PROVINCES, REGION
from engine.cards.model import FIFTH, Copy, Rank
from engine.cards.recurring import quest
from engine.terms import Age, Place, Region

ALFHEIM = tuple(place for place in OUTER if REGION[place] is Region.ALFHEIM)
JOTUNHEIM = tuple(place for place in OUTER if REGION[place] is Region.JOTUNHEIM)
MANHEIM = tuple(place for place in OUTER if REGION[place] is Region.MANHEIM)

quest_alfheim = quest(
    "quest-alfheim",
    "Alfheim",
    (
        "Completed if you alone have the highest STR in at least one surviving Alfheim "
        "province (Andlang, Gimle); then raise one clan stat."
    ),
    Rank.LEAD_ONE,
    1,
    ALFHEIM,
    copies=(
        Copy(Age.ONE, 2, glory=5),
        Copy(Age.ONE, 4, glory=5),
        Copy(Age.TWO, 2, glory=7),
        Copy(Age.TWO, 4, glory=7),
        Copy(Age.THREE, 2, glory=9),
        Copy(Age.THREE, 4, glory=9),
    ),
)


quest_jotunheim = quest(
    "quest-jotunheim",
    "Jotunheim",
    (
        "Completed if you alone have the highest STR in at least one surviving Jotunheim "
        "province (Utgard, Horgr, Muspelheim); then raise one clan stat."
    ),
    Rank.LEAD_ONE,
    1,
    JOTUNHEIM,
    copies=(
        Copy(Age.ONE, 2, glory=5),
        Copy(Age.ONE, 4, glory=5),
        Copy(Age.TWO, 2, glory=7),
        Copy(Age.TWO, 4, glory=7),
        Copy(Age.THREE, 2, glory=9),
        Copy(Age.THREE, 4, glory=9),
    ),
)


quest_manheim = quest(
    "quest-manheim",
    "Manheim",
    (
        "Completed if you alone have the highest STR in at least one surviving Manheim "
        "province (Myrkvlor, Elvagar, Angerboda); then raise one clan stat."
    ),
    Rank.LEAD_ONE,
    1,
    MANHEIM,
    copies=(
        Copy(Age.ONE, 2, glory=5),
        Copy(Age.ONE, 4, glory=5),
        Copy(Age.TWO, 2, glory=7),
        Copy(Age.TWO, 4, glory=7),
        Copy(Age.THREE, 2, glory=9),
        Copy(Age.THREE, 4, glory=9),
    ),
)


quest_glorious_death = quest(
    "quest-glorious-death",
    "Glorious Death",
    (
        "Completed if at least four of your own figures are in Valhalla during the Quest "
        "phase; then raise one clan stat."
    ),
    Rank.VALHALLA,
    4,
    copies=(
        Copy(Age.ONE, 2, glory=6),
        Copy(Age.ONE, 4, glory=6),
        Copy(Age.ONE, 5, FIFTH, glory=6),
        Copy(Age.TWO, 2, glory=8),
        Copy(Age.TWO, 4, glory=8),
        Copy(Age.TWO, 5, FIFTH, glory=8),
        Copy(Age.THREE, 2, glory=11),
        Copy(Age.THREE, 4, glory=11),
        Copy(Age.THREE, 5, FIFTH, glory=11),
    ),
)


quest_yggdrasil = quest(
    "quest-yggdrasil",
    "Yggdrasil",
    ("Completed if you alone have the highest STR in Yggdrasil; then raise one clan stat."),
    Rank.LEAD_ONE,
    1,
    (Place.YGGDRASIL,),
    copies=(Copy(Age.ONE, 3, glory=6), Copy(Age.TWO, 3, glory=8), Copy(Age.THREE, 3, glory=11)),
)


quest_widespread = quest(
    "quest-widespread",
    "Widespread",
    (
        "Completed if you alone have the highest STR in at least two different surviving "
        "provinces, Yggdrasil included; then raise one clan stat."
    ),
    Rank.LEAD_TWO,
    2,
    PROVINCES,
    copies=(
        Copy(Age.ONE, 5, FIFTH, glory=7),
        Copy(Age.TWO, 5, FIFTH, glory=10),
        Copy(Age.THREE, 5, FIFTH, glory=15),
    ),
)
