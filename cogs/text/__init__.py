"""Words for people, made from the values of the rules and of the host."""
