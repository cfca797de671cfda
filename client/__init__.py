"""The terminal client: screens, lines and commands for a player."""
