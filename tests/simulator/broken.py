"""What a run of the simulator ends with when a promise does not hold."""


class Broken(AssertionError):
    """Something that must hold does not; the text says what, and where."""
