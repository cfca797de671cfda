"""Spectators: the gallery and its visitors."""
