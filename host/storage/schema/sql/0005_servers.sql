-- What the managers of a server have chosen, one row a server; what is NULL is as it comes.

CREATE TABLE servers (
    guild BIGINT PRIMARY KEY,
    channels TEXT NOT NULL DEFAULT '',
    most_tables INTEGER,
    edition TEXT,
    options TEXT,
    pace TEXT,
    aids INTEGER,
    takeback INTEGER,
    seat_order TEXT,
    thread INTEGER,
    language TEXT
);

-- What managers have done, never changed: at a game, at its ply then; or (game NULL) to the settings of the server.
CREATE TABLE acts (
    number BIGINT PRIMARY KEY,
    guild BIGINT NOT NULL,
    game BIGINT REFERENCES games (number),
    ply INTEGER,
    manager BIGINT NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,
    seat INTEGER,
    giver BIGINT REFERENCES people (id),
    taker BIGINT REFERENCES people (id),
    detail TEXT NOT NULL,
    at TEXT NOT NULL
);

CREATE INDEX acts_game ON acts (game);
CREATE INDEX acts_guild ON acts (guild);
