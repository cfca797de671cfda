from __future__ import annotations

import pytest

from client.text.protocol_faults import reason_sentence
from protocol.errors import Reason


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_sentence(reason: Reason) -> None:
    assert reason_sentence(reason)
    assert reason_sentence(reason, "here").endswith("(here)")
