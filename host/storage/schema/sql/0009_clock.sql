-- The time of the turn that a game waits for. A round is the time that is given once; it never goes back.
ALTER TABLE games ADD COLUMN timeout TEXT NOT NULL DEFAULT 'vote';

CREATE TABLE clocks (
    game BIGINT PRIMARY KEY REFERENCES games (number),
    round INTEGER NOT NULL,
    since TEXT NOT NULL,
    due_at TEXT,
    told INTEGER NOT NULL,
    counted TEXT,
    paused INTEGER NOT NULL
);

-- Turns that wait already go on without a deadline.
INSERT INTO clocks (game, round, since, told, paused)
SELECT number, 1, moved_at, 0, 0 FROM games WHERE status = 'running' AND is_practice = 0;

-- Rows are added and changed, never deleted: what was voted stays known.
CREATE TABLE votes (
    game BIGINT NOT NULL REFERENCES games (number),
    round INTEGER NOT NULL,
    person BIGINT NOT NULL REFERENCES people (id),
    choice TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game, round, person)
);

-- Every ping about time: stored before it is sent (outcome NULL), then how that went. The key is why none is sent twice.
CREATE TABLE pings (
    game BIGINT NOT NULL REFERENCES games (number),
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person BIGINT NOT NULL,
    at TEXT NOT NULL,
    due_at TEXT,
    outcome TEXT,
    channel BIGINT,
    message BIGINT,
    PRIMARY KEY (game, round, kind)
);

-- A seat that anyone may take.
ALTER TABLE seats ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;

CREATE TABLE substitutions (
    game BIGINT NOT NULL REFERENCES games (number),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    giver BIGINT NOT NULL REFERENCES people (id),
    taker BIGINT NOT NULL REFERENCES people (id)
);

-- When the bot was last known to be there: what lies between is an outage.
CREATE TABLE heartbeat (at TEXT NOT NULL);

-- What people choose for themselves, in all games at once; quiet hours are minutes of their day.
ALTER TABLE people ADD COLUMN language TEXT;
ALTER TABLE people ADD COLUMN zone TEXT;
ALTER TABLE people ADD COLUMN quiet_from INTEGER;
ALTER TABLE people ADD COLUMN quiet_until INTEGER;

CREATE TABLE vacations (
    person BIGINT NOT NULL REFERENCES people (id),
    start_at TEXT NOT NULL,
    until_at TEXT NOT NULL,
    PRIMARY KEY (person, start_at)
);
