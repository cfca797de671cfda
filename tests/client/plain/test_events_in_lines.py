from client.plain.narrator import LineNarrator
from tests.builders import A, B, C, Game, seat, table
from tests.client.seated import SeatedGame


def told(game: Game, *moves: str) -> str:
    """Return what A reads of some moves, as one text."""
    seated, lines = SeatedGame(game), list[str]()
    narrator = LineNarrator(seated, lines.append)
    seated.game.play(*moves)
    narrator.tell()
    return " ".join(" ".join(lines).split())


def test_an_upgrade_of_somebody_else_comes_with_the_text_of_its_card() -> None:
    game = table(A=seat(elvagar="W"), B=seat(hand="lokis-dragons", rage=6), turn=B, first=B)
    text = told(game, "B upgrade lokis-dragons")
    assert "Loki's Dragons: Gain 4 Glory whenever one of your ships is destroyed" in text


def test_a_watch_names_every_card_that_is_thrown_away_with_its_owner() -> None:
    game = table(
        A=seat(elvagar="W"),
        B=seat(gimle="L", hand="tyrs-smash tyrs-crush"),
        C=seat(gimle="W", hand="heimdalls-watch tyrs-bash"),
        turn=B,
        first=B,
    )
    text = told(game, "B pillage gimle", "B card tyrs-smash", "C card heimdalls-watch")
    assert "+3 Glory" in text
    assert "Thrown away: " in text
    assert text.index("Thrown away") < text.rindex("Tyr's Smash")
    assert text.index("Thrown away") < text.rindex("Heimdall's Watch")


def test_a_quest_that_fails_tells_the_reason_and_an_age_its_glory() -> None:
    game = table(
        A=seat(gimle="L", elvagar="W", quests="quest-alfheim"),
        B=seat(horgr="WW", elvagar="W", quests="quest-manheim"),
        players=2,
        ragnarok="horgr elvagar utgard",
    )
    text = told(game, "A pass", "B pass", "A stat axes")
    assert "Quest Manheim (Elvagar: Bo 1, you 1, a tie)" in text
    assert "Bo: 2 Warriors in danger" in text
    assert "Bo: 4 Glory in this Age (Ragnarök 4)" in text


def test_a_deed_of_your_own_is_not_explained() -> None:
    game = table(A=seat(hand="lokis-dragons", rage=6), B=seat(), C=seat(gimle="W"))
    assert game.state.turn in (A, B, C)
    assert "whenever one of your ships" not in told(game, "A upgrade lokis-dragons")
