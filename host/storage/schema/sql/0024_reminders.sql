-- How often a person is reminded (NULL: as usual), and when in the day, in minutes, they get one list instead of single
-- pings (NULL: not at all), with the time when the last list was due.
ALTER TABLE people ADD COLUMN reminders TEXT;
ALTER TABLE people ADD COLUMN digest_at INTEGER;
ALTER TABLE people ADD COLUMN digest_since TEXT;
