"""The phases of an Age: the execution of each task and each answer."""
