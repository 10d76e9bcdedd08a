-- What follows from the logs of games that are over, kept to be added up. It can be thrown away at any time: what is
-- missing is worked out again. The derivation is the version by which a game's rows were made, 0 if there are none.
ALTER TABLE games ADD COLUMN derivation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 1;
ALTER TABLE people ADD COLUMN is_ranked_everywhere INTEGER NOT NULL DEFAULT 0;

CREATE TABLE results (
    game BIGINT NOT NULL REFERENCES games (number),
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    score INTEGER,
    PRIMARY KEY (game, seat)
);

CREATE TABLE harvests (
    game BIGINT NOT NULL REFERENCES games (number),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    points INTEGER NOT NULL,
    features INTEGER NOT NULL,
    best INTEGER NOT NULL,
    best_tiles INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    PRIMARY KEY (game, seat, kind)
);

-- The pool is a server, or 0 for all of them together; the game is the last one that counted.
CREATE TABLE ratings (
    pool BIGINT NOT NULL,
    person BIGINT NOT NULL REFERENCES people (id),
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    game BIGINT NOT NULL REFERENCES games (number),
    PRIMARY KEY (pool, person)
);

-- Who came to what, and where.
CREATE VIEW decided AS
SELECT results.game, results.seat, results.place, results.score, seats.person, games.guild, games.edition, games.rated,
    games.moved_at AS ended_at
FROM results
JOIN games ON games.number = results.game
JOIN seats ON seats.game = results.game AND seats.number = results.seat;

CREATE INDEX seats_person ON seats (person);
