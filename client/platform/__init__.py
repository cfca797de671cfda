"""The operating system: clock, entropy, paths, atomic files, locks, exit codes."""
