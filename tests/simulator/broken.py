"""What a run of the simulator ends with when a promise does not hold."""


class Broken(AssertionError):
    """Something that must hold does not; the text says what, and where."""


class Parted(Broken):
    """The machines of a table have parted: another past, somebody accused who was honest, no end.

    That can be where more than half of the disks forgot at once what their owners had signed.
    """
