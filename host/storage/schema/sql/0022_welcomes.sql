-- The servers that the bot has welcomed, and when it had come there then.
CREATE TABLE welcomes (
    guild BIGINT PRIMARY KEY,
    joined_at TEXT NOT NULL
);
