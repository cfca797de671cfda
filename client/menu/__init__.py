"""The way in: the menu and its pages."""
