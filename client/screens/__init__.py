"""Everything that is drawn: pure functions from a `TableView` and a size to a canvas.

`draw` is the one entry; each file below it draws one part of the screen into its window.
"""
