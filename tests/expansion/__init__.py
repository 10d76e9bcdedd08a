"""Two toy expansions work in the whole program, each by itself and together, though no other file knows them."""
