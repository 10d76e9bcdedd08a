-- Whether somebody wants the turns sent in private: off, on, or refused, which is told once and then becomes off.
ALTER TABLE people ADD COLUMN letters TEXT NOT NULL DEFAULT 'off';
