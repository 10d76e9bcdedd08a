-- What else new tables of a server begin with; what is NULL is as it comes.
ALTER TABLE servers ADD COLUMN rated INTEGER;
ALTER TABLE servers ADD COLUMN timeout TEXT;
