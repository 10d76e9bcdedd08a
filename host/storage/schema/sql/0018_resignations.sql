-- When the bot starts, it reads who has resigned from the games that run, but not their logs.
CREATE INDEX moves_resigned ON moves (game, ply) WHERE notation LIKE 'resign %';
