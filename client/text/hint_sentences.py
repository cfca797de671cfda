"""Hints for newcomers: one sentence for each thing they meet for the first time.

A hint is named by a word: that of a decision, of an action in the menu, or of an event (see
client/presenter/hints.py). Each has at most 150 characters, so that it fits into two rows of 80
columns in longer languages, too.
"""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say
from client.text.menu_words import goal
from engine import actions as act
from engine import decisions as ask
from engine.terms import Deity

HINTS: Final = {
    ask.PickDecision.word: (
        "You keep six cards for this Age. Take cards that fit one plan: quests, strong battle "
        "cards or Glory for your dead."
    ),
    ask.TurnDecision.word: (
        "Each turn is one action, and most actions cost Rage. Start with an invade: your "
        "Leader is free."
    ),
    act.Invade.word: (
        "An invade costs the figure's strength in Rage; the Leader is free. It takes a village; "
        "a ship takes a fjord and fights in both its provinces."
    ),
    act.March.word: (
        "For 1 Rage any number of figures march from one province to another, however far; "
        "each needs an empty village there, except in Yggdrasil."
    ),
    act.Upgrade.word: (
        "An upgrade costs its strength in Rage and works for the rest of the game; then a "
        "figure of its kind may invade at once without Rage."
    ),
    act.Commit.word: (
        "A quest costs no Rage and stays face down. When the Age ends it pays Glory and a step "
        "on a stat if completed; there is no penalty if you fail."
    ),
    act.Pillage.word: (
        "A pillage costs no Rage: the province's token is yours if no enemy is there and none "
        "comes, or if you win the battle."
    ),
    act.Pass.word: (
        "Passing gives up the Rage you have left and ends your actions in this Age; you can "
        "still join battles and play cards in them."
    ),
    act.Repillage.word: (
        "Tyr's Challenge pillages a province again in this Age, for 2 Rage; others may join as "
        "in any pillage."
    ),
    act.InvadeFromValhalla.word: (
        "For 1 Rage one of your dead invades straight from Valhalla, however strong it is."
    ),
    act.TakeVillage.word: (
        "Your Mystic invades the village of a Warrior or Mystic, which dies; you need Horns for "
        "it, but no empty village."
    ),
    act.Sacrifice.word: (
        "Two of your figures on the board die, and a stat of your choice rises by a step; the "
        "dead return when the Age ends."
    ),
    ask.FreeInvadeDecision.word: (
        "Your new upgrade brings one figure of its kind onto the board at once, without Rage; "
        "if you skip this, it costs the usual price later."
    ),
    ask.SuccorDecision.word: (
        "Your clan card sends a Warrior along with a figure that invades, without Rage and "
        "without using up a turn."
    ),
    ask.DomainDecision.word: (
        "Your clan card lets you pillage at once where you have just invaded, before anybody "
        "else can act."
    ),
    ask.JoinDecision.word: (
        "A battle is called. You may bring one figure from a neighbouring province; if you "
        "lose, it dies, and it returns when the Age ends."
    ),
    ask.CardDecision.word: (
        "Everybody plays one card face down; the highest total wins, a tie kills all figures, "
        "and only the winner's card is used up."
    ),
    ask.QuestCountsDecision.word: (
        "Your clan card lets a quest add strength in battle; it returns to your hand if you "
        "lose, like any card."
    ),
    ask.TideDecision.word: (
        "All your figures here die but one, before the totals are compared; the strongest is "
        "of most use."
    ),
    ask.LateDecision.word: (
        "You may add this card after the reveal, and its number counts on top of yours; the "
        "winner discards both cards."
    ),
    ask.RetreatDecision.word: (
        "The Witch may go to Yggdrasil instead of dying; then she does not count as one of the "
        "dead."
    ),
    ask.MysticRetreatDecision.word: (
        "Your Mystic may go to a neighbouring province instead of dying; then it does not count as "
        "one of the dead."
    ),
    ask.GodMoveDecision.word: (
        "After each attempt in a god's province the pillager moves the god to another one that is "
        "not pillaged yet."
    ),
    ask.OpenPlayDecision.word: (
        "In Heimdall's province cards are played openly, one after the other; the pillager comes "
        "last and has seen them all."
    ),
    ask.ProtectDecision.word: (
        "Each figure you save costs 1 Rage and stays where it is; the others die and come back "
        "when the Age ends."
    ),
    ask.StatDecision.word: (
        "Rage is for actions, Horns for more figures, Axes for Glory in battle; step four or "
        "five pays 10 Glory at the end, step six pays 20."
    ),
    ask.ProwessDecision.word: (
        "You won, so your cards are used up; each one you buy back returns to your hand instead."
    ),
    ask.HammersDecision.word: (
        "After this pillage your Leader may walk on to a neighbouring province, where he can "
        "pillage with your next turn."
    ),
    ask.BlessingDecision.word: (
        "You lost here, but your clan card sends a Warrior into the province, without Rage."
    ),
    ask.BoxDecision.word: (
        "The monster that goes leaves the game for good; the other one stays where it is."
    ),
    ask.KeepDecision.word: (
        "One card goes with you into the next Age, on top of those you draft there; all others "
        "in your hand are gone."
    ),
    "god odin": (
        "The map has a god: in Odin's province a successful pillage takes the reward twice, and "
        "after each attempt the pillager moves Odin on."
    ),
    "god thor": (
        "The map has a god: the winner of a battle in Thor's province gains 2 Glory for each "
        "figure of others that dies in it."
    ),
    "god tyr": (
        "The map has a god: in a battle in Tyr's province figures count 0, and only cards decide, "
        "so an army there wins nothing."
    ),
    "god heimdall": (
        "The map has a god: in Heimdall's province battle cards are played openly, one after the "
        "other, and the pillager plays last."
    ),
    "god frigga": (
        "The map has a god: nobody dies in a battle in Frigga's province, and the losers stay, so "
        "an attack there risks no figure."
    ),
    "god loki": (
        "The map has a god: in a battle in Loki's province the losers gain Glory for their Axes, "
        "and the winner gains none for theirs."
    ),
    "mystic": (
        "A Mystic is a figure of its own, Y on the map: strength 2, and free to invade with; each "
        "clan has two, and cards bring them."
    ),
    "rage gone": (
        "Your Rage is spent, so your actions in this Age are over; you can still join battles "
        "and play cards in them."
    ),
    "passed": (
        "A player who passes takes no more actions in this Age; once nobody can act, quests are "
        "judged and a province falls."
    ),
    "called": (
        "A pillage calls to battle: each clan in turn may bring one figure from a neighbouring "
        "province; the pillager decides last."
    ),
    "open": (
        "Each figure counts its strength and each card its number; the highest total wins, and "
        "a tie is a defeat for everybody."
    ),
    "tie": (
        "A tie has no winner: all figures in the battle die, all cards go back to their hands, "
        "and the province can be pillaged again."
    ),
    "won": (
        "You won: you gain Glory by your Axes, the figures of the others die, and the cards "
        "you played are used up."
    ),
    "lost": (
        "You lost: your figures wait in Valhalla until the Age ends, and your card is in your "
        "hand again; some cards even pay for a defeat."
    ),
    "battle of others": (
        "A battle without you: the columns show where each total comes from, and every battle "
        "can be read again from the log."
    ),
    "pillaged": (
        "The token is flipped until the Age ends. When every province has been pillaged, the "
        "Action phase is over."
    ),
    "last province": (
        "One province is left to pillage. Once it is pillaged, nobody acts any more in this Age "
        "and all Rage left is lost: spend it now."
    ),
    "raised": (
        "Stats never go down: Rage is for each Age, Axes for each battle won, Horns for more "
        "figures; at the end step 4 or 5 pays 10 Glory, step 6 pays 20."
    ),
    "upgraded": (
        "Your upgrade lies on your clan sheet and works from now on; another card in the same "
        "slot would take its place."
    ),
    "quests": (
        "Quests are revealed: a completed one pays Glory and a step on a stat. If it needs the "
        "most strength, a tie fails."
    ),
    "doom": (
        "The doomed province falls, and every figure that dies with it earns its clan Glory; "
        "the map shows what falls in the next Ages."
    ),
    "release": (
        "The dead leave Valhalla and can invade again; the figures on the board stay where "
        "they are."
    ),
    "next age": (
        "A new Age: new cards and new Rage, while figures, upgrades and stats stay as they "
        "are; the cards grow stronger from Age to Age."
    ),
    "end": (
        "The most Glory wins; the table shows where each clan's came from. Hints are now off; "
        "H turns them on."
    ),
}
"""All hints by their word; the first question, for a clan, comes with the goal instead."""

TOPICS: Final = {
    ask.ClanDecision.word: "goal",
    ask.PickDecision.word: "draft",
    ask.TurnDecision.word: "turn-order",
    act.Invade.word: "invade",
    act.March.word: "march",
    act.Upgrade.word: "upgrade",
    act.Commit.word: "quest",
    act.Pillage.word: "pillage",
    act.Pass.word: "passing",
    act.Repillage.word: "clan-actions",
    act.InvadeFromValhalla.word: "clan-actions",
    act.TakeVillage.word: "mystics",
    act.Sacrifice.word: "clan-actions",
    ask.FreeInvadeDecision.word: "upgrade",
    ask.SuccorDecision.word: "clan-actions",
    ask.DomainDecision.word: "clan-actions",
    ask.JoinDecision.word: "call-to-battle",
    ask.CardDecision.word: "battle-cards",
    ask.QuestCountsDecision.word: "battle-cards",
    ask.TideDecision.word: "order-of-battle",
    ask.LateDecision.word: "reinforcement-cards",
    ask.RetreatDecision.word: "saving-figures",
    ask.MysticRetreatDecision.word: "mystics",
    ask.GodMoveDecision.word: "gods",
    ask.OpenPlayDecision.word: "gods",
    ask.ProtectDecision.word: "saving-figures",
    ask.StatDecision.word: "clan-stats",
    ask.ProwessDecision.word: "order-of-battle",
    ask.HammersDecision.word: "pillage-tokens",
    ask.BlessingDecision.word: "loki",
    ask.KeepDecision.word: "kept-card",
    ask.BoxDecision.word: "upgrade",
    **{f"god {deity}": "gods" for deity in Deity},
    "mystic": "mystics",
    "rage gone": "rage",
    "last province": "passing",
    "passed": "passing",
    "called": "call-to-battle",
    "open": "order-of-battle",
    "tie": "losing",
    "won": "axes",
    "lost": "losing",
    "battle of others": "strength",
    "pillaged": "pillage-tokens",
    "raised": "clan-stats",
    "upgraded": "upgrade",
    "quests": "quest-phase",
    "doom": "ragnarok",
    "release": "release",
    "next age": "goal",
    "end": "scoring",
}
"""The topic of the rulebook about the subject of each hint."""


def hint_sentence(word: str) -> str:
    """Return the hint of a word, "" if there is none."""
    if word == ask.ClanDecision.word:
        return goal()
    return say(HINTS[word]) if word in HINTS else ""
