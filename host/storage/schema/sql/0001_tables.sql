-- SQL that SQLite and PostgreSQL share. Times are ISO 8601 in UTC; seeds and hashes are hex.

CREATE TABLE people (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL
);

CREATE TABLE games (
    number BIGINT PRIMARY KEY,
    guild BIGINT,
    channel BIGINT NOT NULL,
    parent BIGINT,
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished', 'ended')),
    organiser BIGINT NOT NULL REFERENCES people (id),
    edition TEXT NOT NULL,
    options TEXT NOT NULL,
    rules INTEGER NOT NULL,
    seed TEXT NOT NULL,
    is_practice INTEGER NOT NULL,
    pace TEXT NOT NULL,
    aids INTEGER NOT NULL,
    takeback INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    announced INTEGER NOT NULL,
    message BIGINT,
    opened_at TEXT NOT NULL,
    moved_at TEXT NOT NULL
);

CREATE INDEX games_status ON games (status);
CREATE INDEX games_channel ON games (channel);
CREATE INDEX games_parent ON games (parent);

CREATE TABLE players (
    game BIGINT NOT NULL REFERENCES games (number),
    place INTEGER NOT NULL,
    person BIGINT NOT NULL REFERENCES people (id),
    is_ending INTEGER NOT NULL,
    PRIMARY KEY (game, place),
    UNIQUE (game, person)
);

CREATE INDEX players_person ON players (person);

CREATE TABLE seats (
    game BIGINT NOT NULL REFERENCES games (number),
    number INTEGER NOT NULL,
    person BIGINT NOT NULL REFERENCES people (id),
    score INTEGER,
    PRIMARY KEY (game, number)
);

-- The log: rows are added, never changed. Everything about a running game follows from it.
CREATE TABLE moves (
    game BIGINT NOT NULL REFERENCES games (number),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person BIGINT REFERENCES people (id),
    notation TEXT NOT NULL,
    at TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, ply)
);
