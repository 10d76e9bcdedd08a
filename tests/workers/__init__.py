"""Computer players: what they see, what they choose, and how their strength is measured."""
