"""Errors in the other side's bytes. Reading frames raises nothing else."""

from protocol.framing.numbers import FrameKind


class FramingError(Exception):
    """The other side's bytes are not frames; its stream cannot be read any further."""


class FrameTooLarge(FramingError):
    """A header announces more than this side accepts."""

    def __init__(self, length: int, limit: int) -> None:
        super().__init__(f"a frame of {length} bytes where at most {limit} are accepted")
        self.length = length
        self.limit = limit


class FrameEmpty(FramingError):
    """A header announces no bytes at all, not even the kind."""

    def __init__(self) -> None:
        super().__init__("a frame of no bytes")


class FrameNegative(FramingError):
    """A header announces a negative length."""

    def __init__(self, length: int) -> None:
        super().__init__(f"a frame of {length} bytes")
        self.length = length


class FrameUnknown(FramingError):
    """A kind byte that this version does not know."""

    def __init__(self, number: int) -> None:
        super().__init__(f"a frame of the unknown kind {number}")
        self.number = number


class FrameMalformed(FramingError):
    """A body that does not have the layout of its kind."""

    def __init__(self, kind: FrameKind) -> None:
        super().__init__(f"a {kind.name} of another layout")
        self.kind = kind


class FrameTruncated(FramingError):
    """The stream ended within a frame."""

    def __init__(self, held: int) -> None:
        super().__init__(f"the stream ended after {held} bytes of a frame")
        self.held = held
