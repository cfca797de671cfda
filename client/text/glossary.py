"""The words of the game, each in one sentence, for the help."""

from __future__ import annotations

from typing import Final

GLOSSARY: Final = (
    (
        "Rage",
        "pays for actions; at 0 you take no more in this Age, and the next begins with your stat",
    ),
    ("Axes", "a stat: the Glory you gain for winning a battle"),
    ("Horns", "a stat: the most figures you may have on the board"),
    (
        "stat",
        "Rage, Axes or Horns; each pays 10 Glory at the end of the game from step 4, 20 at step 6",
    ),
    ("Glory", "the points; the most Glory after three Ages wins"),
    ("strength", "of a figure: it counts in battles and for quests, and is the price of an invade"),
    ("Warrior", "your common figure, strength 1"),
    ("Leader", "one for each clan, strength 3; the Leader invades free"),
    ("ship", "lies in a fjord and counts in both provinces beside it, strength 2"),
    ("monster", "a figure that an upgrade brings; its card has its strength and power"),
    (
        "Mystic",
        "a figure of the box Mystics of Midgard: strength 2, free to invade with, two a clan",
    ),
    (
        "god",
        "of the box Gods of Asgard: its power changes the pillage of the province it stands in",
    ),
    ("reserve", "your figures that are not on the board yet"),
    ("Valhalla", "the place of the dead; they return to your reserve at the end of an Age"),
    ("Yggdrasil", "the province in the middle: it has no limit of figures, and touches all others"),
    ("Ragnarök", "ends each Age: the doomed province falls, and figures that die there earn Glory"),
    ("doomed", "a province that falls in the Ragnarök of the Age shown beside its name"),
    ("fjord", "the water between two provinces, for ships only"),
    (
        "neighbouring",
        "provinces with a common side on the map, not only a corner; Yggdrasil touches all others",
    ),
    ("village", "the room for one figure in a province"),
    (
        "pillage",
        "take the reward of a province with a figure of yours; others may fight for it",
    ),
    (
        "quest",
        "a card committed face down that pays Glory and a stat if completed in the Quest phase",
    ),
    ("upgrade", "a card that stays on your clan sheet and costs the Rage printed on it"),
    ("battle card", "played face down in a battle; its number counts with your figures"),
    ("reinforcement card", "a battle card that may be added after the cards are revealed"),
    ("draft", "begins each Age: keep a card, pass the others on"),
    ("D12, H-37", "the numbers of rules; `bloodrage rules D12` prints one"),
    ("pass", "take no more actions in this Age; you can still join battles"),
)
"""Words with their meanings, in the order of a first explanation."""
