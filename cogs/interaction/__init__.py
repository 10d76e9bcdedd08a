"""Who asks, what they mean, and how they alone are answered."""
