"""The panel as values, and how they are painted. It knows neither the board nor an edition."""
