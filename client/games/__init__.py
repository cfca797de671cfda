"""One game on the screen: against bots, with others, or watched."""
