"""Cards in words: a line of facts, the whole card, its copies."""

from __future__ import annotations

from collections.abc import Iterable

from client.text.catalogue import say
from client.text.folding import folded
from client.text.names import age_name, bonus, kind_name, slot_name
from engine.cards import CARDS
from engine.cards.model import Card, Copy
from engine.terms import Age, Box, CardId, Face, Kind, Slot

_PLAIN = "No special effect."
"""The text of cards that are a bonus and nothing else."""
USUAL = (Box.BASE, Box.FIFTH_PLAYER)


def bonus_text(card: Card) -> str:
    """Return the printed bonus of a battle card: "+5", "+X"."""
    return say("+X") if card.bonus_is_best else bonus(card.bonus)


def kind_text(card: Card) -> str:
    """Name the kind of a card: "battle card", "quest", "monster", "Leader upgrade"."""
    match card.kind:
        case Kind.BATTLE:
            return say("battle card")
        case Kind.QUEST:
            return say("quest")
        case Kind.UPGRADE:
            if card.slot is None or card.slot is Slot.MONSTER:
                return say("monster")
            return say("{slot} upgrade", slot=slot_name(card.slot))


def facts(card: Card, age: Age | None = None) -> str:
    """Return the facts of a card in one line; a quest has the Glory of one Age or of all."""
    match card.kind:
        case Kind.BATTLE:
            text = say("battle card {bonus}", bonus=bonus_text(card))
            return say("{text}, reinforcement", text=text) if card.late else text
        case Kind.QUEST:
            return say("quest, {glory}", glory=_glory(card, age))
        case Kind.UPGRADE if card.slot is Slot.CLAN:
            return say("{kind}, cost {cost}", kind=kind_text(card), cost=card.cost)
        case Kind.UPGRADE:
            return say(
                "{kind}, cost {cost}, STR {strength}",
                kind=kind_text(card),
                cost=card.cost,
                strength=card.strength,
            )


def face_facts(face: Face) -> str:
    """Return the facts of one face."""
    return facts(CARDS[face.card], face.age)


def _glory(card: Card, age: Age | None) -> str:
    ages = [age] if age is not None else [one for one in Age if card.glory(one)]
    amounts = "/".join(str(card.glory(one)) for one in ages)
    return say("{amount} Glory", amount=amounts)


def copies_text(copies: Iterable[Copy]) -> str:
    """List copies of a card by Age, with the least number of players: "Age I: 2 (2+, 4+)"."""
    by_age: dict[Age, list[Copy]] = {}
    for copy in copies:
        by_age.setdefault(copy.age, []).append(copy)
    return "; ".join(
        say(
            "Age {age}: {count} ({from_players})",
            age=age_name(age),
            count=len(by_age[age]),
            from_players=", ".join(map(_from, by_age[age])),
        )
        for age in sorted(by_age)
    )


def _from(copy: Copy) -> str:
    least = say("{players}+", players=copy.min_players)
    if copy.box is Box.MYSTICS:
        return say("{least} Mystics", least=least)
    return least if copy.box in USUAL else say("{least} Kickstarter", least=least)


def card_sheet(card_id: CardId, age: Age | None = None) -> tuple[str, ...]:
    """Return a whole card: name, facts, text, copies; the text is one long line to be wrapped."""
    card = CARDS[card_id]
    copies = say(
        "Copies in the deck, by number of players: {copies}", copies=copies_text(card.copies)
    )
    return (say(card.name), facts(card, age), say(card.text), copies)


def effect_words(card_id: CardId) -> str:
    """Return a card with its text, "" for one without an effect."""
    card = CARDS[card_id]
    if card.text == _PLAIN:
        return ""
    return say("{card}: {text}", card=say(card.name), text=say(card.text))


def is_about(card: Card, words: tuple[str, ...]) -> bool:
    """Whether every word is in name, id, kind or text of a card, or begins a word of its facts."""
    if not words:
        return True
    haystack = " ".join(
        (
            card.name,
            say(card.name),
            card.id,
            card.text,
            say(card.text),
            kind_text(card),
            kind_name(card.kind),
            str(card.slot or ""),
            str(card.god),
        )
    )
    whole, parts = folded(haystack), folded(facts(card)).split()
    return all(
        word in whole or any(part.startswith(word) for part in parts) for word in map(folded, words)
    )
