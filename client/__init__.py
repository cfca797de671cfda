"""The terminal client: what a player sees, types and hears."""
