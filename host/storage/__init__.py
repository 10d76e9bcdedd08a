"""The database. No other room knows SQL."""
