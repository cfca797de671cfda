"""Cards without a dealer: decks, packs, hands, face-down plays, public chance."""
