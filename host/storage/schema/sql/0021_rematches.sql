-- The game that a table plays again, and the length of the series that its game belongs to.
ALTER TABLE games ADD COLUMN rematch_of BIGINT;
ALTER TABLE games ADD COLUMN best_of INTEGER;
CREATE INDEX games_rematch_of ON games (rematch_of);

-- Who is asked to a rematch, in the new order; in a series also what each had won before this game.
CREATE TABLE rematch_seats (
    game BIGINT NOT NULL REFERENCES games (number),
    place INTEGER NOT NULL,
    person BIGINT REFERENCES people (id),
    computer INTEGER,
    colour TEXT NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (game, place),
    CHECK ((person IS NULL) <> (computer IS NULL))
);
CREATE INDEX rematch_seats_person ON rematch_seats (person);
