from client.controller import chat_keys
from client.controller.chat_keys import hear
from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.presenter.people import Surroundings, Talk
from client.screens.draw import draw
from client.text import phrases
from client.ui.cells import is_narrow
from client.ui.view import OverlayKind
from protocol.lobby.presence import ChatEvent, ChatFlood, ChatLine, ChatPhrase
from protocol.wire.names import is_wide
from tests.builders import seat, table
from tests.client.seated import SeatedGame
from tests.client.terminal import QUICK

NAMES = {0: "Ann", 1: "Bo", 2: "Cy"}


class Person:
    """A person at a table of three, who receives their own messages as everybody does."""

    def __init__(self, *, alone: bool = False) -> None:
        game = SeatedGame(table(A=seat(gimle="L", rage=5), players=3))
        self.said: list[str | int] = []
        self.is_heard = True
        talk = None if alone else Talk(NAMES, 0, self.speak)
        self.model = TableModel(game, QUICK, Surroundings(talk=talk))
        self.model.listen()
        self.model.tick(1.0)

    def speak(self, said: str | int) -> ChatEvent | None:
        if not self.is_heard:
            return ChatFlood(0)
        self.said.append(said)
        if isinstance(said, int):
            return ChatPhrase(0, said)
        return ChatLine(0, said.strip()) if said.strip() else None

    def keys(self, *names: str) -> None:
        for name in names:
            press(self.model, name, 100.0)

    @property
    def log(self) -> list[str]:
        return [line.full for line in self.model.shown.log]

    def screen(self, width: int = 80, height: int = 24) -> str:
        self.model.display.resize(width, height)
        return draw(self.model.view(0.0), width, height).text()


def test_a_typed_line_is_said_with_enter_and_logged() -> None:
    ann = Person()
    ann.keys("t", *"gimle", "space", *"agaim", "backspace", "n", "?")
    assert "Say: gimle again?_" in ann.screen()
    ann.keys("enter")
    assert ann.said == ["gimle again?"]
    assert ann.log == ["Ann: gimle again?"]
    assert "·  Ann: gimle again?" in ann.screen() or "· Ann: gimle again?" in ann.screen()


def test_no_key_reaches_the_game_while_a_line_is_typed() -> None:
    ann = Person()
    before = ann.model.walk
    ann.keys("t", "i", "x", "y", "!", "A", "q")
    assert ann.model.walk is before
    assert ann.model.display.overlay is None
    assert not ann.model.people.autopilot.on


def test_an_unfinished_line_is_kept() -> None:
    ann = Person()
    ann.keys("t", *"well", "escape", "t")
    assert "Say: well_" in ann.screen()
    ann.keys("enter", "t")
    assert "Say: _" in ann.screen()


def test_pasted_text_goes_onto_the_line_only() -> None:
    ann = Person()
    chat_keys.paste(ann.model, "i w 2\n\x1b[2J")
    assert ann.model.people.talk is not None
    assert ann.model.people.talk.typed == ""
    ann.keys("t")
    chat_keys.paste(ann.model, "two\nlines \x1b[2J" + "x" * 500)
    assert ann.model.people.talk.typed.startswith("two lines [2Jxxx")
    assert len(ann.model.people.talk.typed) == 200


def test_a_phrase_is_said_by_its_letter_or_with_the_cursor() -> None:
    ann = Person()
    ann.keys("!", "c")
    ann.keys("!", "down", "enter")
    assert ann.said == [2, 1]
    assert ann.log == [f"Ann: {phrases.phrase(2)}", f"Ann: {phrases.phrase(1)}"]


def test_muted_players_are_not_heard_until_unmuted() -> None:
    ann = Person()
    ann.keys("M", "down", "enter")
    assert "Bo: muted" in ann.screen()
    ann.keys("escape")
    hear(ann.model, ChatLine(1, "can you hear me"))
    hear(ann.model, ChatPhrase(1, 0))
    hear(ann.model, ChatLine(2, "I can be heard"))
    ann.keys("M", "down", "enter", "escape")
    hear(ann.model, ChatLine(1, "and now"))
    assert ann.log == ["Cy: I can be heard", "Bo: and now"]


def test_a_player_who_mutes_everybody_can_still_speak() -> None:
    ann = Person()
    ann.keys("M", "enter")
    assert ann.screen().count(": muted") == 3
    ann.keys("escape")
    hear(ann.model, ChatLine(1, "hello"))
    ann.keys("t", *"alone", "enter")
    assert ann.log == ["Ann: alone"]
    ann.keys("M", "enter")
    assert ": muted" not in ann.screen()


def test_a_line_over_the_rate_limit_is_kept() -> None:
    ann = Person()
    ann.is_heard = False
    ann.keys("t", *"again", "enter")
    assert ann.model.display.message == "That is a lot at once: wait a little before you send more."
    assert ann.model.people.talk is not None
    assert ann.model.people.talk.typed == "again"
    assert ann.log == []


def test_bots_do_not_talk() -> None:
    ann = Person(alone=True)
    for key in ("t", "!", "M"):
        ann.keys(key)
        assert ann.model.display.message == "Nobody else is here to talk to: bots do not talk."
        assert ann.model.display.overlay is None


def test_a_message_is_shown_below_a_covered_log_too() -> None:
    ann = Person()
    ann.model.display.resize(60, 12)
    hear(ann.model, ChatLine(1, "are you there"))
    assert ann.model.display.message == "Bo: are you there"


def test_a_phrase_of_a_newer_program_is_shown_as_one() -> None:
    ann = Person()
    hear(ann.model, ChatPhrase(1, 200))
    assert ann.log == ["Bo: (a phrase this version does not know)"]


def test_messages_bring_only_letters_and_signs_to_the_screen() -> None:
    ann = Person()
    for text in ("\x1b]2;title\x07", "\u202eabc\u2066", "漢字🎉", "{names} {0}", "a\u0301" * 50):
        hear(ann.model, ChatLine(1, text))
        ann.model.display.notify(text)
        for size in ((80, 24), (140, 45), (60, 12)):
            shown = set(ann.screen(*size)) - {"\n"}
            assert all(is_narrow(sign) or is_wide(sign) for sign in shown)


def test_chat_is_not_part_of_the_game() -> None:
    ann = Person()
    hear(ann.model, ChatLine(1, "I was here"))
    assert ann.model.context.seen_until == 0
    ann.keys("l")
    assert ann.model.display.overlay is not None
    assert ann.model.display.overlay.kind is OverlayKind.LOG
    assert "Bo: I was here" in ann.screen()


def test_signs_that_are_left_out_are_reported_until_the_line_is_said() -> None:
    ann = Person()
    told = "Characters that some terminals cannot show, such as emoji, are left out."
    ann.keys("t", *"hi", "space", "你")
    assert told not in ann.screen()
    ann.keys("\U0001f600", "!")
    assert told in ann.screen()
    assert "Say: hi 你!_" in ann.screen()
    ann.keys("enter")
    assert ann.said == ["hi 你!"]
    assert told not in ann.screen()
    ann.keys("t")
    chat_keys.paste(ann.model, "a\U0001f600b")
    assert told in ann.screen()
    ann.keys("escape", "t")
    assert told not in ann.screen()
