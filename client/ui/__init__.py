"""Canvas, layout, and the view as one value."""
