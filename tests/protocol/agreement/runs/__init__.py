"""Recorded runs of the agreement, for checkers that others write from docs/protocol.md alone."""
