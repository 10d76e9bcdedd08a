-- Whether the managers of a server were told that no channel is left where tables may be opened. It is forgotten when
-- they choose anew.
ALTER TABLE servers ADD COLUMN is_told_closed INTEGER NOT NULL DEFAULT 0;
