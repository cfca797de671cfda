"""Before a game: seats, terms, chat, invitations."""
