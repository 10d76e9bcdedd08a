"""The command and the panel where people choose what holds in all their games."""
