"""The WSGI entry: ``gunicorn battlewise.api.wsgi:app``. Its database outlives it."""

from battlewise.api.app import create_app
from battlewise.api.commands import settings

app = create_app(settings()).start()
