"""The phases of an Age: how each task is run and each answer carried out."""
