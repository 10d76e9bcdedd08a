"""The record of a short finished game, and the tags of records."""

from .scenario import Game

TAGS = '[Edition "{}"]\n[Options "{}"]\n[Players "Ann" "Bob"]\n[Result "*"]\n\n'


def finished_game() -> Game:
    game = Game()
    game.turn("E M12 180 knight S")
    game.turn("U N13 90 thief E")
    game.skip_all_but(keep="C")
    game.draw("C")
    return game
