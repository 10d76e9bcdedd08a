-- Computers of one level in a game have numbers, which stay while they play. Until now they were counted by seat.
ALTER TABLE seats ADD COLUMN computer_number INTEGER;
UPDATE seats SET computer_number = (
    SELECT COUNT(*) FROM seats AS others
    WHERE others.game = seats.game AND others.computer = seats.computer AND others.number <= seats.number
) WHERE computer IS NOT NULL;

ALTER TABLE substitutions ADD COLUMN from_number INTEGER;
ALTER TABLE substitutions ADD COLUMN to_number INTEGER;
ALTER TABLE acts ADD COLUMN from_number INTEGER;
ALTER TABLE acts ADD COLUMN to_number INTEGER;
