"""Inns & Cathedrals and Traders & Builders in the whole program, each by itself and together."""
