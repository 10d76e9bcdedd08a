"""Spots: the places of a tile where figures may stand, by number. People name them so: ``2``, ``big 2``, ``farmer 2``.

A tile's spots are numbered once, as it lies at rotation 0: clockwise from its upper left corner, by where each first
reaches the border. Those that don't reach it come last. A spot keeps its number in every rotation, and whether or not a
figure may stand there now. Records name spots by compass points, as ``carcassonne/notation`` says.
"""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from carcassonne.errors import NotationError, Reason
from carcassonne.figures import FIGURES, Figure
from carcassonne.geometry import PORT_POINTS, SIDE_POINTS
from carcassonne.kinds import Kind, Role
from carcassonne.moves import Deploy, Deployment, DeployNobody, PlaceTile
from carcassonne.notation import POINTLESS, parse_deployment, role_of_word
from carcassonne.rules import apply, legal_deployments
from carcassonne.state import State
from carcassonne.tiles import Tile, TurnedTile
from carcassonne.values import Value

_WITHOUT_SPOT: Final = frozenset({Kind.RIVER})
"""The kinds of segments on which no figure of any edition stands."""
_NUMBER: Final = re.compile(r"[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class SpotChoice(Value):
    """A deployment by the number of its spot, as a player writes it."""

    number: int | None
    """None means the only spot for the figure, on the tile or where it may stand now."""
    role: Role | None = None
    """What the figure is there, if that was written, too."""
    prefix: str = ""
    """The word that tells the figure from others, as in notation: ``big``."""


DeploymentChoice: TypeAlias = Deployment | SpotChoice
"""What a player may write for a deployment."""


def spots_of(tile: Tile) -> tuple[int, ...]:
    """Return the segments of a tile that are spots, in the order of their numbers, which begin with 1."""
    numbers = [number for number, segment in enumerate(tile.segments) if segment.kind not in _WITHOUT_SPOT]
    return tuple(sorted(numbers, key=lambda number: min(tile.segments[number].ports, default=len(PORT_POINTS))))


def spot_number(tile: Tile, segment: int) -> int:
    """Return the number of a spot by its segment. Raise ValueError if the segment is no spot."""
    return spots_of(tile).index(segment) + 1


def parse_choice(text: str) -> DeploymentChoice:
    """Read a deployment by number, or as ``parse_deployment`` does; raise NotationError(BAD_FOLLOWER).

    The number may come before the words, too, as buttons have it: ``2 big knight``. A role without a number or a point
    is its only spot. A side that a role doesn't need doesn't matter: ``monk N``.
    """
    words = text.lower().split()
    place = next((place for place in (-1, 0) if words and _NUMBER.fullmatch(words[place])), None)
    number = None if place is None else int(words.pop(place))
    prefix = next((figure.prefix for figure in FIGURES.values() if [figure.prefix] == words[:1]), "")
    match words[bool(prefix) :]:
        case [] if number is not None:
            return SpotChoice(number, None, prefix)
        case [word] if (role := role_of_word(word)) and (number is not None or role not in POINTLESS):
            return SpotChoice(number, role, prefix)
        case [word, point] if role_of_word(word) in POINTLESS and point.upper() in PORT_POINTS + SIDE_POINTS:
            return parse_deployment(f"{prefix} {word}")
    return parse_deployment(text)


def chosen_deployment(choice: DeploymentChoice, state: State, placement: PlaceTile) -> Deployment:
    """Return the deployment that a player means, with the tile in hand placed so.

    A name without a number means the only spot where that figure may stand now. A side means the field or the court
    that both its halves are part of. Without a tile in hand, a spot means nobody: no turn is legal then. Raise
    NotationError (NO_SUCH_SPOT or BAD_FOLLOWER) and IllegalMoveError.
    """
    if isinstance(choice, Deploy) and state.tile is not None:
        return _with_half_side(choice, state.tile.turned[placement.rotation])
    if not isinstance(choice, SpotChoice):
        return choice
    if state.tile is None:
        return DeployNobody()
    if choice.number is None:
        legal = [one for one in legal_deployments(apply(state, placement).state) if _is_meant(choice, one)]
        if len(legal) == 1:
            return legal[0]
    return deployment_at(choice, state.tile.turned[placement.rotation], state.ruleset.figures)


def _with_half_side(move: Deploy, turned: TurnedTile) -> Deploy:
    """Return a deployment by a side, ``farmer E``, in its canonical form if both halves of the side are one segment.
    Any other stays as it is.
    """
    if move.point not in SIDE_POINTS:
        return move
    side = SIDE_POINTS.index(move.point)
    halves = (PORT_POINTS[3 * side], PORT_POINTS[3 * side + 2])
    one, other = (turned.deploy_options.find(Deploy(move.role, half, move.figure)) for half in halves)
    return one.move if one is not None and one is other else move


def _is_meant(choice: SpotChoice, move: Deployment) -> bool:
    """Return whether a choice means this figure in this role, wherever."""
    return isinstance(move, Deploy) and choice.role in (None, move.role) and move.figure.prefix == choice.prefix


def deployment_at(choice: SpotChoice, turned: TurnedTile, figures: tuple[Figure, ...]) -> Deploy:
    """Return the deployment of a figure at a spot of a tile as it lies. ``figures`` are those of the game.

    A number alone means the first of the figures that can stand there. Raise NotationError(NO_SUCH_SPOT) if the tile
    has no such spot, or none for this figure.
    """
    spots, number = spots_of(turned.tile), choice.number
    meant = [option for option in turned.deploy_options[figures] if _is_meant(choice, option.move)]
    if number is None:
        if len({option.segment for option in meant}) != 1:
            raise NotationError(Reason.BAD_FOLLOWER, text=f"{choice.prefix} {choice.role}".lstrip())
        return meant[0].move
    segment = spots[number - 1] if number <= len(spots) else None
    for option in meant:
        if option.segment == segment:
            return option.move
    raise NotationError(Reason.NO_SUCH_SPOT, number=number, spots=len(spots))
