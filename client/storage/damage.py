"""What is wrong with a saved game that cannot be read, as the end of a sentence."""

from __future__ import annotations

from typing import Final

from client.tables.json_moves import BadRecord
from client.text.catalogue import say
from client.text.protocol_faults import reason_sentence
from protocol.errors import ProtocolError
from protocol.wire.names import cleaned

_SHOWN: Final = 40
"""Characters of what was met that are shown; a part may be a whole line."""


def damage_told(error: Exception) -> str:
    """Why a saved game cannot be read, without a full stop.

    What should have stood there is for those who write the file, and stays in the error itself.
    """
    match error:
        case BadRecord() if part := cleaned(error.part, _SHOWN):
            return say('"{part}" stands where something else belongs', part=part)
        case ProtocolError():
            return reason_sentence(error.reason, error.place)
        case OSError() if error.strerror:
            return error.strerror
        case _:
            return say("a part of it cannot be read")
