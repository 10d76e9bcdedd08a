-- Who follows which game: whether they are sent its end, or also each round, and the turn up to which they were.
CREATE TABLE follows (
    person BIGINT NOT NULL REFERENCES people (id),
    game INTEGER NOT NULL REFERENCES games (number),
    what TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX follows_by_game ON follows (game);
