from __future__ import annotations

from client.text.names import (
    Names,
    card_name,
    clan_letter,
    clan_name,
    figures_code,
    figures_named,
    names_of,
    one_figure,
    phase_name,
    place_key,
    place_name,
    place_title,
    region_name,
    token_name,
)
from engine.cards import CARDS
from engine.terms import (
    LEADER,
    WARRIOR,
    CardId,
    ClanName,
    FigureKind,
    Phase,
    Place,
    Region,
    Slot,
    Token,
)
from tests.builders import A, B, figures, table


def test_the_five_clans_have_five_letters() -> None:
    assert {clan_letter(clan) for clan in ClanName} == set("WRSBM")
    assert clan_letter(ClanName.RAM) == "M"
    assert clan_name(ClanName.RAM) == "Ram"


def test_seats_are_named_by_player_then_clan_then_letter() -> None:
    names = names_of(table().state, ("Astrid", "", "", ""))
    assert names.full(A) == "Astrid"
    assert names.full(B) == "Raven"
    assert names.title(A) == "Wolf (Astrid)"
    assert names.title(B) == "Raven"
    assert Names(("", ""), (None, None)).full(B) == "Seat B"
    assert Names(("", "Bo"), (None, None)).title(B) == "Bo"
    assert Names(("", ""), (None, None)).letter(B) == "B"


def test_the_viewer_is_you_everywhere() -> None:
    names = names_of(table().state, ("Astrid", "", "", ""), you=A)
    assert names.full(A) == "you"
    assert names.opening(A) == "You"
    assert names.title(A) == "Wolf (you)"
    assert names.all((A, B)) == "you and Raven"
    assert Names(("", ""), (None, None), A).title(A) == "you"


def test_places_have_names_and_the_keys_of_the_keypad() -> None:
    assert place_name(Place.WEST) == "the west fjord"
    assert place_title(Place.WEST) == "west fjord"
    assert place_key(Place.YGGDRASIL) == "5"
    assert len({place_key(place) for place in Place}) == len(Place)


def test_figures_are_named_and_coded() -> None:
    assert figures_named(figures("WWL troll")) == "2 Warriors, Leader and Troll"
    assert figures_named(figures("W")) == "Warrior"
    assert figures_code(figures("WWL troll")) == "2Lt"
    assert one_figure(WARRIOR) == "a Warrior"
    assert one_figure(LEADER) == "the Leader"


def test_every_monster_has_its_name_with_an_article_in_a_sentence() -> None:
    monsters = [card for card in CARDS.values() if card.slot is Slot.MONSTER]
    assert len({card.name for card in monsters}) == 13
    for card in monsters:
        assert one_figure(FigureKind(card.id)) in (f"the {card.name}", "Fenrir")


def test_quests_are_distinguished_from_their_regions() -> None:
    assert card_name(CardId("quest-alfheim")) == "Quest Alfheim"
    assert region_name(Region.ALFHEIM) == "Alfheim"


def test_no_two_cards_have_the_same_name() -> None:
    assert len({card_name(card) for card in CARDS}) == len(CARDS)


def test_every_closed_list_has_its_words() -> None:
    assert all(phase_name(phase) for phase in Phase)
    assert all(token_name(token) for token in Token)
