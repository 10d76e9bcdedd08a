"""A sentence for every error of the rules (``host_errors`` has those of the host).

Each sentence says which rule was broken and, if that is known, what would be allowed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from carcassonne import (
    FOLLOWER,
    CarcassonneError,
    Deploy,
    Deployment,
    Figure,
    IllegalMoveError,
    Kind,
    Phase,
    PlaceTile,
    Position,
    Reason,
    Role,
    Rotation,
    State,
    TurnedTile,
    apply,
    format_cell,
    legal_placements,
)
from carcassonne.figures import figure_of
from carcassonne.kinds import OPEN_GROUND
from host.errors import HostError
from host.model.table import FinishedTable, RunningTable, Table
from screens.text.castle import no_such_wall_tile_text
from screens.text.choices import edition_name, option_name
from screens.text.edition_texts import EditionTexts
from screens.text.editions import COMMON_TEXTS, editions_with, needed_option_text, texts_of
from screens.text.features import none_can_go_text, recorded_name, rotation_choices
from screens.text.host_errors import host_error_text
from screens.text.i18n import N_, _, current_language, use_language
from screens.text.labels import Label
from screens.text.markup import capitalize, quote, short_list, word_list
from screens.text.names import table_language
from screens.text.nouns import figure_name, kind_name, no_own_follower_text, no_place_text, none_left_text, point_text
from screens.text.placeholders import fill
from screens.text.spots import deployments_by_number, spot_segment, spot_sign, typed_spot
from screens.text.typed_input import deployment_without_point

Data: TypeAlias = Mapping[str, Any]

SIDES: Final = {"N": N_("north"), "E": N_("east"), "S": N_("south"), "W": N_("west")}

HALF_SIDES: Final = {"N": ("NNE", "NNW"), "E": ("ENE", "ESE"), "S": ("SSE", "SSW"), "W": ("WSW", "WNW")}
"""The halves of each side, as the notation names them."""

_MAX_LISTED: Final = 8


@dataclass(frozen=True, slots=True)
class ActionContext:
    """What a person tried to do: at which table, on which cell, with which rotation. None is unknown.

    ``language_here`` is the one in which tables have their buttons where the person is.
    """

    table: Table | None = None
    cell: Position | None = None
    rotation: Rotation | None = None
    language_here: str | None = None

    @property
    def button_language(self) -> str:
        """The language of the buttons that all see: the table's, else that of tables here, else the reader's."""
        if self.table is None:
            return self.language_here or current_language()
        return current_language() if self.table.is_private else table_language(self.table)

    @property
    def state(self) -> State | None:
        """The state of the game before the attempt; None if it is unknown."""
        return self.table.state if isinstance(self.table, RunningTable | FinishedTable) else None

    @property
    def after_placement(self) -> State | None:
        """The state after the tile was placed there; None if the cell or the rotation is unknown or illegal."""
        if self.state is None or self.cell is None or self.rotation is None:
            return None
        try:
            return apply(self.state, PlaceTile(self.cell, self.rotation)).state
        except IllegalMoveError:
            return None


TextFunction: TypeAlias = Callable[[Data, ActionContext], str]
"""Returns a sentence for an error, or the hint that follows it."""


def rejection_text(error: CarcassonneError | HostError, context: ActionContext) -> str:
    """Return the sentence for an error, in the current language."""
    if isinstance(error, HostError):
        return host_error_text(error)
    row = REASON_TEXTS[error.reason]
    if callable(row):
        return row(error.data, context)
    text, hint = row if isinstance(row, tuple) else (row, None)
    words = {name: _SHOWN[name](value) if name in _SHOWN else value for name, value in error.data.items()}
    return fill(_(text), **words) + (hint(error.data, context) if hint else "")


_SHOWN: Final[Mapping[str, Callable[[Any], str]]] = {
    "text": quote,
    "cell": format_cell,
    "point": lambda point: point_text(point or ""),
}
"""How the data of an error is shown, by its name. Other data is shown as it is."""


def _terms(context: ActionContext) -> Mapping[str, str]:
    return context.state.ruleset.terms if context.state else {}


def _texts(context: ActionContext) -> EditionTexts:
    return texts_of(context.state) if context.state else COMMON_TEXTS


def _fitting_cells(data: Data, context: ActionContext) -> str:
    """Return a sentence with the cells where the drawn tile fits; empty if no tile is drawn."""
    state = context.state
    if state is None or state.tile is None:
        return ""
    cells = dict.fromkeys(format_cell(position) for position, _turn in sorted(legal_placements(state)))
    text = _("Tile {tile} fits at {cells}.")
    return " " + text.format(tile=state.tile.name, cells=short_list(list(cells), _MAX_LISTED))


def _fitting_rotations(data: Data, context: ActionContext) -> str:
    """Return a sentence with the rotations in which the drawn tile fits on the cell, each look once, as menus offer it.

    If it fits in none, name other cells.
    """
    cell, state = data.get("cell", context.cell), context.state
    fitting = rotation_choices(state, cell) if cell is not None and state and state.tile else []
    if not fitting:
        return _fitting_cells(data, context)
    rotations = word_list([str(int(rotation)) for rotation in fitting], "or")
    return " " + _("It fits at {cell} with rotation {rotations}.").format(cell=format_cell(cell), rotations=rotations)


def _bad_rotation(data: Data, context: ActionContext) -> str:
    """Return what can be typed, and what fits on the cell. What was typed for a rotation may be no number."""
    text = _("A tile can't be turned by {text}: type 0, 90, 180 or 270.")
    return text.format(text=quote(data.get("text", data.get("rotation")))) + _fitting_rotations(data, context)


def _fitting_deployments(data: Data, context: ActionContext) -> str:
    """Return a sentence with the legal deployments after the attempted placement; empty if that is not possible."""
    after_placement = context.after_placement
    if after_placement is None:
        return ""
    possible = [_typed_name(after_placement, deployment) for deployment in deployments_by_number(after_placement)]
    if not possible:
        return f" {none_can_go_text()} " + _("Choose `-` for nobody.")
    return " " + _("Possible here: {followers}.").format(followers=word_list([*possible, _("`-` for nobody")], "or"))


def _typed_name(after_placement: State, deployment: Deployment) -> str:
    """Return what to type for a deployment, in the current language: ``` `2` (thief) ```, ``` `pig 1` ```."""
    if not isinstance(deployment, Deploy):
        meaning = _("take your abbot back")
        return f"`{meaning}`"
    name = figure_name(deployment.role, deployment.figure, after_placement.ruleset.terms)
    *words, number = typed_spot(after_placement, deployment).split()
    return f"`{name} {number}`" if words else f"`{number}` ({name})"


def _edge_mismatch(data: Data, context: ActionContext) -> str:
    terms, side = _terms(context), SIDES[data["side"]]
    tile_kind, neighbour_kind = (Kind(data[name]) for name in ("tile_shows", "neighbour_shows"))
    text = _("That doesn't fit at {cell}: on the {side} side, a {shown} would meet a {met}.")
    if Kind.PATH in (tile_kind, neighbour_kind):
        text = _("That doesn't fit at {cell}: on the {side} side, a path must continue.")
    cell, shown, met = format_cell(data["cell"]), kind_name(tile_kind, terms), kind_name(neighbour_kind, terms)
    return text.format(cell=cell, shown=shown, met=met, side=_(side)) + _fitting_rotations(data, context)


def _is_outside(data: Data, context: ActionContext) -> bool:
    """Return whether no tile may ever lie on the cell."""
    bounds = context.state.ruleset.bounds if context.state else None
    return bounds is not None and data["cell"] not in bounds


def _not_adjacent(data: Data, context: ActionContext) -> str:
    texts = _texts(context)
    text = texts.out_of_bounds(data) if _is_outside(data, context) else texts.not_adjacent(data)
    return text + _fitting_cells(data, context)


def _occupied(data: Data, context: ActionContext) -> str:
    text = _("There's already a tile at {cell}.").format(cell=format_cell(data["cell"]))
    if _is_outside(data, context):
        text = _texts(context).out_of_bounds(data)
    return text + _fitting_cells(data, context)


def _no_such_segment(data: Data, context: ActionContext) -> str:
    if data["role"] == "recall":
        text = _("You have no abbot to take back. It must stand on something unfinished.")
        return text + _fitting_deployments(data, context)
    role, figure, point = *_role_and_figure(data), data["point"] or ""
    text = no_place_text(role, figure, _terms(context), point_text(point))
    if point in SIDES and _lies_on_open_ground(role):
        text = _("{follower}: name half of that side, {first} or {second}.")
        first, second = (point_text(half) for half in HALF_SIDES[point])
        text = text.format(follower=capitalize(_figure(data, context)), first=first, second=second)
    return text + _fitting_deployments(data, context)


def _no_such_spot(data: Data, context: ActionContext) -> str:
    text = _("That follower can't stand on spot {number}.")
    if data["number"] > data["spots"]:
        text = _("This tile has no spot {number}.")
    return text.format(number=data["number"]) + _fitting_deployments(data, context)


def _lies_on_open_ground(role: Role) -> bool:
    """Return whether followers in a role stand in fields or courts, which the notation names by half-sides."""
    return any(kind in OPEN_GROUND for kind, one in FOLLOWER.roles.items() if one is role)


def _segment_taken(data: Data, context: ActionContext) -> str:
    role, figure = _role_and_figure(data)
    deployment, laid = Deploy(role, data["point"], figure), _laid_tile(context)
    text = _("{follower}: already taken.").format(follower=capitalize(recorded_name(deployment, _terms(context))))
    if laid:
        text = _("Spot {number} is already taken.").format(number=spot_sign(laid, spot_segment(laid, deployment)))
    return text + _fitting_deployments(data, context)


def _laid_tile(context: ActionContext) -> TurnedTile | None:
    """Return the tile as the person wanted to place it; None if that is unknown or illegal."""
    after_placement, cell = context.after_placement, context.cell
    return after_placement.cells[cell].turned if after_placement is not None and cell is not None else None


def _figure(data: Data, context: ActionContext) -> str:
    return figure_name(*_role_and_figure(data), _terms(context))


def _role_and_figure(data: Data) -> tuple[Role, Figure]:
    """Return what an error's data says of a figure: its role by name, and its prefix if it has one."""
    role = Role(data["role"])
    return role, figure_of(data.get("prefix", ""), role) or FOLLOWER


def _unread_follower(data: Data, context: ActionContext) -> str:
    unplaced, laid = deployment_without_point(data["text"]), _laid_tile(context)
    if unplaced is None:
        return _bad_follower(data, context)
    text = _("On which spot? Type its number, as in the picture.")
    if laid and context.after_placement:
        moves = [one.move for one in laid.deploy_options[unplaced.figure,] if one.move.role is unplaced.role]
        refused = [error for move in moves if (error := _refusal(context.after_placement, move))]
        if not moves:
            text = no_place_text(unplaced.role, unplaced.figure, _terms(context), "")
        elif len(refused) == len(moves):
            return rejection_text(refused[0], context)
    return text + _fitting_deployments(data, context)


def _refusal(state: State, move: Deploy) -> IllegalMoveError | None:
    """Return why a figure can't be deployed; None if it can."""
    try:
        apply(state, move)
    except IllegalMoveError as error:
        return error
    return None


def _no_own_follower(data: Data, context: ActionContext) -> str:
    _role, figure = _role_and_figure(data)
    return no_own_follower_text(figure) + _fitting_deployments(data, context)


def _wrong_phase(data: Data, context: ActionContext) -> str:
    if context.state is not None and context.state.phase is Phase.PLACE:
        return _("Place your tile first: press **{button}**.").format(button=_place_label(context))
    if context.state is not None and (question := texts_of(context.state).question(context.state)):
        text = _("Answer the question first, with its buttons or the word `pass`: {question}")
        return text.format(question=question)
    return _("Nobody's waiting for that right now. Check the board for what's next.")


def _place_label(context: ActionContext) -> str:
    """Return the label of the button below the board: in a channel in the language of its table."""
    with use_language(context.button_language):
        return _(Label.PLACE)


def _unknown_edition(data: Data, context: ActionContext) -> str:
    return _("I don't know that edition. Try {editions}.").format(editions=word_list(data["known"], "or"))


def _unknown_option(data: Data, context: ActionContext) -> str:
    if "needs" in data:
        return needed_option_text(data["option"], data["needs"])
    if editions := editions_with(data["option"]):
        text = _("{option} is only in {editions}: no rulebook says how it goes with {edition}.")
        edition = edition_name(data["edition"])
        return text.format(option=quote(option_name(data["option"])), editions=editions, edition=edition)
    text = _("{edition} has no options, so leave out {option}.")
    if data["known"]:
        text = _("{edition} has no option {option}. Try {known}.")
    edition, option = edition_name(data["edition"]), quote(data["option"])
    return text.format(edition=edition, option=option, known=word_list(data["known"]))


def _bad_follower(data: Data, context: ActionContext) -> str:
    possible = _fitting_deployments(data, context)
    text = _("I don't know {text}. Type the number of a spot, like `2`, or `-` for nobody.")
    if possible:  # it has an example, and how to say nobody
        text = _("I don't know {text}.")
    return text.format(text=quote(data["text"])) + possible


def _bad_answer(data: Data, context: ActionContext) -> str:
    if "text" in data:
        text = _("{text} isn't an answer. Type a cell and a side, like `C4 N`.")
        return text.format(text=quote(data["text"]))
    question = _texts(context).question(context.state) if context.state else ""
    if question:
        return _("That doesn't answer the question: {question}").format(question=question)
    return _("There's no question to answer right now.")


REASON_TEXTS: Final[Mapping[Reason, str | tuple[str, TextFunction] | TextFunction]] = {
    Reason.UNREADABLE: N_("I can't read that. Type cell, rotation and follower, like `M14 90 2`."),
    Reason.BAD_TAG: N_("I can't read a tag in this game log."),
    Reason.UNKNOWN_EDITION: _unknown_edition,
    Reason.UNKNOWN_OPTION: _unknown_option,
    Reason.PLAYERS: N_("This game is for {fewest} to {most} players. There are {players} of you."),
    Reason.TURN_NUMBER: N_("The turns in this game log aren't numbered in order."),
    Reason.WRONG_SEAT: N_("It's not that seat's turn."),
    Reason.UNKNOWN_TILE: N_("There's no such tile in this edition."),
    Reason.NOT_IN_BAG: N_("That tile isn't in the bag any more."),
    Reason.TILE_ORDER: N_("That tile comes later. The river goes first."),
    Reason.TILE_FITS: N_("That tile fits somewhere, so it stays in the game."),
    Reason.BAD_CELL: (N_("{text} isn't a cell. Type a column and a row, like `M14`."), _fitting_cells),
    Reason.BAD_ROTATION: _bad_rotation,
    Reason.OCCUPIED: _occupied,
    Reason.NOT_ADJACENT: _not_adjacent,
    Reason.EDGE_MISMATCH: _edge_mismatch,
    Reason.RIVER_END: (N_("A river tile must continue the river at its open end."), _fitting_cells),
    Reason.RIVER_U_TURN: (N_("The river can't make a U-turn."), _fitting_rotations),
    Reason.BAD_FOLLOWER: _unread_follower,
    Reason.NO_SUCH_SEGMENT: _no_such_segment,
    Reason.NO_OWN_FOLLOWER: _no_own_follower,
    Reason.NO_SUCH_SPOT: _no_such_spot,
    Reason.SEGMENT_TAKEN: _segment_taken,
    Reason.NONE_LEFT: lambda data, context: (
        none_left_text(*_role_and_figure(data), _terms(context)) + _fitting_deployments(data, context)
    ),
    Reason.AFTER_END: N_("The game is over."),
    Reason.UNFINISHED: N_("This game log stops before the end of the game."),
    Reason.WRONG_RESULT: N_("The result in this game log doesn't match its turns."),
    Reason.WRONG_PHASE: _wrong_phase,
    Reason.BAD_ANSWER: _bad_answer,
    Reason.NOT_COMPLETED: N_("Nothing to score at {cell} {point}. Pick a feature you've just finished."),
    Reason.NO_SUCH_WALL_TILE: lambda data, _context: no_such_wall_tile_text(data),
    Reason.UNANSWERED: N_("This game log skips an answer to a question."),
}
"""Texts are marked for translation. What stands beside one is a hint that follows it."""


def wrong_line_text(error: CarcassonneError, context: ActionContext) -> str:
    """Say what is wrong with a game log, and in which line."""
    reason, line = rejection_text(error, context), error.data.get("line", 0)
    if not line:
        return reason
    return _("Line {line} of the file is wrong. {reason}").format(line=line, reason=reason)
