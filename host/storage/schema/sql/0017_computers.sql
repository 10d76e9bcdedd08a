-- A computer can play a seat: then the seat has a level instead of a person. Seats are copied, for they had a person each.
CREATE TABLE seats_of_anybody (
    game BIGINT NOT NULL REFERENCES games (number),
    number INTEGER NOT NULL,
    person BIGINT REFERENCES people (id),
    computer INTEGER,
    score INTEGER,
    colour TEXT NOT NULL,
    is_open INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, number),
    CHECK ((person IS NULL) <> (computer IS NULL))
);
INSERT INTO seats_of_anybody (game, number, person, score, colour, is_open)
SELECT game, number, person, score, colour, is_open FROM seats;

DROP VIEW decided;
DROP TABLE seats;
ALTER TABLE seats_of_anybody RENAME TO seats;
CREATE INDEX seats_person ON seats (person);

-- People only: a computer has neither totals nor a rating.
CREATE VIEW decided AS
SELECT results.game, results.seat, results.place, results.score, results.is_substitute, seats.person, games.guild,
    games.edition, games.rated, games.moved_at AS ended_at
FROM results
JOIN games ON games.number = results.game
JOIN seats ON seats.game = results.game AND seats.number = results.seat
WHERE seats.person IS NOT NULL;

-- The level of the computer that made a move; the person is NULL then, as for what was drawn or forced.
ALTER TABLE moves ADD COLUMN computer INTEGER;
