"""What the service answers: one file a group of routes."""
