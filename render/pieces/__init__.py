"""Pictures of what lies on a board or a card, one by one: figures, marks, plates with points."""
