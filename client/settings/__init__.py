"""Preferences for all games: the value, its file, and the order of precedence."""
