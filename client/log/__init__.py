"""The log of the program: a file for finding faults, never anything on the screen.

`keeping` opens and rotates the file, `events` has a function for everything that is ever written,
`redaction` is the second line of defence: nothing that looks like a secret reaches the disk.
"""
