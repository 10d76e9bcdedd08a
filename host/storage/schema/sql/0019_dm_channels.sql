-- The channel of direct messages to a person, which is opened once, and when the bot has opened it.
ALTER TABLE people ADD COLUMN dm_channel BIGINT;
ALTER TABLE people ADD COLUMN dm_opened_at TEXT;
CREATE INDEX people_dm_opened_at ON people (dm_opened_at) WHERE dm_opened_at IS NOT NULL;
