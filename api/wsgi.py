"""The WSGI entry: ``gunicorn battlewise.api.wsgi:app``."""

from battlewise.api.app import create_app

app = create_app()
