"""The release: the wheel, the single file for this Python and platform, and checks of both."""
