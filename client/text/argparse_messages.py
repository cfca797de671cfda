"""What argparse says on its own, in the language that is spoken."""

from __future__ import annotations

import argparse
from typing import Final

from client.text.catalogue import say

MESSAGES: Final = (
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "show program's version number and exit",
    "%(prog)s: error: %(message)s\n",
    "argument %(argument_name)s: %(message)s",
    "the following arguments are required: %s",
    "one of the arguments %s is required",
    "unrecognized arguments: %s",
    "expected one argument",
    "expected at least one argument",
    "expected at most one argument",
    "not allowed with argument %s",
    "ignored explicit argument %r",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid %(type)s value: %(value)r",
    "ambiguous option: %(option)s could match %(matches)s",
    "unknown parser %(parser_name)r (choices: %(choices)s)",
)
"""The messages of the library that our commands can cause, as it writes them."""


def translate_argparse() -> None:
    """Let argparse ask our catalogue; it looks its `_` up anew for every message.

    Its own way, a text domain of gettext, knows the language of the locale only, never one that
    was asked for.
    """
    vars(argparse)["_"] = _said


def _said(message: str) -> str:
    return say(message)
