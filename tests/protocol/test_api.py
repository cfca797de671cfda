"""The front door of the protocol."""

import doctest

from protocol import api


def test_the_example_plays_as_written() -> None:
    result = doctest.testmod(api)
    assert result.attempted > 0
    assert result.failed == 0


def test_exported_names_exist_and_are_listed_once() -> None:
    assert all(hasattr(api, name) for name in api.__all__)
    assert len(set(api.__all__)) == len(api.__all__)
