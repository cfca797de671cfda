"""The command line: finds the command, runs it, and reports errors in one sentence."""

from __future__ import annotations

import gc
import os
import sys
from argparse import SUPPRESS, Action, ArgumentError, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Final, NoReturn

from client.cli.arguments import add_logging
from client.platform.core_dumps import forbid_core_dumps
from client.platform.exit_codes import (
    HANGUP,
    INTERNAL,
    INTERRUPT,
    OK,
    TERMINATED,
    USAGE,
    CommandError,
)
from client.platform.own_command import NAME, own_command, settle_own_command
from client.platform.standard_streams import OutputFailed, change_lines, settle_streams
from client.settings.stored_language import kept_language
from client.style.letters import register_handler
from client.style.right_to_left import with_list_marks
from client.style.writing import is_right_to_left, with_marks
from client.text.argparse_messages import translate_argparse
from client.text.catalogue import LANGUAGES, list_marks, reads_from_right, say, speak_in_cells
from client.text.complaints import complain
from client.text.languages import choose_language, language_of, speak_on
from client.text.wrapping import terminal_columns

VERSION: Final = "0.1.0"
"""As in pyproject.toml (a test compares them); kept here because reading it costs nothing."""

COMMANDS: Final = {
    "learn": "learn the game in a guided first Age",
    "play": "play a game against bots",
    "host": "open a table for friends",
    "join": "join a table",
    "watch": "watch a game in progress, and check every step",
    "resume": "continue a game you left",
    "verify": "check the record of a game",
    "replay": "watch a recorded game",
    "analyse": "see what a jarl would have done in a game of yours",
    "history": "your results and statistics",
    "sim": "let bots play many games",
    "cards": "look up cards",
    "rules": "read the rules",
    "lab": "set up a position and see what follows",
    "settings": "show and change your settings",
    "doctor": "check terminal, disk, keys and relay",
    "info": "versions, paths and environment",
    "relay": "run a relay for other people's tables",
    "completion": "set up completion of commands in your shell",
    "help": "explain a command",
}

_WITH_VALUE: Final = ("--color", "--theme", "--pace", "--log-file")
"""Flags before a command whose value is the next word."""

_ALWAYS: Final = ("-h", "--help", "--version")
"""Flags before a command that mean the same with each."""

_LISTINGS: Final = ("cards", "rules", "completion")
"""Commands that print something the program contains: nothing happens that a log could tell."""

_DESCRIPTION: Final = (
    "Blood Rage for a table of equals: Vikings, three Ages, one Ragnarök.\n"
    "\n"
    "examples:\n"
    "  bloodrage                          the menu\n"
    "  bloodrage learn                    a guided first Age\n"
    "  bloodrage play                     a game against three bots\n"
    "  bloodrage play --bots 1 --seed 7   a game for two that can be repeated\n"
    "  bloodrage resume                   continue your last game\n"
    "  bloodrage cards troll              look up the Troll\n"
    "  bloodrage rules battle             rules about battles\n"
    "  bloodrage help sim                 more about one command\n"
)
_EPILOG: Final = (
    "environment:\n"
    "  BLOODRAGE_STATE_DIR    directory of your games and the log\n"
    "  BLOODRAGE_DATA_DIR     directory of your key and the records of games\n"
    "  BLOODRAGE_CONFIG_DIR   directory of your settings (config.toml)\n"
    "  BLOODRAGE_LANG         language: en, pl, uk, es or fa (default: from the locale)\n"
    "  BLOODRAGE_THEME, ...   any other setting, by its name in capitals\n"
    "  NO_COLOR               no colours, unless it is empty\n"
    "\n"
    "exit codes:\n"
    "  0    success\n"
    "  1    internal error; the message names the file with its details\n"
    "  2    wrong usage\n"
    "  3    no relay answers\n"
    "  4    the invitation is wrong or no longer valid\n"
    "  5    players disagree, or the record of a game is not correct\n"
    "  6    the terminal is unsuitable\n"
    "  129, 130, 143    ended by a signal: hangup, Ctrl-C, termination\n"
)


class Parser(ArgumentParser):
    """A parser that complains in one sentence."""

    def __init__(
        self,
        prog: str | None = None,
        *,
        usage: str | None = None,
        description: str | None = None,
        epilog: str | None = None,
    ) -> None:
        super().__init__(prog, usage, description, epilog, formatter_class=_formatter)
        self.suggest_on_error = True  # Python 3.14 suggests; earlier versions ignore it

    def error(self, message: str) -> NoReturn:
        """Exit with the sentence, and a hint at the help."""
        text = message.removeprefix("argument ")
        mistake = text if text.endswith("?") else f"{text}."
        told = say("{mistake} Try: {program} --help", mistake=mistake, program=self.prog)
        name = f"{NAME}{self.prog.removeprefix(own_command())}"
        complain(sys.stderr, _without_invitations(told), name)
        self.exit(USAGE)

    def _check_value(self, action: Action, value: object) -> None:
        """Refuse a value that is no choice in the words of our other mistakes, not argparse's."""
        if action.choices is None or value in action.choices:
            return
        choices, metavar = tuple(map(str, action.choices)), str(action.metavar)
        positional = action.dest if "|" in metavar else metavar
        told = say(
            "{name} must be one of {choices}, not {value}",
            name="/".join(action.option_strings) or positional,
            choices=", ".join(choices),
            value=str(value),
        )
        for close in import_module("difflib").get_close_matches(str(value), choices, 1):
            told = say("{mistake}; did you mean {other}?", mistake=told, other=close)
        raise ArgumentError(None, told)


def _formatter(prog: str) -> RawDescriptionHelpFormatter:
    """Return the formatter of a help; argparse would load more for its width."""
    return RawDescriptionHelpFormatter(prog, width=terminal_columns() - 2)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; None means the arguments of the process."""
    is_process = argv is None
    if argv is None:
        _settle_process()
        argv = sys.argv[1:]
    try:
        code = _code_of(list(argv), is_process=is_process)
        sys.stdout.flush()
    except CommandError as error:
        _say(error.sentence)
        return error.code
    except KeyboardInterrupt:
        return INTERRUPT
    except BrokenPipeError:
        import_module("client.settings.terminal").forget_terminal()
        return OK
    except OutputFailed as error:
        import_module("client.settings.terminal").forget_terminal()
        faults = import_module("client.text.system_faults")
        _say(say("The output cannot be written: {why}.", why=faults.system_reason(error.error)))
        return INTERNAL
    except Exception as error:  # noqa: BLE001 - a command logs its own errors; this is for those before it
        logged = import_module("client.cli.logged")
        _say(logged.unforeseen_sentence(error, " ".join(("bloodrage", *argv[:1]))))
        return INTERNAL
    return code


def _code_of(argv: list[str], *, is_process: bool) -> int:
    try:
        return _run(argv, is_process=is_process)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else USAGE


def _run(argv: list[str], *, is_process: bool) -> int:
    argv = _command_first(_settle_language(argv))
    at = _command_at(argv)
    name = None if at is None else argv[at]
    parser = _parser(name)
    if is_process:
        gc.freeze()  # what is loaded by now stays to the end: no collection needs to look at it
    if name is not None and name not in COMMANDS:
        parser.error(_no_command(name))
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        told = say("unrecognized arguments: %s") % " ".join(unknown)
        Parser(own_command() if name is None else f"{own_command()} {name}").error(told)
    if name == "help":
        _parser(arguments.topic).parse_args(
            [arguments.topic, "--help"] if arguments.topic else ["-h"]
        )
    if name is None and not _is_at_terminal():
        parser.print_help(sys.stderr)
        return USAGE

    if is_process:
        _settle_signals()

    def call() -> int:
        return int(_command(name or "menu").run(arguments))

    if name in _LISTINGS and not vars(arguments).keys() & {"log_file", "verbose"}:
        return call()
    logged = import_module("client.cli.logged")
    return int(logged.run_logged(call, arguments, name or "menu", VERSION, is_process=is_process))


def whole_parser() -> ArgumentParser:
    """Build the command line with all arguments of all commands: for completion and the manual."""
    return _parser(None, every=True)


def _parser(name: str | None, *, every: bool = False) -> Parser:
    """Build the command line with the arguments of the named command, or of `every` one."""
    parser = Parser(
        prog=own_command(),
        description=say(_DESCRIPTION),
        epilog=say(_EPILOG),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"bloodrage {VERSION}",
        help=say("show program's version number and exit"),
    )
    add_logging(parser)
    if name is None:
        _command("menu").add_arguments(parser)
    _add_language(parser)
    commands = parser.add_subparsers(metavar=say("COMMAND"), title=say("commands"))
    for command in COMMANDS:
        text = say(COMMANDS[command])
        sub = commands.add_parser(command, help=text, description=f"{text[:1].upper()}{text[1:]}.")
        if command == "help" and (every or command == name):
            sub.add_argument("topic", nargs="?", metavar=say("COMMAND"), choices=tuple(COMMANDS))
            _add_language(sub)
        elif every or command == name:
            _command(command).add_arguments(sub)
            add_logging(sub)
            _add_language(sub)
            sub.description = f"{sub.description}\n\n{sub.epilog}"  # examples before arguments
            sub.epilog = None
    return parser


def _add_language(parser: ArgumentParser) -> None:
    """Add the argument for the help; `_settle_language` takes it out before anything is read."""
    codes = tuple(LANGUAGES)
    parser.add_argument(
        "--lang",
        choices=codes,
        metavar="|".join(codes),
        default=SUPPRESS,
        help=say("the language of the program (any command); fa is experimental"),
    )


def _command(name: str) -> ModuleType:
    return import_module(f"client.cli.{name}")


def _command_at(argv: Sequence[str]) -> int | None:
    """Find the command; the value of a flag of the menu does not count."""
    words = iter(enumerate(argv))
    for at, word in words:
        if not word.startswith("-"):
            return at
        if word in _WITH_VALUE:
            next(words, None)
    return None


def _command_first(argv: list[str]) -> list[str]:
    """Move flags before the command behind it, because the command knows their meaning."""
    at = _command_at(argv)
    if at is None:
        return argv
    early = [word for word in argv[:at] if word in _ALWAYS]
    flags = [word for word in argv[:at] if word not in _ALWAYS]
    return [*early, argv[at], *flags, *argv[at + 1 :]]


def _is_at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _no_command(name: str) -> str:
    for close in import_module("difflib").get_close_matches(name, COMMANDS, 1):
        return say("there is no command {name}; did you mean {other}?", name=name, other=close)
    return say("there is no command {name}", name=name)


def _settle_language(argv: list[str]) -> list[str]:
    """Choose the language; return the words without `--lang`, which may be anywhere."""
    rest: list[str] = []
    asked = ""
    words = iter(argv)
    for word in words:
        option, equals, value = word.partition("=")
        if option != "--lang":
            rest.append(word)
            continue
        asked = value if equals else next(words, "")
        if language_of(asked) is None:
            codes = ", ".join(LANGUAGES)
            raise CommandError(
                say('--lang must be one of {codes}, not "{asked}".', codes=codes, asked=asked)
            )
    speak_in_cells(on=False)
    language = choose_language(os.environ, asked=asked, kept=kept_language())
    trouble = speak_on(language, getattr(sys.stdout, "encoding", None) or "utf-8")
    if trouble:
        _say(trouble)
    translate_argparse()
    return rest


def _say(sentence: str) -> None:
    complain(sys.stderr, _without_invitations(sentence))


def _without_invitations(sentence: str) -> str:
    return str(import_module("client.log.redaction").without_invitations(sentence))


def _settle_process() -> None:
    """Settle streams, write no core dump, read and write every character."""
    settle_streams()
    settle_own_command()
    forbid_core_dumps()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=register_handler())
    change_lines(_as_shown)


def _as_shown(text: str) -> str:
    """Return a text for the terminal: letters from the right stay in their order."""
    if not reads_from_right():
        return with_marks(text)
    marks = list_marks()
    text = with_list_marks(text, marks)
    if not is_right_to_left(text) or not _orders_lines():
        return text
    return str(
        import_module("client.style.ordered_lines").ordered_lines(text, terminal_columns(), marks)
    )


@cache
def _orders_lines() -> bool:
    """Whether the terminal leaves letters as they come, by the settings and its own name."""
    settings = import_module("client.settings.resolve").choose({}, os.environ).settings
    order = import_module("client.settings.letter_order").letter_order(os.environ, settings.bidi)
    return bool(order.lines)


def _settle_signals() -> None:
    """Let signals end a command in good order; before it begins, the system may end the program."""
    import signal  # noqa: PLC0415 - help does without

    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(TERMINATED))
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda _number, _frame: sys.exit(HANGUP))


if __name__ == "__main__":
    sys.exit(main())
