-- A seat can change hands between people and computers: who gave it and who took it are a person or a level each.
CREATE TABLE substitutions_of_anybody (
    game BIGINT NOT NULL REFERENCES games (number),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    giver BIGINT REFERENCES people (id),
    from_level INTEGER,
    taker BIGINT REFERENCES people (id),
    to_level INTEGER,
    CHECK ((giver IS NULL) <> (from_level IS NULL)),
    CHECK ((taker IS NULL) <> (to_level IS NULL))
);
INSERT INTO substitutions_of_anybody (game, ply, seat, giver, taker)
SELECT game, ply, seat, giver, taker FROM substitutions ORDER BY substitutions.rowid;

DROP TABLE substitutions;
ALTER TABLE substitutions_of_anybody RENAME TO substitutions;

ALTER TABLE acts ADD COLUMN from_level INTEGER;
ALTER TABLE acts ADD COLUMN to_level INTEGER;

-- Who left a seat to a computer, and has none at the end, comes after everybody else, without a score. A rated game has
-- begun among people and counts as such, even if a computer plays on for somebody.
DROP VIEW decided;
CREATE VIEW decided AS
SELECT results.game, results.seat, results.place, results.score, results.is_substitute, seats.person, games.guild,
    games.edition, games.rated, games.moved_at AS ended_at,
    NOT rated AND EXISTS (
        SELECT 1 FROM seats AS others WHERE others.game = results.game AND others.computer IS NOT NULL
    ) AS has_computer
FROM results
JOIN games ON games.number = results.game
JOIN seats ON seats.game = results.game AND seats.number = results.seat
WHERE seats.person IS NOT NULL
UNION ALL
SELECT leavers.game, NULL, (SELECT COUNT(*) + 1 FROM seats WHERE seats.game = leavers.game), NULL,
    COALESCE((SELECT MIN(taken.rowid) FROM substitutions AS taken
        WHERE taken.game = leavers.game AND taken.taker = leavers.giver) < leavers.first_left, 0),
    leavers.giver, games.guild, games.edition, games.rated, games.moved_at,
    NOT rated AND EXISTS (
        SELECT 1 FROM seats AS others WHERE others.game = leavers.game AND others.computer IS NOT NULL
    )
FROM (
    SELECT game, giver, MIN(substitutions.rowid) AS first_left FROM substitutions WHERE giver IS NOT NULL
    GROUP BY game, giver HAVING MAX(to_level) IS NOT NULL
) AS leavers
JOIN games ON games.number = leavers.game
WHERE EXISTS (SELECT 1 FROM results WHERE results.game = leavers.game)
    AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = leavers.game AND seats.person = leavers.giver);
