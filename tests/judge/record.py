"""A game record judged turn by turn, in the form of `python -m carcassonne replay --json --legal`."""

import re
from dataclasses import asdict
from typing import Any

from .board import Cell, is_legal, legal, parse_cell
from .game import Game, Illegal, demand
from .more_rules import Points
from .tiles import TABLE

TAG = re.compile(r'\[(\w+) "(.*)"\]')
NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')


class _Reader:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns: list[dict[str, Any]] = []
        self.in_hand = False

    def read(self, words: list[str]) -> None:
        demand(not self.in_hand, "unreadable")
        match words:
            case ["x", tile]:
                self._draw(tile)
                demand(not legal(self.game.board, tile), "tile-fits")
            case ["skip", seat, tile]:
                self._to_move(seat)
                self._draw(tile)
                self.game.skip()
            case ["resign", seat]:
                self.game.resign(int(seat))
            case [number, seat, tile, "?"]:
                self._begin(number, seat, tile)
                self.in_hand = True
            case [number, seat, tile, cell, rotation, *follower]:
                self._begin(number, seat, tile)
                self._turn(tile, parse_cell(cell), int(rotation), " ".join(follower))
            case _:
                raise Illegal("unreadable")

    def _draw(self, tile: str) -> None:
        demand(tile.removesuffix("+") in TABLE, "unknown-tile")
        self.game.draw(tile)

    def _to_move(self, seat: str) -> None:
        demand(int(seat) == self.game.active[0], "wrong-seat")

    def _begin(self, number: str, seat: str, tile: str) -> None:
        demand(number == f"{len(self.turns) + 1}.", "turn-number")
        self._to_move(seat)
        self._draw(tile)

    def _turn(self, tile: str, cell: Cell, rotation: int, deployed: str) -> None:
        game = self.game
        demand(rotation in (0, 90, 180, 270), "bad-rotation")
        demand(is_legal(game.board, cell, tile, rotation), "bad-placement")
        turn = {
            "n": len(self.turns) + 1,
            "seat": game.active[0],
            "tile": tile,
            "legal": [list(placement) for placement in legal(game.board, tile)],
            "followers": game.options_at(cell, tile, rotation),
        }
        scored = game.play(tile, cell, rotation, deployed)
        self.turns.append({**turn, "scored": _as_rows(scored), "scores": list(game.scores)})


def _as_rows(points: list[Points]) -> list[dict[str, Any]]:
    return [asdict(row) for row in points]


def replay(record: str) -> dict[str, Any]:
    """The JSON object of a legal record. An `Illegal` says the line (from 1) and a word for why where it is not."""
    lines = [line.strip() for line in record.splitlines()]
    tags = {m[1]: m[2] for line in lines if (m := TAG.fullmatch(line))}
    players = len(NAME.findall(f'"{tags.get("Players", "")}"'))
    game = Game(tags.get("Edition", ""), frozenset(tags.get("Options", "").split()), players)
    reader = _Reader(game)
    last = max(n for n, line in enumerate(lines) if line)
    for n, line in enumerate(lines[:last]):
        if line and not TAG.fullmatch(line):
            try:
                reader.read(line.split())
            except (Illegal, ValueError) as error:
                raise Illegal(n + 1, str(error)) from error
    finished = game.bag.total() == 0 and not reader.in_hand
    final = game.score_final() if finished else []
    result = " ".join(map(str, game.scores)) if finished else "*"
    if lines[last] != result or tags.get("Result") != result:
        raise Illegal(last + 1, "wrong-result")
    return {
        "edition": game.edition,
        "players": players,
        "error": None,
        "turns": reader.turns,
        "final": _as_rows(final),
        "scores": game.scores,
        "finished": finished,
    }
