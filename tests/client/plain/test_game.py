from __future__ import annotations

import re
from random import Random

import pytest

from client.bots import BOT_NAMES
from client.plain.console import PROMPT, PromptedConsole
from client.plain.game import LineGame
from client.plain.narrator import Left
from client.plain.reports import battle_told
from client.plain.table_loop import LoopWithBots
from client.presenter.hints import Hints
from client.tables.local_table import Chair, LocalTable, shuffled
from client.text.names import card_name
from engine.state import Options
from engine.terms import Seat

YOU = Seat(0)

_NUMBER = re.compile(r"  (\d+)\) ")
_COUNT = re.compile(r"How many: .*, 0 to (\d+)\?")


class Person:
    """A player who types some lines first, then any number on offer."""

    def __init__(self, seed: int, *first: str) -> None:
        self.printed: list[str] = []
        self.asked = 0
        self._chance = Random(seed)
        self._first = list(first)

        self.console = PromptedConsole(self.read, self._show, echoes=True)

    def _show(self, text: str) -> None:
        if text != PROMPT:
            self.printed += text.removesuffix("\n").split("\n")

    def read(self) -> str:
        self.asked += 1
        if self._first:
            return self._first.pop(0)
        numbers: list[int] = []
        for line in reversed(self.printed):
            counted = _COUNT.match(line)
            if counted:
                return str(self._chance.randint(0, int(counted[1])))
            numbered = _NUMBER.match(line)
            if numbered:
                numbers.append(int(numbered[1]))
            elif numbers and not line:
                break
        return str(self._chance.choice([one for one in numbers if one]))

    @property
    def text(self) -> str:
        return "\n".join(self.printed)


class Leaver(Person):
    """A player whose input ends after the first lines."""

    def read(self) -> str:
        return super().read() if self._first else ""


class Drafter(Person):
    """A player whose input ends with the draft."""

    def read(self) -> str:
        return "" if "What will you do?" in self.printed else super().read()


def sit_down(person: Person, bots: int, seed: int) -> tuple[LocalTable, LineGame]:
    chairs = (Chair(""), *(Chair(name, "thrall") for name in BOT_NAMES[:bots]))
    table = LocalTable(shuffled(chairs, seed, Options()))
    return table, LineGame(table.seat(YOU), person.console.write)


def play(person: Person, game: LineGame) -> None:
    LoopWithBots(game, person.console).play()


def look(*typed: str) -> str:
    person = Leaver(0, *typed)
    _, game = sit_down(person, 2, 3)
    with pytest.raises(Left):
        play(person, game)
    return person.text


@pytest.mark.parametrize(("bots", "seed"), [(1, 1), (2, 2), (3, 3), (4, 4), (2, 5), (3, 6)])
def test_a_whole_game_can_be_played_by_numbers(bots: int, seed: int) -> None:
    person = Person(seed)
    table, game = sit_down(person, bots, seed)
    play(person, game)
    assert table.is_over
    assert person.asked > 30
    assert all(len(line) <= 80 for line in person.printed)


def test_the_draft_prints_no_card_that_the_player_has_not_seen() -> None:
    person = Drafter(7)
    table, game = sit_down(person, 3, 7)
    with pytest.raises(Left):
        play(person, game)
    known = table.knowledge(YOU)
    seen = {face.card for pack in known.seen for face in pack.faces}
    others = {face.card for seat in (1, 2, 3) for face in table.knowledge(Seat(seat)).hand}
    assert others - seen
    assert not [card for card in others - seen if card_name(card) in person.text]


def test_the_end_of_the_input_leaves_the_game() -> None:
    assert "Which clan will you lead?" in look()


def test_q_leaves_the_game() -> None:
    person = Person(0, "q")
    _, game = sit_down(person, 1, 1)
    with pytest.raises(Left):
        play(person, game)


def test_answers_are_numbered_and_wrong_numbers_are_refused() -> None:
    text = look("9", "wolf", "0")
    assert "  1) Wolf" in text
    assert text.count("Type a number from 1 to 5, or ? for help.") == 3


def test_zero_goes_one_question_back() -> None:
    text = look("1", "2", "2")
    assert text.count("Keep 1 card") == 2


def test_everything_can_be_looked_at_before_an_answer() -> None:
    text = look("1", "?", "b", "c", "h", "s", "l", "l 1", "l all", "r", "v 1", "v", "v 99")
    assert "choose an answer; 0 goes one question back" in text
    assert "5 Yggdrasil (all three stats), villages without limit" in text
    assert "reserve: 8 Warriors, Leader and ship" in text
    assert "You have no card in hand." in text
    assert "You have committed no quest." in text
    assert "leads the" in text
    assert "GOD'S GIFTS: THE DRAFT" in text
    assert "Type v and the number of an answer." in text


def test_an_answer_with_a_card_explains_the_card() -> None:
    text = look("1", "v 1")
    assert re.search(r"Age I: \d", text)


def test_a_turn_begins_with_the_situation() -> None:
    person = Person(3)
    _, game = sit_down(person, 2, 3)
    play(person, game)
    assert re.search(r"\[\d+\] Age I, Action\. Your turn \(\w+\)\. Rage 6 of 6", person.text)
    assert any(line.startswith("7 Elvagar") for line in person.printed)


def test_unavailable_choices_are_listed_with_their_reason() -> None:
    person = Person(3)
    _, game = sit_down(person, 2, 3)
    play(person, game)
    assert any(line.startswith("  - ") and line.endswith(".") for line in person.printed)


def test_a_battle_is_told_with_its_verdict_and_can_be_repeated() -> None:
    person = Person(5)
    _, game = sit_down(person, 3, 5)
    play(person, game)
    assert re.search(r"win(s|) \d+ to \d+ |unopposed|Tie at \d", person.text)
    steps = battle_told(game.battle(), game.names)
    assert "pillager" in steps[0]
    assert any(": card: " in line or "card: " in line for line in steps)
    assert any(" loses: " in line for line in steps)


def test_the_log_is_searched_and_filtered() -> None:
    text = look("1", "l leads", "l glory", "l nowhere")
    assert "leads the" in text
    assert text.count("No line of the log matches.") == 2


def test_cards_kept_and_passed_on_are_listed_while_drafting() -> None:
    text = look("1", "1", "1", "p", "n", "f")
    assert "Kept so far: nothing." in text
    assert re.search(r"Age I, round 1: kept .*; passed", text)
    assert "Since your last answer:" in text
    assert "There was no battle yet." in text


def test_the_pause_of_the_dealing_is_explained_once_an_age() -> None:
    person = Person(6)
    chairs = (Chair(""), Chair("Bo", "thrall"))
    table = LocalTable(shuffled(chairs, 6, Options()))
    play(person, LineGame(table.seat(YOU), person.console.write, is_dealing=lambda: True))
    assert person.text.count("The cards are being dealt …") == 3
    assert "every seat" not in person.text


def test_with_others_the_pause_of_the_dealing_names_its_reason() -> None:
    person = Person(6)
    chairs = (Chair("Astrid"), Chair("Bo", "thrall"))
    table = LocalTable(shuffled(chairs, 6, Options()))
    play(person, LineGame(table.seat(YOU), person.console.write, is_dealing=lambda: True))
    assert person.text.count("every seat proves that it deals fairly") == 3


# ---------------------------------------------------------------- a first game


class Plain(Person):
    """A player who always takes the first answer, or counts nothing."""

    def read(self) -> str:
        self.asked += 1
        if self._first:
            return self._first.pop(0)
        last = next(line for line in reversed(self.printed) if line)
        return "0" if last.startswith("How many") and self.asked % 2 else "1"


def first_game(person: Person) -> tuple[LocalTable, LineGame]:
    chairs = (Chair(""), *(Chair(name, "thrall") for name in BOT_NAMES[:2]))
    table = LocalTable(shuffled(chairs, 4, Options()))
    game = LineGame(table.seat(YOU), person.console.write, hints=Hints())
    return table, game


def test_the_first_answers_play_a_whole_first_game() -> None:
    person = Plain(1)
    table, game = first_game(person)
    play(person, game)
    assert table.is_over


def test_the_goal_is_explained_before_the_first_question() -> None:
    person = Plain(1)
    _, game = first_game(person)
    play(person, game)
    asked = next(n for n, line in enumerate(person.printed) if line.endswith("?"))
    assert any("most Glory after three Ages" in line for line in person.printed[:asked])


def test_no_hint_is_shown_twice() -> None:
    person = Plain(1)
    _, game = first_game(person)
    play(person, game)
    told = [line for line in person.printed if line.startswith("Hint: ")]
    assert len(told) > 8
    assert len(told) == len(set(told))


def test_hints_are_switched_off_by_a_word() -> None:
    person = Plain(1, "hints")
    _, game = first_game(person)
    play(person, game)
    assert [line for line in person.printed if line.startswith("Hint")] == [
        line for line in person.printed if line.startswith(("Hint: The most", "Hints are off"))
    ]


def test_a_confirmation_says_what_comes_after_it() -> None:
    person = Person(3)
    _, game = sit_down(person, 2, 3)
    play(person, game)
    follows = zip(person.printed, person.printed[1:], strict=False)
    confirmed = [after for line, after in follows if re.match("March your .*\\?$", line)]
    assert confirmed
    assert all(after.startswith("After this: Rage ") for after in confirmed)


def test_answers_that_are_sent_at_once_say_what_comes_after_them() -> None:
    person = Person(5)
    _, game = sit_down(person, 3, 5)
    play(person, game)
    follows = zip(person.printed, person.printed[1:], strict=False)
    joins = [after for line, after in follows if line == "  1) Stay out"]
    assert joins
    assert all(after.startswith("     After this: ") for after in joins)
