"""A command with its log: its start, its end, and unforeseen errors."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from client.log import events
from client.log.redaction import redacted
from client.log.setup import keeping
from client.platform.exit_codes import INTERNAL, INTERRUPT, OK, USAGE, CommandError
from client.platform.standard_streams import OutputFailed
from client.platform.system import seconds
from client.text.catalogue import say
from client.text.system_faults import exhausted_remedy, exhaustion_in, system_reason


def run_logged(
    call: Callable[[], int], arguments: Namespace, command: str, version: str, *, is_process: bool
) -> int:
    """Run a command and keep the log meanwhile; return its exit code.

    Raises:
        CommandError: the file named for the log cannot be written.
    """
    named: Path | None = getattr(arguments, "log_file", None)
    verbose: bool = getattr(arguments, "verbose", False)
    with keeping(named, verbose=verbose, whole_process=is_process) as log:
        began, code = seconds(), INTERNAL
        events.program_began(version, command)
        if named is not None and log.trouble is not None:
            why = _why_of(log.trouble)
            told = say("the log cannot be written to {path}: {why}.", path=str(log.path), why=why)
            raise CommandError(told)
        try:
            code = call()
        except CommandError as error:
            code = error.code
            raise
        except BrokenPipeError:
            code = OK
            raise
        except OutputFailed:
            raise
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else USAGE
            raise
        except KeyboardInterrupt:
            code = INTERRUPT
            raise
        except Exception as error:
            raise CommandError(
                unforeseen_sentence(error, f"bloodrage {command}"), INTERNAL
            ) from error
        finally:
            events.program_ended(code, seconds() - began)
    return code


def unforeseen_sentence(error: Exception, command: str) -> str:
    """Log an unforeseen exception; return the sentence, or that of a machine which is exhausted."""
    told = crash_report(error, command)
    found = exhaustion_in(error)
    if found is None:
        return told
    why = say("The operating system refused: {why}.", why=system_reason(found))
    return f"{why} {exhausted_remedy()}"


def crash_report(error: BaseException, command: str) -> str:
    """Log an unforeseen exception; return the sentence that names the log."""
    with keeping() as log:
        events.unforeseen(error, command)
    if log.trouble is not None:
        return say(
            "Unexpected error ({error}); its details could not be saved ({why}).",
            error=redacted(repr(error)),
            why=_why_of(log.trouble),
        )
    return say("Unexpected error. Details: {path}", path=str(log.path))


def _why_of(trouble: Exception) -> str:
    return system_reason(trouble) if isinstance(trouble, OSError) else repr(trouble)
