"""A toy expansion goes through the whole program, and no other file knows it."""
