-- Who took over a seat from somebody who had played there.
ALTER TABLE results ADD COLUMN is_substitute INTEGER NOT NULL DEFAULT 0;

DROP VIEW decided;
CREATE VIEW decided AS
SELECT results.game, results.seat, results.place, results.score, results.is_substitute, seats.person, games.guild,
    games.edition, games.rated, games.moved_at AS ended_at
FROM results
JOIN games ON games.number = results.game
JOIN seats ON seats.game = results.game AND seats.number = results.seat;
