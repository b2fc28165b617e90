"""``python -m battlewise.api``: the service on its usual address; ``battlewise serve`` has options."""

from battlewise.api.serve import serve

serve("127.0.0.1", 8000)
