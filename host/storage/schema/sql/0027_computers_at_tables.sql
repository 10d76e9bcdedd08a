-- The levels of the computers that are to play at a table that waits: "2 2 3".
ALTER TABLE games ADD COLUMN computers TEXT NOT NULL DEFAULT '';

-- Games with a computer are counted apart from those among people.
DROP VIEW decided;
CREATE VIEW decided AS
SELECT results.game, results.seat, results.place, results.score, results.is_substitute, seats.person, games.guild,
    games.edition, games.rated, games.moved_at AS ended_at,
    EXISTS (SELECT 1 FROM seats AS others WHERE others.game = results.game AND others.computer IS NOT NULL)
        AS has_computer
FROM results
JOIN games ON games.number = results.game
JOIN seats ON seats.game = results.game AND seats.number = results.seat
WHERE seats.person IS NOT NULL;
