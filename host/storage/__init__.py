"""The database, and the only room that knows SQL: repositories take values and return values."""
