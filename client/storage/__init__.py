"""Files of a player: saves, journals, records, known people, results."""
