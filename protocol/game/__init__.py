"""A game at one seat: the public table, the private seat, the session."""
