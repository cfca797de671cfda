"""A model of the agreement about absent players, with nothing of the product in it (README.md)."""
