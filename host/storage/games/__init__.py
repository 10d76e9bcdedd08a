"""Games as rows: what is read, what is written, and what of it is kept in memory."""
