-- Whether a table was told that its game is paused because its log does not replay. It is forgotten when the game goes on.
ALTER TABLE games ADD COLUMN is_told_quarantined INTEGER NOT NULL DEFAULT 0;
