"""What a person sends along when something is wrong: facts, checks, and a file with both.

Nothing here holds a key, an invitation, a seed or a hand.
"""
