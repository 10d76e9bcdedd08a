"""The board as values, and how they are painted. It knows neither the panel nor how a state becomes these values."""
