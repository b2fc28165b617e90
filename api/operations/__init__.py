"""What runs the service: the HTTP server, limits, logs, metrics, problems."""
