"""Playing with others: who one is, the lobby of a table, the game over a relay."""
