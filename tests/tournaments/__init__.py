"""Tests of the rules of tournaments, and ``python -m tests.tournaments``, which plays many and counts what gave."""
