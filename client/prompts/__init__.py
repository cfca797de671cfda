"""From a decision of the engine to one answer, question by question; pure, without a screen."""
