"""Copies of a whole database: backups, and from one kind of database to the other."""
