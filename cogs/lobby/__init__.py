"""The commands and buttons of a table that waits for its game."""
