"""The files a relay is configured by: limits and tokens, read at the start and when asked to."""

import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import resource

from relay.limits import BadLimits, Limits
from relay.permits import BadTokens, Permits, read_tokens

_OTHER_FILES: Final = 64
"""Open files beside the connections: the listener, the loop's own, those about to be refused."""


class BadConfiguration(Exception):
    """A file cannot be used; the text says why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The contents of the files, as read last."""

    limits: Limits
    permits: Permits


@dataclass(frozen=True, slots=True)
class ConfigurationFiles:
    """The files, those that were named. Without one, the default applies."""

    limits: Path | None = None
    tokens: Path | None = None

    def read(self) -> Configuration:
        """Read both files.

        Raises:
            BadConfiguration: one of them cannot be used.
        """
        try:
            limits = Limits() if self.limits is None else _read_limits(self.limits)
            permits = Permits() if self.tokens is None else read_tokens(self.tokens)
        except (BadLimits, BadTokens) as error:
            raise BadConfiguration(str(error)) from None
        return Configuration(affordable(limits), permits)


def affordable(limits: Limits) -> Limits:
    """Limit connections to the number of files this process may have open."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = limits.connections + _OTHER_FILES
        if soft != resource.RLIM_INFINITY and soft < needed:
            soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
            return replace(limits, connections=max(1, min(limits.connections, soft - _OTHER_FILES)))
    return limits


def _read_limits(file: Path) -> Limits:
    try:
        return Limits.from_toml(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadLimits(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadLimits(f"{file} is no text in UTF-8.") from None
    except BadLimits as error:
        raise BadLimits(f"{file}: {error}") from None
