"""Pictures of tiles. They are drawn from a tile's segments alone; this package knows no game, panel or edition."""
