"""Who asks, what they want, and private answers to them."""
