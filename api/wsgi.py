"""The WSGI entry: ``gunicorn battlewise.api.wsgi:app``. What it keeps outlives it."""

from battlewise.api.app import create_app
from battlewise.api.commands import database_url
from battlewise.api.routes.requests import begin

app = begin(create_app({"DATABASE_URL": database_url()}))
