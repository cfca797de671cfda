"""Keys to changes of the table's model."""
