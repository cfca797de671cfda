"""The choice of the language: an option, the settings, or the locale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from client.text.catalogue import ENGLISH, LANGUAGES, say, speak

VARIABLE: Final = "BLOODRAGE_LANG"
_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_NO_LANGUAGE: Final = ("", "c", "posix")
_NEEDS_UNICODE: Final = frozenset({"uk", "fa"})
"""Languages whose letters have no readable ASCII form."""


def language_of(name: str) -> str | None:
    """Return the code of a language from "pl", "pl_PL.UTF-8" or "PL-pl"; None if unknown."""
    code = name.strip().split(".")[0].split("@")[0].replace("-", "_").split("_")[0].casefold()
    return code if code in LANGUAGES else None


def locale_language(environ: Mapping[str, str]) -> str:
    """Return the language of the locale, by the rules of gettext; English if it is not ours."""
    locale = next((environ[name] for name in _LOCALES if environ.get(name)), "")
    if locale.split(".")[0].casefold() in _NO_LANGUAGE:
        return ENGLISH
    for name in (*environ.get("LANGUAGE", "").split(":"), locale):
        code = language_of(name)
        if code is not None:
            return code
    return ENGLISH


def choose_language(environ: Mapping[str, str], *, asked: str = "", kept: str = "") -> str:
    """Choose the first known language: `asked`, the variable, `kept`, the locale.

    Unknown names are ignored; check `asked` before the call.
    """
    for name in (asked, environ.get(VARIABLE, ""), kept):
        code = language_of(name)
        if code is not None:
            return code
    return locale_language(environ)


def speak_on(language: str, encoding: str) -> str:
    """Speak a language if `encoding` can show it; otherwise English, and return the reason."""
    if language in _NEEDS_UNICODE and not is_unicode(encoding):
        speak(ENGLISH)
        return say(
            "The language {language} needs a terminal with UTF-8; English is shown instead.",
            language=language,
        )
    speak(language)
    return ""


def is_unicode(encoding: str) -> bool:
    """Whether an encoding has every letter."""
    return encoding.casefold().replace("-", "").replace("_", "").startswith("utf")
