-- How the pictures look that only one person sees: the colours around the tiles, and how large they are.
ALTER TABLE people ADD COLUMN theme TEXT;
ALTER TABLE people ADD COLUMN size TEXT;
