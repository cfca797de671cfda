"""The lab: a position and actions in; the resulting position, story and answers out.

For rule questions at a table, for bug reports and for tests; docs/lab.md is its manual.
"""
