"""What a person chose for all games: the value, its file, and who has the last word about it."""
