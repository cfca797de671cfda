"""Playing with others: the lobby of a table, the game over a relay."""
