"""The commands and buttons by which a turn is played."""
