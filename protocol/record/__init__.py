"""A game as a file: written, verified, compared, retold."""
