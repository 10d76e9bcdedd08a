"""Tiles as data: one module a printed set."""
