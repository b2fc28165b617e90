"""What is kept on disk: tables, the database, migrations, backups."""
