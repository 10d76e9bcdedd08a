-- What is chosen before a game: colours, the order of the seats, the message where people gather.

ALTER TABLE games ADD COLUMN seat_order TEXT NOT NULL DEFAULT 'drawn';
ALTER TABLE games ADD COLUMN thread INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE games ADD COLUMN lobby_channel BIGINT;
ALTER TABLE games ADD COLUMN lobby BIGINT;
UPDATE games SET edition = 'chat-room' WHERE edition = '';

ALTER TABLE players ADD COLUMN colour TEXT;

-- Until now the colours went with the seats.
ALTER TABLE seats ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
UPDATE seats SET colour = CASE number WHEN 0 THEN 'red' WHEN 1 THEN 'blue' WHEN 2 THEN 'yellow' WHEN 3 THEN 'black'
ELSE 'white' END;
