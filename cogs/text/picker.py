"""Texts of the picker, in which a player chooses a turn in steps."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from carcassonne import (
    Deploy,
    Deployment,
    DeployNobody,
    FeatureScored,
    PlaceTile,
    Position,
    Recall,
    Rotation,
    SegmentRef,
    State,
    Turn,
    apply,
    feature_at,
    format_cell,
    legal_deployments,
)
from cogs.text.alt_text import DESCRIPTION_LENGTH
from cogs.text.commands import command_mention
from cogs.text.editions import texts_of
from cogs.text.features import (
    deployment_name,
    deployment_text,
    drawn_tile,
    feature_text,
    kind_name,
    point_text,
    score_text,
    tile_text,
)
from cogs.text.formatting import safe_labels, truncate, word_list
from cogs.text.i18n import _
from cogs.text.turn import placement_text
from host import StartedTable


def first_turn_text() -> str:
    """Return two lines for a person who has never played here before."""
    lines = (
        _(
            "-# Your first turn: choose a cell, a rotation, and who goes onto the tile. "
            "Nothing counts until you confirm."
        ),
        _("-# A follower holds a feature until it is complete, and scores then. {rules} tells more."),
    )
    return "\n".join(lines).format(rules=command_mention("rules"))


def cells_text(state: State, page: int, pages: int) -> str:
    """Ask for the cell. The first page is 0."""
    tile = drawn_tile(state)
    shows = tile_text(tile.segments, state.ruleset.terms)
    text = _("Where shall tile **{tile}** ({shows}) go?").format(tile=tile.name, shows=shows)
    if pages == 1:
        return text
    where = _("These cells are nearest to the last moves (page {page} of {pages}).")
    if page:
        where = _("These cells are farther from the last moves (page {page} of {pages}).")
    return f"{text} {where.format(page=page + 1, pages=pages)}"


def rotation_label(state: State, rotation: Rotation) -> str:
    """Return a rotation, and the segments of the drawn tile in it."""
    shows = tile_text(drawn_tile(state).turned[rotation].segments, state.ruleset.terms)
    return f"{rotation}° · {shows}"


def rotations_text(state: State, cell: Position) -> str:
    """Ask for the rotation."""
    return _("How shall **{tile}** lie on **{cell}**?").format(tile=drawn_tile(state).name, cell=format_cell(cell))


def rotations_alt_text(state: State, cell: Position, rotations: Sequence[Rotation]) -> str:
    """Describe the picture of the possible rotations."""
    ways = "; ".join(rotation_label(state, rotation) for rotation in rotations)
    text = _("{cell} and the cells around it, with tile {tile} in each way that fits: {ways}.")
    return truncate(text.format(cell=format_cell(cell), tile=drawn_tile(state).name, ways=ways), DESCRIPTION_LENGTH)


def deployment_label(after_placement: State, deployment: Deployment) -> str:
    """Return a deployment and its feature."""
    return deployment_text(after_placement, deployment, after_placement.ruleset.terms)


def deployments_text(table: StartedTable, placement: PlaceTile, after_placement: State) -> str:
    """Ask for the deployment, and say whose figures stand on the tile's features already."""
    text = _("{tile}: who goes onto it? Nothing is stored yet.").format(tile=_placed(placement, after_placement))
    taken = word_list(list(_taken(table, after_placement, placement.position)))
    return "\n".join([text, _("Already taken: {features}.").format(features=taken)]) if taken else text


def deployments_alt_text(placement: PlaceTile, after_placement: State, deployments: Sequence[Deployment]) -> str:
    """Describe the picture of the tile with its legal deployments."""
    spots = "; ".join(deployment_label(after_placement, deployment) for deployment in deployments)
    text = _("{cell} and the cells around it, with the tile laid; to choose from: {spots}.")
    return truncate(text.format(cell=format_cell(placement.position), spots=spots), DESCRIPTION_LENGTH)


def chosen_turn_text(table: StartedTable, turn: Turn, after_placement: State) -> str:
    """Return a complete turn and what it would score, before the player confirms it."""
    deployment = turn.deployment or DeployNobody()
    after = apply(after_placement, deployment)
    names, terms = safe_labels(table), after_placement.ruleset.terms
    scored = [event for event in after.events if isinstance(event, FeatureScored) and not event.is_final]
    sentences = [
        _with_deployment(turn.placement, after_placement, deployment),
        "" if legal_deployments(after_placement) else _("Nobody can go onto it."),
        *(score_text(event, names, terms) for event in scored),
        texts_of(after.state).question(after.state),
        _("Nothing is stored yet."),
    ]
    return " ".join(filter(None, sentences))


def _placed(placement: PlaceTile, after_placement: State) -> str:
    return f"**{after_placement.cells[placement.position].turned.tile.name}** · {placement_text(placement)}"


def _with_deployment(placement: PlaceTile, after_placement: State, deployment: Deployment) -> str:
    placed = _placed(placement, after_placement)
    match deployment:
        case DeployNobody():
            return _("{tile}, **no follower**.").format(tile=placed)
        case Recall():
            return _("{tile}, and **the abbot comes back** to your hand.").format(tile=placed)
        case Deploy():
            name = deployment_name(deployment, after_placement.ruleset.terms)
            feature = _feature(after_placement, placement.position, deployment)
            return _("{tile}, follower: **{follower}** ({feature}).").format(
                tile=placed, follower=name, feature=feature
            )
        case _:
            assert_never(deployment)


def _feature(after_placement: State, cell: Position, deployment: Deploy) -> str:
    spot = after_placement.cells[cell].turned.deploy_options.find(deployment)
    if spot is None:
        raise ValueError(deployment)  # the tile has no such spot
    return feature_text(feature_at(after_placement, SegmentRef(cell, spot.segment)), after_placement.ruleset.terms)


def _taken(table: StartedTable, after_placement: State, cell: Position) -> Iterator[str]:
    """Yield the segments of the new tile whose features have figures: ``road W (Bob)``."""
    names = safe_labels(table)
    for number, segment in enumerate(after_placement.cells[cell].turned.segments):
        claims = feature_at(after_placement, SegmentRef(cell, number)).claims
        holders = [names[seat] for seat, strength in enumerate(claims) if strength]
        if holders:
            kind = kind_name(segment.kind, after_placement.ruleset.terms)
            points = "–".join(map(point_text, segment.points))
            yield f"{kind} {points} ({word_list(holders)})"
