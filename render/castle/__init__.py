"""All of The Castle's drawing: its wall, track, floor, keeps and wall tiles; nothing else in ``render`` knows them."""
