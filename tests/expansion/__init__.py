"""A toy expansion works in the whole program, though no other file knows it."""
