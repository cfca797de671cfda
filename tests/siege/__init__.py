"""A relay under attack, over real sockets: the attackers, and an honest table."""
