-- Who takes the place of people who had themselves deleted: -1 the first at a table, -2 the second, and so on, so that
-- two of them at one table are told apart; 0 where they did not sit. Nobody can be told from others deleted.
INSERT INTO people (id, name) VALUES (0, '?'), (-1, '?'), (-2, '?'), (-3, '?'), (-4, '?'), (-5, '?'), (-6, '?');
