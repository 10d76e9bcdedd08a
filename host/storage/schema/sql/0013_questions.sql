-- What the latest message of a game shows: a ply, and the time of its turn; unknown of messages from before.
ALTER TABLE games ADD COLUMN shown_ply INTEGER;
ALTER TABLE games ADD COLUMN shown_round INTEGER;
ALTER TABLE games ADD COLUMN shown_due TEXT;

-- Questions to undo a turn are counted: each is asked by a ping of its own.
ALTER TABLE games ADD COLUMN undo_number INTEGER;

-- Whether the message of a ping has buttons that are to be taken away when its question is over.
ALTER TABLE pings ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;
