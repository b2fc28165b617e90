"""gunicorn: one worker process whose threads wait for searches; a search itself holds no GIL."""

worker_class = "gthread"
workers = 1
threads = 64
keepalive = 5
# Longer than the longest search that a request may ask for, with its wait in the queue.
timeout = 120
graceful_timeout = 15
accesslog = None
errorlog = "-"
loglevel = "warning"
