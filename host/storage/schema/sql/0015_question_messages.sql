-- The messages whose buttons are to be taken away when the question of their ping is over; in private there are several.
-- They stand here instead of pings.is_open, which is not used any more.
CREATE TABLE question_messages (
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    game BIGINT NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (channel, message),
    FOREIGN KEY (game, round, kind) REFERENCES pings (game, round, kind)
);

CREATE INDEX question_messages_game ON question_messages (game);

INSERT INTO question_messages (channel, message, game, round, kind)
SELECT channel, message, game, round, kind FROM pings WHERE is_open = 1 AND message IS NOT NULL;
