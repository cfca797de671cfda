from __future__ import annotations

from pathlib import Path

import pytest

from tests.client import virtual_time


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    virtual_time.mark(items, Path(__file__).parent, "test_lan.py")
