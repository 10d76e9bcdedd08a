"""A game turn by turn as data for a script. The page of a whole game has it, and so has a page that shows a live game.

Lengths are in pixels of the board, from the upper left corner of its first tile.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carcassonne import FOLLOWER, Position, winners
from render.board.board import Board, PlacedPicture
from render.editions import card_additions
from render.layout.board_layout import BoardLayout
from render.layout.end_panel import brought, score_parts
from render.look.look import Look
from render.look.theme import EVENING, hex_colour
from render.look.views import Area, DrawOptions
from render.look.words import signed
from render.share.placed_pictures import Stay, stays
from render.share.steps import Step, game_area, shown_state


@dataclass(frozen=True, slots=True)
class GameData:
    """``values`` are for the script. The numbers of pictures in them count ``pictures``, which have different keys."""

    values: Mapping[str, Any]
    pictures: tuple[PlacedPicture, ...]


def game_data(steps: Sequence[Step], shown: Sequence[Step], tile: int) -> GameData:
    """Return the turns ``shown`` of a game. The first of its ``steps`` is the position before its first turn.

    Raise NothingToShowError.
    """
    area, first = game_area(shown), shown[0].state
    layouts = [_layout(step, area, tile) for step in shown]
    boards, (dx, dy) = [layout.board() for layout in layouts], layouts[0].corner_of(next(iter(first.cells)))
    placed = stays(boards)
    pictures = {stay.picture.key: stay.picture for stay in placed}
    index = {key: number for number, key in enumerate(pictures)}
    left, top, right, bottom = layouts[-1].clip()
    values = {
        "tile": tile,
        "area": [left - dx, top - dy, right - dx, bottom - dy],
        "labels": [[label.text, label.x - dx, label.y - dy] for label in boards[-1].labels],
        "stays": [_stay(stay, index, (dx, dy)) for stay in placed],
        "turns": [_turn(step, board, (dx, dy)) for step, board in zip(shown, boards, strict=True)],
        "last": steps[-1].number,
    }
    return GameData(values, tuple(pictures.values()))


def _layout(step: Step, area: Area, tile: int) -> BoardLayout:
    state = shown_state(step)
    return BoardLayout(
        state, area, tile, DrawOptions(area=area, tile=tile, look=Look(EVENING)), step.words.styles(state)
    )


def _stay(stay: Stay, index: Mapping[str, int], origin: tuple[int, int]) -> list[Any]:
    picture = stay.picture
    x, y = picture.x - origin[0], picture.y - origin[1]
    return [index[picture.key], int(picture.layer), x, y, stay.first, stay.end, stay.theme]


def _turn(step: Step, board: Board, origin: tuple[int, int]) -> dict[str, Any]:
    state = step.state
    won = step.winners if step.winners is not None else frozenset(winners(state))
    return {
        "number": step.number,
        "text": step.text,
        "seat": -1 if step.seat is None else step.seat,
        "scores": list(state.scores),
        "names": list(step.words.names),
        "left": [_followers(step, seat) for seat in range(state.seats)],
        "gone": [step.words.resigned if seat in state.resigned else "" for seat in range(state.seats)],
        "extra": [card_extra(step, seat, is_over=bool(won)) for seat in range(state.seats)],
        "last": _corner(board, step.last, origin),
        "laidBy": board.frames[-1].style.seat if board.frames else -1,
        "mover": hex_colour(board.frames[-1].style.rgb) if board.frames else "",
        "winners": sorted(won),
    }


def _followers(step: Step, seat: int) -> int:
    in_hand = step.state.supply.get(FOLLOWER)
    return in_hand[seat] if in_hand else 0


def _other_figures(step: Step, seat: int) -> Iterator[str]:
    if seat not in step.state.resigned:
        for figure, in_hand in step.state.supply.items():
            if in_hand[seat] and (words := step.words.in_hand.get(figure.name)):
                yield words


def card_extra(step: Step, seat: int, *, is_over: bool) -> str:
    """Return what a card says besides the followers: other figures in hand, what the edition adds, and at the end where
    points come from instead of figures.
    """
    state, words = step.state, step.words
    parts = score_parts(state, seat) if is_over else None
    earned = ", ".join(f"{words.kinds.get(part.kind, part.kind.value)} {part.points}" for part in parts or ())
    told = () if parts is None else [(one.name, brought(state, one, seat)) for one in state.ruleset.told]
    more = ", ".join(f"{words.modifiers.get(name, name)} {signed(points)}" for name, points in told if points)
    figures = () if is_over else _other_figures(step, seat)
    added = [*figures, *(one.card_text(state, seat, words) for one in card_additions(state))]
    return " · ".join(filter(None, (*added, f"{earned} ({more})" if earned and more else earned or more)))


def _corner(board: Board, cell: Position | None, origin: tuple[int, int]) -> list[int] | None:
    """Return the upper left corner of the tile on a cell; None if there is none."""
    x, y = origin
    return next(([item.x - x, item.y - y] for item in board.tiles if item.position == cell), None)
