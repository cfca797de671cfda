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
        "Completed if you have the most strength in a surviving Alfheim province (Andlang, "
        "Gimle); a tie fails. Reward: the Glory shown, and raise one stat."
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
        "Completed if you have the most strength in a surviving Jotunheim province (Utgard, "
        "Horgr, Muspelheim); a tie fails. Reward: the Glory shown, and raise one stat."
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
        "Completed if you have the most strength in a surviving Manheim province (Myrkvlor, "
        "Elvagar, Angerboda); a tie fails. Reward: the Glory shown, and raise one stat."
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
        "Completed if 4 or more of your figures are in Valhalla in the Quest phase, before "
        "Ragnarök. Reward: the Glory shown, and raise one stat."
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
    (
        "Completed if you have the most strength in Yggdrasil; a tie fails. Reward: the Glory "
        "shown, and raise one stat."
    ),
    Rank.LEAD_ONE,
    1,
    (Place.YGGDRASIL,),
    copies=(Copy(Age.ONE, 3, glory=6), Copy(Age.TWO, 3, glory=8), Copy(Age.THREE, 3, glory=11)),
)


quest_widespread = quest(
    "quest-widespread",
    "Widespread",
    (
        "Completed if you have the most strength in 2 or more surviving provinces, of which "
        "Yggdrasil may be one; a tie fails. Reward: the Glory shown, and raise one stat."
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
