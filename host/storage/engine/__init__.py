"""The database itself: a file by SQLite, or a PostgreSQL server. It carries out transactions, and knows no table."""
