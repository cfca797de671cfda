"""The log of the program: a file for whoever looks for a fault, never anything on the screen.

`keeping` opens and turns the file, `notes` has a function for everything that is ever written,
`redaction` is the second line of defence: whatever looks like a secret does not reach the disk.
"""
