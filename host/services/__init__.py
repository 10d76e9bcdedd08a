"""Commands that change a game, one at a time: lock, load, ask the model, save."""
