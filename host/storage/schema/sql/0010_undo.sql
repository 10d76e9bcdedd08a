-- Who asks to undo a turn, and where it began; the players who consent to it.
ALTER TABLE games ADD COLUMN undo_seat INTEGER;
ALTER TABLE games ADD COLUMN undo_ply INTEGER;
ALTER TABLE players ADD COLUMN is_undoing INTEGER NOT NULL DEFAULT 0;
