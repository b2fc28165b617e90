"""What runs the service: limits, logs, metrics, problems, gunicorn."""
