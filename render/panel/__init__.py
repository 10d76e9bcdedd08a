"""The panel: boxes, and what they lay out, which paints itself. It knows neither the board nor an edition."""
