"""Invitations within pasted text: found whatever is around them, never made up."""

from __future__ import annotations

import re
import time
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from client.online.addresses import MistypedAddress, read_invitation
from client.online.pasted_lines import LONGEST_PASTE, find_invitation
from protocol.errors import BadInvitation
from protocol.lobby.rooms import Invitation, Room, symbols_of
from protocol.lobby.routes import Route, Scheme, read_routes

HOSTS = (
    "192.168.1.11",
    "203.0.113.21",
    "play.example.org",
    "my-box",
    "2001:db8::1",
    "bücher.example",
)
PATHS = ("", "/table", "/some/path")
LINE = Invitation(read_routes("192.168.1.11:7744,203.0.113.21:7744"), Room(b"0123456789"))
OTHER = Invitation(read_routes("wss://play.example.org/path"), Room(b"9876543210"))
AROUND = (
    ("$ bloodrage join ", ""),
    ("bloodrage watch ", "\n"),
    ("Ann: ", " see you there!"),
    ("Ann:", ""),
    ("[20:15] <Ann> ", ""),
    ("> > ", "\n> see you"),
    ("python -m client join ", ""),
    ("uv run bloodrage join ", " --name Bo"),
    ("$ uv run --with . python -m client join ", ""),
    ("`", "`"),
    ("```\nbloodrage join ", "\n```"),
    ("**", "**"),
    ("_", "_"),
    ("[", "](https://example.org/about/us)"),
    ("\u201c", "\u201d"),
    ("\u00ab", "\u00bb"),
    ("<", ">"),
    ("(", ")."),
    ("\u2022", ""),
    ("- ", ""),
    ("The line is ", "."),
    ("Hi Bo,\n\nhere it is:\n", "\n\nSee you at 20:15,\nAnn"),
    ("Hi Bo,\n", ",\nAnn"),
    ("https://example.org/news/1234567890/abcdefghijklmnopq\n", ""),
    ("PS C:\\games> bloodrage join ", ""),
    ("C:\\games>bloodrage join ", ""),
    ('bloodrage join "', '"'),
)
DASHES = ("-", "\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "\u00ad-", "")


def routes() -> st.SearchStrategy[tuple[Route, ...]]:
    tcp = st.builds(
        Route, st.just(Scheme.TCP), st.sampled_from(HOSTS), st.integers(1, (1 << 16) - 1)
    )
    web = st.builds(
        Route,
        st.sampled_from((Scheme.WS, Scheme.WSS)),
        st.sampled_from(HOSTS),
        st.integers(1, (1 << 16) - 1),
        st.sampled_from(PATHS),
    )
    return st.lists(tcp | web, min_size=1, max_size=8, unique=True).map(tuple)


def invitations() -> st.SearchStrategy[Invitation]:
    shell_safe = st.binary(min_size=10, max_size=10).filter(
        lambda one: symbols_of(one)[-1].isalnum()
    )
    return st.builds(Invitation, routes(), shell_safe.map(Room))


def dressed(line: str, dash: str) -> str:
    """Write the secret of a line with other hyphens."""
    before, _, symbols = line.rpartition("/")
    return f"{before}/{symbols.replace('-', dash)}"


@given(invitations(), st.sampled_from(AROUND), st.sampled_from(DASHES), st.booleans())
def test_an_invitation_is_found_in_pasted_text(
    invitation: Invitation, around: tuple[str, str], dash: str, is_low: bool
) -> None:
    line = dressed(invitation.line(), dash)
    before, after = around
    text = f"{before}{line.lower() if is_low else line}{after}"
    found = read_invitation(text)
    assert found.room == invitation.room
    assert found.routes == invitation.routes


@given(invitations(), st.data())
def test_invisible_characters_change_nothing(invitation: Invitation, data: st.DataObject) -> None:
    line = invitation.line()
    for sign in ("\u200b", "\u200d", "\ufeff", "\u00ad", "\u202a", "\x1b", "\x00"):
        at = data.draw(st.integers(0, len(line)))
        line = line[:at] + sign + line[at:]
    assert read_invitation(line) == invitation


@given(invitations(), st.data())
def test_lines_that_a_mail_program_broke_are_put_together(
    invitation: Invitation, data: st.DataObject
) -> None:
    line = invitation.line()
    places = [at.end() for at in re.finditer("[,/]|-(?=[^/]*$)", line)]
    chosen = data.draw(st.sets(st.sampled_from(places)))
    eol = data.draw(st.sampled_from(("\n", "\r\n", "\n> ", "\n  ")))
    broken = "".join(sign + (eol if at + 1 in chosen else "") for at, sign in enumerate(line))
    assert read_invitation(f"Hi Bo,{eol}bloodrage join {broken}{eol}Ann") == invitation


@given(invitations(), st.data())
def test_soft_breaks_of_a_mail_are_no_part_of_it(
    invitation: Invitation, data: st.DataObject
) -> None:
    line = invitation.line()
    at = data.draw(st.integers(1, len(line) - 1))
    assert read_invitation(f"Join: {line[:at]}=\r\n{line[at:]}") == invitation


@given(st.text(max_size=200))
@example("/" * 500)
@example("/-\n" * 500)
@example("a" * 5000 + "/" + "A" * 5000)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(MistypedAddress):
        assert read_invitation(text).routes


SECRET = f"/{symbols_of(LINE.room.secret)}"
MOST_SECONDS = 2.0


@pytest.mark.parametrize(
    "text",
    [
        f'{"a" * 10_000}"{f":{SECRET} " * 300}',
        "a.b," * 4_900 + SECRET,
        f"{'a.b!' * 10}{SECRET}@" * 300,
        f"{' ' * 10_000}\n.{SECRET}" + f" .{SECRET}" * 300,
        "a,\n" * 6_000 + SECRET,
        "\ufdfa" * 19_000 + SECRET,
    ],
    ids=["word", "commas", "signs", "blanks", "breaks", "wide"],
)
def test_no_text_keeps_the_reader_busy(text: str) -> None:
    began = time.process_time()
    with pytest.raises(MistypedAddress):
        read_invitation(text)
    assert time.process_time() - began < MOST_SECONDS


@pytest.mark.parametrize(
    "broken",
    [
        "192.168.1.11:77\n44,203.0.113.21:7744",
        "192.168.\n1.11:7744,203.0.113.21:7744",
        "192.168.1.11:7744,203.0.11\n3.21:7744",
    ],
)
def test_an_address_broken_in_its_middle_is_no_shorter_address(broken: str) -> None:
    found = find_invitation(f"{broken}/{symbols_of(LINE.room.secret)}")
    assert found == LINE or found.routes[-1:] == LINE.routes[-1:]


def test_one_of_several_lines_has_it() -> None:
    text = (
        "Ann: who comes tonight?\nBo: me! 20:15/20:30?\nAnn: and/or Cyra\n"
        f"Ann: {LINE.line()}\nBo: I try it/this right now\n"
    )
    assert read_invitation(text) == LINE
    assert read_invitation(f"{text}{LINE.line()}") == LINE


def test_two_invitations_in_one_text_are_refused() -> None:
    with pytest.raises(MistypedAddress, match="it contains several invitations"):
        read_invitation(f"Ann: {LINE.line()}\nAnn: no, {OTHER.line()}")


@pytest.mark.parametrize("scheme", ["http", "https", "file"])
def test_the_address_of_a_web_page_is_no_route(scheme: str) -> None:
    with pytest.raises(BadInvitation):
        find_invitation(f"{scheme}://play.example.org/{symbols_of(LINE.room.secret)}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it should look like host:7744/XXXX-XXXX-XXXX-XXXX-X"),
        ("hello", "it should look like host:7744/XXXX-XXXX-XXXX-XXXX-X"),
        ("Ann: host:7744/60RK-4CSM-6MV3-EE1S.", "the part after the slash should have 17 letters"),
        ("$ bloodrage join host:7744/60RK-4CSM-6MV3-EE1S-5", "it contains a typing error"),
        ("`host:7744/60RK-4CSM-6MV3-EE!S-5`", "it contains a character no invitation has"),
    ],
)
def test_the_mistake_in_an_invitation_is_named(text: str, why: str) -> None:
    with pytest.raises(MistypedAddress, match=why):
        read_invitation(text)


def test_a_very_long_text_is_searched_in_its_beginning() -> None:
    assert read_invitation(LINE.line() + " x" * LONGEST_PASTE) == LINE
