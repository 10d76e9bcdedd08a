"""A game as JSON-able values for one reader, in the current language. ``docs/web.md`` describes them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias
from zlib import crc32

from carcassonne import (
    Answer,
    Deploy,
    Deployment,
    DeployNobody,
    PlaceTile,
    Position,
    SegmentRef,
    State,
    Turn,
    apply,
    format_cell,
    format_move,
    format_turn,
    legal_moves,
    legal_placements,
    spot_number,
)
from host.model.table import FinishedTable, RunningTable, SeatedTable, StartedTable
from render.share.live_values import (
    TILE,
    FigurePlace,
    Item,
    LiveBoard,
    LiveFeature,
    LiveHistory,
    LiveSpots,
    cell_corner,
)
from screens.game_buttons import rematch_buttons
from screens.picker_steps import NOBODY
from screens.text import live as texts
from screens.text.alt_text import alt_text
from screens.text.board import aid_not_allowed_text, view_lines
from screens.text.choices import VIEW_NAMES, BoardView, colour_name
from screens.text.editions import texts_of
from screens.text.features import deployment_name, drawn_tile, rotation_choices
from screens.text.i18n import _, current_language
from screens.text.markup import capitalize, plain_text
from screens.text.names import board_url, game_name
from screens.text.nouns import figure_name
from screens.text.picker import deployment_label, deployment_notes, none_left_notes, taken_lines, what_follows
from screens.text.series import again_label
from screens.text.spots import spot_segment, turned_laid
from screens.text.status import tiles_left_short, winners_at
from screens.text.tile_notes import tile_notes
from web.picture_store import PictureStore

Json: TypeAlias = dict[str, Any]

VIEWS: Final[Mapping[str, BoardView]] = {
    "owners": BoardView.CLAIMS,
    "fields": BoardView.FIELDS,
    "score": BoardView.SCORE,
    "dead": BoardView.DEAD,
}
"""The views that a page offers, by the names that it uses."""
_LETTERS: Final = "abcdefghijklmnopqstuvwyz"
"""The letters for spots whose numbers are taken: R turns a tile, X places nobody."""


def version_of(table: SeatedTable) -> str:
    """Return a text that is another one whenever anything of a game has changed that its page shows."""
    names = crc32("\n".join(seat.name for seat in table.seats).encode())
    return f"{table.ply}.{table.token}.{names:x}"


def game_json(table: StartedTable, person_id: int, said: Sequence[str], server: str) -> Json:
    """Return what the page of a game shows besides its board, its pictures and what its reader may do now."""
    state = table.state
    due = table.clock.due if isinstance(table, RunningTable) and table.clock and not table.pending else None
    return {
        "number": table.number,
        "title": game_name(table),
        "server": server,
        "link": board_url(table),
        "version": version_of(table),
        "ply": table.ply,
        "language": current_language(),
        "isOver": isinstance(table, FinishedTable),
        "hasReview": isinstance(table, FinishedTable) and table.has_review,
        "turn": {"number": state.turn},
        "said": list(said),
        "status": texts.standing_text(table, person_id),
        "alt": alt_text(table),
        "due": due.isoformat() if due else None,
        "tilesLeft": capitalize(tiles_left_short(state)),
        "tableLine": capitalize(texts_of(state).table_line(state)),
        "canUseAids": aid_not_allowed_text(table) is None,
        "views": views_json(table),
    }


def views_json(table: StartedTable) -> list[Json]:
    """Return the views that a table allows."""
    if aid_not_allowed_text(table) is not None:
        return []
    return [{"name": name, "label": capitalize(_(VIEW_NAMES[view]))} for name, view in VIEWS.items()]


def board_json(board: LiveBoard, store: PictureStore) -> Json:
    """Return a board with its pictures. They have to be in the store."""
    return {
        "tile": TILE,
        **_items_json(board.items, store),
        "last": [one._asdict() for one in board.last],
        "labels": board.labels,
        "area": board.area,
        "dead": board.dead,
    }


def _items_json(items: Iterable[Item], store: PictureStore) -> Json:
    items = list(items)
    placed = [[store.of_key(one.key).name, one.layer, one.x, one.y, one.theme] for one in items]
    return {"pictures": _sizes((item.key for item in items), store), "items": placed}


def _sizes(keys: Iterable[str], store: PictureStore) -> Json:
    """Return the width and height of pictures, by their names."""
    return {one.name: [one.width, one.height] for one in map(store.of_key, keys)}


def players_json(table: StartedTable, person_id: int, board: LiveBoard, store: PictureStore) -> list[Json]:
    """Return the players by seat, with how their pieces look."""
    state, names = table.state, texts.plain_labels(table)
    won = set(winners_at(table)) if isinstance(table, FinishedTable) else set[int]()
    players = []
    for look, seat in zip(board.looks, table.seats, strict=True):
        gain = texts.seat_gain(state, seat.number)
        players.append(
            {
                "seat": seat.number,
                "name": names[seat.number],
                "number": seat.number + 1,
                "colour": look.colour,
                "plate": look.plate,
                "digit": look.digit,
                "picture": store.of_key(look.figure).name,
                "score": state.scores[seat.number],
                "gain": f"+{gain}" if gain else "",
                "left": texts.seat_left_lines(state, seat.number),
                "extra": texts.seat_extra_text(state, seat.number),
                "isToMove": seat == table.to_move,
                "isYou": seat.is_played_by(person_id),
                "hasWon": seat.number in won,
                "resigned": seat.resigned,
            }
        )
    return players


def hand_json(table: StartedTable, board: LiveBoard, store: PictureStore) -> Json | None:
    """Return the tile in hand, None where there is none."""
    if not board.hand or table.state.tile is None:
        return None
    return {
        "pictures": {str(rotation): store.of_key(key).name for rotation, key in board.hand.items()},
        "name": table.state.tile.name,
        "notes": list(tile_notes(drawn_tile(table.state))),
    }


def reader_json(table: StartedTable, person_id: int, now: datetime, *, may_undo: bool) -> Json:
    """Return what the reader may do now, with the cells where the tile in hand fits.

    ``may_undo`` says whether the reader may take back the last turn at any time: where nobody else plays.
    """
    running = table if isinstance(table, RunningTable) else None
    is_to_move = running is not None and running.is_to_move(person_id)
    seats = table.seats_of(person_id)
    seat = table.to_move if table.to_move in seats else next(iter(seats), None)
    return {
        "you": {
            "seat": seat.number if seat else None,
            "isToMove": is_to_move,
            **_takeback_json(running, person_id, now, may_undo=may_undo),
            "question": _question_json(running) if running and is_to_move else None,
            "again": _again_label(table) if seats and isinstance(table, FinishedTable) else None,
        },
        "cells": _cells_json(table.state) if is_to_move else [],
    }


def _again_label(table: FinishedTable) -> str | None:
    """Return the label of the button that plays a game again; None if it can't be."""
    return _(again_label(table)) if rematch_buttons(table) else None


def _takeback_json(table: RunningTable | None, person_id: int, now: datetime, *, may_undo: bool) -> Json:
    """Return whether the reader may take back the last turn alone, and until when: for ever where nobody else plays."""
    if table is None or not table.has_player(person_id):
        return {"canTakeBack": False, "takeBack": None}
    if table.pending and table.can_take_back(person_id):
        until = table.pending.until
        left = max(0.0, (until - now).total_seconds())  # the browser's clock may be wrong
        return {"canTakeBack": True, "takeBack": {"until": until.isoformat(), "seconds": round(left, 1)}}
    return {"canTakeBack": may_undo, "takeBack": None}


def _question_json(table: RunningTable) -> Json | None:
    edition, names = texts_of(table.state), texts.plain_labels(table)
    text = edition.question(table.state)
    if not text:
        return None
    answers = (move for move in legal_moves(table.state) if isinstance(move, Answer))
    choices = [{"answer": format_move(one), "label": edition.answer_label(table.state, one, names)} for one in answers]
    return {"text": plain_text(text), "choices": choices}


def _cells_json(state: State) -> list[Json]:
    if state.tile is None:
        return []
    cells = sorted({position for position, _ in legal_placements(state)})
    corners = [(cell, *cell_corner(state, cell)) for cell in cells]
    return [
        {"cell": format_cell(cell), "x": x, "y": y, "rotations": rotation_choices(state, cell)}
        for cell, x, y in corners
    ]


def spots_json(
    table: RunningTable,
    placement: PlaceTile,
    deployments: Sequence[Deployment],
    spots: LiveSpots,
    store: PictureStore,
) -> Json:
    """Return where a figure may stand after a placement, and what each turn would score."""
    after, names = apply(table.state, placement).state, texts.plain_labels(table)
    keys, used = _spot_keys(after, deployments), [spots.tile, *(place.key for place in spots.places if place)]

    def follows(deployment: Deployment) -> str:
        return plain_text(" ".join(filter(None, what_follows(after, deployment, names))))

    return {
        "picture": store.of_key(spots.tile).name,
        "pictures": _sizes(used, store),
        "spots": [
            {
                "turn": format_turn(Turn(placement, one)),
                "key": key,
                "label": deployment_label(after, one),
                "short": _short_name(after, one),
                "points": follows(one),
                **_place_json(place, store),
            }
            for one, key, place in zip(deployments, keys, spots.places, strict=True)
        ],
        "nobody": format_turn(Turn(placement, NOBODY)),
        "nobodyPoints": follows(DeployNobody()),
        "notes": [
            *taken_lines(after, placement.position, names),
            *none_left_notes(after),
            *tile_notes(drawn_tile(table.state)),
            *deployment_notes(after),
        ],
    }


def _place_json(place: FigurePlace | None, store: PictureStore) -> Json:
    if place is None:
        return {"x": None, "y": None, "figure": None}
    return {"x": round(place.x, 3), "y": round(place.y, 3), "figure": store.of_key(place.key).name}


def _short_name(after_placement: State, deployment: Deployment) -> str:
    terms = after_placement.ruleset.terms
    if isinstance(deployment, Deploy):
        return figure_name(deployment.role, deployment.figure, terms)
    return deployment_name(deployment, turned_laid(after_placement), terms)


def _spot_keys(after_placement: State, deployments: Sequence[Deployment]) -> list[str]:
    """Return a key of the keyboard for each deployment: the number of its spot, or a letter where that is taken."""
    turned, keys, letters = turned_laid(after_placement), list[str](), iter(_LETTERS)
    for one in deployments:
        number = str(spot_number(turned.tile, spot_segment(turned, one))) if isinstance(one, Deploy) else ""
        keys.append(number if number and number not in keys else next(letters))
    return keys


def view_json(table: StartedTable, name: str, board: LiveBoard, store: PictureStore) -> Json:
    """Return the board in a view, and what the view says in words."""
    notes = [plain_text(line) for line in view_lines(table, VIEWS[name])]
    return {"name": name, "notes": notes, "board": board_json(board, store)}


def feature_json(table: StartedTable, cell: Position, feature: LiveFeature, store: PictureStore) -> Json:
    """Return what the reader learns of the feature under a point, and what lights it up."""
    if feature.segment is None:
        return {"text": None, "pictures": {}, "tints": []}
    text = texts.feature_under_text(
        table, SegmentRef(cell, feature.segment), shows_points=aid_not_allowed_text(table) is None
    )
    shown = _items_json(feature.items, store)
    tints = [[name, x, y] for name, _layer, x, y, _theme in shown["items"]]
    return {"text": text, "pictures": shown["pictures"], "tints": tints}


def history_json(table: StartedTable, board: LiveBoard, history: LiveHistory, store: PictureStore) -> Json:
    """Return a whole game turn by turn, with how the players' pieces look."""
    names = [store.of_key(key).name for key in history.pictures]
    stays = [[names[number], *rest] for number, *rest in history.data["stays"]]
    players = [
        {
            "number": str(seat.number + 1),
            "colour": look.colour,
            "plate": look.plate,
            "digit": look.digit,
            "picture": store.of_key(look.figure).name,
            "alt": colour_name(seat.colour),
        }
        for look, seat in zip(board.looks, table.seats, strict=True)
    ]
    return {**history.data, "pictures": _sizes(history.pictures, store), "stays": stays, "players": players}
