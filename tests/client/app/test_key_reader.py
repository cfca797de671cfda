from collections.abc import Iterable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from client.app.key_reader import PASTE_SECONDS, TORN_SECONDS, KeyReader
from client.settings.keys import key_name
from tests.client.terminal_replies import REPLIES, ST

_REAL = {
    sequence: key
    for sequence, key in ANSI_SEQUENCES.items()
    if isinstance(key, Keys) and key_name(key) and len(sequence) > 1
}
_SOON, _LATE = 0.1, TORN_SECONDS + 0.1


class Terminal:
    """A reader with a clock that is moved by hand; keys by name, clicks and pastes as they are."""

    def __init__(self, *, mouse: bool = False) -> None:
        self.now = 100.0
        self.keys: list[str] = []
        self.heard: list[str] = []
        self.reader = KeyReader(self._press, lambda: self.now)
        self.reader.takes_mouse = lambda: mouse
        self.reader.hear = self.heard.append

    def _press(self, press: KeyPress) -> None:
        shown = press.key in (Keys.BracketedPaste, Keys.Vt100MouseEvent)
        self.keys.append(press.data if shown else key_name(press.key))

    def send(self, *pieces: str, pause: float = 0.0) -> list[str]:
        """Send pieces with time running out after each, and return all keys so far."""
        for piece in pieces:
            self.reader.feed(piece)
            self.reader.flush()
            self.now += pause
        return self.keys


@pytest.mark.parametrize("reply", REPLIES.values(), ids=list(REPLIES))
def test_a_reply_of_a_terminal_is_swallowed_and_the_next_key_counts(reply: str) -> None:
    terminal = Terminal()
    terminal.reader.feed(f"{reply}j")
    assert terminal.keys == ["j"]


@pytest.mark.parametrize("reply", REPLIES.values(), ids=list(REPLIES))
def test_a_reply_torn_anywhere_is_swallowed_even_when_time_runs_out(reply: str) -> None:
    start = 2 if reply.startswith("\x1b") else 1  # a single ESC is the Escape key
    for at in range(start, len(reply)):
        if reply[:at] in ("\x1b\x1b", "\x1b/"):
            continue  # Escape twice, and Alt with a sign
        terminal = Terminal()
        assert terminal.send(reply[:at], reply[at:], pause=_SOON) == [], at
        terminal.now += _LATE
        assert terminal.send("j") == ["j"], at


@pytest.mark.parametrize("reply", REPLIES.values(), ids=list(REPLIES))
def test_a_reply_that_never_ends_costs_no_key_after_a_while(reply: str) -> None:
    for at in range(2, len(reply)):
        terminal = Terminal()
        terminal.reader.feed(reply[:at])
        terminal.now += _LATE
        assert terminal.send("j")[-1:] == ["j"], at


@pytest.mark.parametrize(
    "reply", [one for one in REPLIES.values() if one[:2] in ("\x1b[", "\x1b]")]
)
def test_the_rest_of_a_reply_whose_escape_came_first_is_swallowed(reply: str) -> None:
    assert Terminal().send("\x1b", reply[1:], pause=_SOON) == ["escape"]


@pytest.mark.parametrize(("sequence", "key"), _REAL.items())
def test_keys_of_the_terminal_stay_keys(sequence: str, key: Keys) -> None:
    terminal = Terminal()
    terminal.reader.feed(sequence)
    assert terminal.keys == [key_name(key)]


def test_escape_is_a_key_once_nothing_follows() -> None:
    terminal = Terminal()
    terminal.reader.feed("\x1b")
    assert terminal.keys == []
    assert terminal.send("") == ["escape"]
    assert terminal.send("j", "O", "i") == ["escape", "j", "O", "i"]


def test_two_escapes_in_a_hurry_are_two() -> None:
    assert Terminal().send("\x1b\x1b") == ["escape", "escape"]


@pytest.mark.parametrize(
    "begun", ["\x1b", "\x1b[1;", "\x1bO", "\x1b]52;c;abc", "\x1bP1$r", "\x1b[M "]
)
@pytest.mark.parametrize(("control", "key"), [("\x03", "^C"), ("\x11", "^Q")])
def test_the_ways_out_work_within_a_sequence(begun: str, control: str, key: str) -> None:
    terminal = Terminal()
    terminal.reader.feed(begun + control)
    assert terminal.keys == [key]


def test_escape_after_a_sequence_that_came_to_nothing_is_a_key() -> None:
    assert Terminal().send("\x1b[", "\x1b", "j", pause=_SOON) == ["escape", "j"]


@pytest.mark.parametrize("sign", "/!#+-")
def test_alt_and_a_sign_cost_no_further_key(sign: str) -> None:
    assert Terminal().send(f"\x1b{sign}", "i", pause=_SOON) == ["i"]


@pytest.mark.parametrize("letter", "P]X^_")
def test_alt_and_a_letter_that_could_begin_a_string_costs_no_further_key(letter: str) -> None:
    assert Terminal().send(f"\x1b{letter}", "i", "m", pause=_SOON) == ["i", "m"]


def test_a_string_is_heard_without_its_frame() -> None:
    terminal = Terminal()
    assert (
        terminal.send("\x1b]11;rgb:ffff/", f"ffff/dddd{ST}", "\x9d11;?\x07", f"\x1bP>|x{ST}") == []
    )
    assert terminal.heard == ["]11;rgb:ffff/ffff/dddd", "]11;?", "P>|x"]


def test_an_endless_string_takes_no_memory() -> None:
    terminal = Terminal()
    for _ in range(50):
        terminal.send("\x1b]52;c;" if not terminal.heard else "", "a" * 10_000)
    terminal.send(ST, "j")
    assert terminal.keys == ["j"]
    assert len(terminal.heard[0]) < 5000


def test_clicks_count_only_while_the_mouse_is_used() -> None:
    clicks = ["\x1b[<0;3;2m", "\x1b[M !\u00e9", "\x1b[32;3;2M"]
    assert Terminal(mouse=True).send(*clicks) == clicks
    assert Terminal().send(*clicks) == []


@pytest.mark.parametrize(
    "broken", ["\x1b[<0;3m", "\x1b[<0;3;2;9m", "\x1b[<;;m", f"\x1b[<0;{'9' * 9};1M"]
)
def test_a_broken_report_of_the_mouse_is_no_click(broken: str) -> None:
    assert Terminal(mouse=True).send(broken, "j") == ["j"]


def test_pasted_text_arrives_whole_in_whatever_pieces() -> None:
    for at in range(1, 20):
        whole = "\x1b[200~i q\x1b[A\x1b[201~j"
        terminal = Terminal()
        terminal.reader.feed(whole[:at])
        terminal.now += _LATE if at > len("\x1b[200~") else 0
        terminal.reader.feed(whole[at:])
        assert terminal.keys == ["i q\x1b[A", "j"], at


def test_a_paste_without_an_end_costs_no_key_after_a_while() -> None:
    terminal = Terminal()
    terminal.send("\x1b[200~lost")
    terminal.now += PASTE_SECONDS + 1
    assert terminal.send("j") == ["lost", "j"]


def _sequences() -> st.SearchStrategy[str]:
    parameters = st.text("0123456789:;<=>?", max_size=12)
    middle = st.text(" !\"#$%&'()*+,-./", max_size=2)
    final = st.characters(min_codepoint=0x40, max_codepoint=0x7E)
    csi = st.tuples(parameters, middle, final).map(lambda parts: "\x1b[" + "".join(parts))
    ss3 = st.tuples(st.text("0123456789;", max_size=3), final).map(
        lambda two: f"\x1bO{two[0]}{two[1]}"
    )
    inside = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=30)
    string = st.tuples(st.sampled_from("]PX^_"), inside).map(
        lambda two: f"\x1b{two[0]}{two[1]}{ST}"
    )
    return st.one_of(csi, ss3, string, st.sampled_from(list(REPLIES.values()))).filter(
        _means_nothing
    )


def _means_nothing(sequence: str) -> bool:
    is_begun = sequence[:3] in ("\x1b[M", "\x1b[[")
    return sequence not in _REAL and not is_begun and sequence != "\x1b[200~"


@given(st.lists(_sequences(), max_size=6), st.lists(st.integers(0, 200), max_size=4))
@example(["\x1b]11;rgb:0/0/0\x1b\\"], [3])
def test_meaningless_sequences_are_no_keys_in_whatever_pieces(
    sequences: list[str], cuts: Iterable[int]
) -> None:
    terminal = Terminal()
    data = "".join(sequences)
    at = 0
    for cut in sorted(cuts):
        terminal.reader.feed(data[at:cut])
        at = max(at, min(cut, len(data)))
        terminal.now += _SOON
    terminal.reader.feed(data[at:])
    terminal.reader.feed("j")
    assert terminal.keys == ["j"]


@given(
    st.text(st.one_of(st.sampled_from("\x1b[O]P;0~mM\\\x07\x9b\x9c"), st.characters()), max_size=60)
)
def test_the_keyboard_works_a_while_after_any_text(data: str) -> None:
    terminal = Terminal(mouse=True)
    terminal.send(data)
    terminal.now += PASTE_SECONDS + 1
    assert terminal.send("j")[-1] == "j"
