"""Expansions: each module turns a ruleset into one with more in it, and may be combined with any other."""
