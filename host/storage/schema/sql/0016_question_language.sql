-- The language in which a message with buttons was written: in private it is the reader's. Empty: the table's.
ALTER TABLE question_messages ADD COLUMN language TEXT NOT NULL DEFAULT '';
