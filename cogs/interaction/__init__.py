"""Who asks, what they want, and private answers to them; and what thinks for several features."""
