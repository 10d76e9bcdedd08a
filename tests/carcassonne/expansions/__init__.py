"""Both expansions, sentence by sentence: the name of a scenario begins with its number in ``sentences.txt``."""
