"""The relay: moves frames between the members of a room and understands none of them."""
