"""Where games are kept: SQLite and files, rows and their replay, migration, rescue, export, import, backups."""
