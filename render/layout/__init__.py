"""How a state becomes a picture: what stands where on the board and in the panel, and how large everything is."""
