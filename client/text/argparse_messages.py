"""Messages of argparse itself, in the language that is spoken."""

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
"""The messages of the library that our commands can cause, in its own words."""


def translate_argparse() -> None:
    """Make argparse use our catalogue; it looks up its `_` for every message.

    Its standard way, a text domain of gettext, knows only the language of the locale, not one
    given by an option.
    """
    vars(argparse)["_"] = _said


def _said(message: str) -> str:
    return say(message) if message else message
