-- Who suggests ending a game together, by seat, and which question of its game that is: it is asked by a ping of its own.
ALTER TABLE games ADD COLUMN ending_seat INTEGER;
ALTER TABLE games ADD COLUMN ending_number INTEGER;
