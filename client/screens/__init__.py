"""Drawing: pure functions from a `TableView` and a size to a canvas.

`draw` is the entry point; each other module draws one part of the screen into its window.
"""
