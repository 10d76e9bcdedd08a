"""Tile art drawn from topology: one drawing code for every tile of every set."""
