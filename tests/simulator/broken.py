"""Errors that end a run of the simulator when a guarantee fails."""


class Broken(AssertionError):
    """A guarantee failed; the text says which, and where."""


class Parted(Broken):
    """The machines of a table diverged: another past, an honest seat accused, or no end.

    That can happen if more than half of the disks lose signed messages at once.
    """
