import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from protocol.framing import Limit
from relay.limits import BadLimits, Limits


def test_every_limit_is_announced_by_its_number() -> None:
    announced = dict(Limits().announced())
    assert list(announced) == list(Limit)
    assert {limit.name.lower(): value for limit, value in announced.items()} == {
        field.name: getattr(Limits(), field.name) for field in fields(Limits)
    }


def test_a_limits_file_changes_only_the_limits_it_names() -> None:
    assert Limits.from_toml("# for a small room\nmembers = 5\n") == replace(Limits(), members=5)
    assert Limits.from_toml("") == Limits()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("members = ", "not a TOML file"),
        ("memmbers = 5", "no limit called 'memmbers'"),
        ("[members]\nmost = 5", "members must be a whole number"),
        ("members = 5.0", "members must be a whole number"),
        ("members = true", "members must be a whole number"),
        ("members = 0", "members is 0"),
        ("members = -1", "members is -1"),
        ("idle_seconds = 2199023255552", "idle_seconds is 2199023255552"),
        ("bytes_burst = 65535", "one frame takes 65536"),
        ("backlog_share_bytes = 65536", "one frame takes 65809"),
        ("backlog_bytes = 70000", "one share takes 81920"),
        ("outgoing_bytes = 200000", "a whole backlog and two frames takes 262690"),
        ("memory_bytes = 100000000", "all that the others allow takes"),
        ("rooms = 1000000", "all that the others allow takes"),
    ],
)
def test_a_senseless_limits_file_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadLimits, match=why):
        Limits.from_toml(text)


PAGE = Path(__file__).parents[2] / "docs" / "relay.md"


def test_the_example_limits_files_are_valid() -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        assert Limits.from_toml(example) != Limits()


def test_the_relay_page_explains_every_limit_and_its_default() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for field in fields(Limits):
        assert f"| `{field.name}` | {field.default:,} |" in page
