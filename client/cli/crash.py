"""What nobody foresaw: written to the log, told in one line."""

from __future__ import annotations

from client.log import events
from client.log.setup import keeping
from client.text.catalogue import say


def report(error: BaseException, command: str) -> str:
    """Log an unforeseen exception and give the sentence that says where."""
    with keeping() as log:
        events.unforeseen(error, command)
    if log.trouble is not None:
        return say(
            "Something went wrong that should not ({error}), and it could not be logged ({why}).",
            error=repr(error),
            why=repr(log.trouble),
        )
    return say(
        "Something went wrong that should not; the details are in {path}.", path=str(log.path)
    )
