"""The face without a screen: a game line by line."""
