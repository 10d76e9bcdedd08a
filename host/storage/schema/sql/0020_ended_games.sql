-- A server's games that are over, the latest first: what the option "game" offers reads no others.
CREATE INDEX games_ended ON games (guild, moved_at, number) WHERE status IN ('finished', 'ended') AND ply > 0;
