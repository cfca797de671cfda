"""A relay under attack, over real sockets: who attacks, and how an honest table fares."""
