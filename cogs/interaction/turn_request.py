"""A request to play a turn. It can be written as one line: ``M14 90 thief E``, ``#12 M14 90 -``, ``pass``.

In a line, the other options of ``/place`` follow their names: ``M14 90 - wall:1 2 first:C4 N``.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from carcassonne import (
    Deployment,
    DeployNobody,
    NotationError,
    PlaceTile,
    Reason,
    parse_cell,
    parse_deployment,
    parse_rotation,
)
from carcassonne.castle.planned_answers import (
    LABELS,
    NO_PLANNED_ANSWERS,
    FirstReader,
    PlannedAnswers,
    parse_first,
    parse_labelled,
)
from cogs.interaction.context import parse_game

_NOBODY: Final = "pass"
_LABEL: Final = re.compile(rf"(?:^|\s)({'|'.join([*LABELS, 'game'])})\s*:", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\s*(#[0-9]+)(?=\s|$)")
_COMMAND: Final = re.compile(r"\s*/?place\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What a person wants to play. None means that they did not say it.

    A request without ``placement`` is a pass: it deploys nobody, or gives the first answer to a question of the game.
    ``game`` is the number of the table.
    """

    placement: PlaceTile | None = None
    deployment: Deployment | None = None
    planned: PlannedAnswers = NO_PLANNED_ANSWERS
    game: int | None = None


def parse_turn_request(
    text: str,
    read_deployment: Callable[[str], Deployment] = parse_deployment,
    read_first: FirstReader = parse_first,
) -> TurnRequest:
    """Read a line. ``read_deployment`` reads the words for the deployment, ``read_first`` what is scored first.

    Raise NotationError (with the reason UNREADABLE if the text is no turn at all) or UnreadableTableNumberError.
    """
    number, rest = _leading_number(text)
    words, *labelled = _LABEL.split(rest)
    labels = {label.lower(): value.strip() for label, value in zip(labelled[::2], labelled[1::2], strict=True)}
    placement, deployment = _parse_turn(_COMMAND.sub("", words, count=1), text, read_deployment)
    named = number or labels.get("game")
    return TurnRequest(placement, deployment, parse_labelled(labels, read_first), parse_game(named) if named else None)


def _leading_number(text: str) -> tuple[str | None, str]:
    match = _NUMBER.match(text)
    return (match[1], text[match.end() :]) if match else (None, text)


def _parse_turn(
    words: str, text: str, read_deployment: Callable[[str], Deployment]
) -> tuple[PlaceTile | None, Deployment | None]:
    match words.split():
        case [word] if word.lower() == _NOBODY:
            return None, DeployNobody()
        case [word, cell, rotation] if word.lower() == _NOBODY:
            return _parse_placement(cell, rotation), DeployNobody()
        case [cell, rotation, *deployment] if any(map(str.isdecimal, cell)):
            return _parse_placement(cell, rotation), read_deployment(" ".join(deployment)) if deployment else None
    raise NotationError(Reason.UNREADABLE, text=text)


def _parse_placement(cell: str, rotation: str) -> PlaceTile:
    return PlaceTile(parse_cell(cell), parse_rotation(rotation))
