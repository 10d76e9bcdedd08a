-- Until then the turn just played can be taken back, and no tile is drawn.
ALTER TABLE games ADD COLUMN due_at TEXT;
