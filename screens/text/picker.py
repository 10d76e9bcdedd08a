"""Texts of the picker, in which a player chooses a turn in steps."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from carcassonne import (
    FOLLOWER,
    Deploy,
    Deployment,
    DeployNobody,
    FeatureScored,
    PlaceTile,
    Position,
    Recall,
    Rotation,
    Ruleset,
    SegmentRef,
    State,
    Turn,
    apply,
    feature_at,
    format_cell,
    legal_deployments,
)
from carcassonne.kinds import OPEN_GROUND
from host.model.table import StartedTable
from screens.text.editions import texts_of
from screens.text.features import (
    deployment_name,
    deployment_text,
    drawn_tile,
    feature_text,
    none_can_go_text,
    placement_text,
    tile_text,
)
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.markup import (
    DESCRIPTION_LENGTH,
    capitalize,
    command_mention,
    semicolon_list,
    subtext,
    truncate,
    word_list,
)
from screens.text.names import safe_labels
from screens.text.nouns import figure_notes, kind_name, none_left_text, role_name
from screens.text.spots import deployments_by_number, place_text, spot_segment, spot_sign, turned_laid
from screens.text.status import score_text
from screens.text.tile_notes import tile_notes


def first_turn_text(rules: Ruleset) -> str:
    """Return two lines for a person who has never played here before."""
    returning, staying = (word_list(names) for names in _roles_by_return(rules))
    hint = _("{returning} come back when they score; {staying} stay to the end. More: {command}")
    lines = (
        _("Your first turn! Pick a cell, turn the tile, and put somebody on it if you like."),
        capitalize(hint.format(returning=returning, staying=staying, command=command_mention("rules"))),
    )
    return "\n".join(map(subtext, lines))


def _roles_by_return(rules: Ruleset) -> tuple[list[str], list[str]]:
    """Return what followers are called where they come back from, and where they stay to the end, in the plural."""
    shown = {segment.kind for tile in rules.tiles.values() for segment in tile.segments}
    returning, staying = (
        [role_name(role, rules.terms, 2) for kind, role in FOLLOWER.roles.items() if kind in kinds]
        for kinds in (shown - OPEN_GROUND, shown & OPEN_GROUND)
    )
    return returning, staying


def cells_text(page: int, pages: int) -> str:
    """Ask for the cell. The first page is 0."""
    text = _("Where does this tile go?")
    if pages == 1:
        return text
    where = _("Page {page} of {pages}: cells near the last turns.")
    if page:
        where = _("Page {page} of {pages}: cells farther away.")
    return f"{text} {where.format(page=page + 1, pages=pages)}"


def with_notes(text: str, state: State) -> str:
    """Return a text with what the signs on the tile in hand mean, in small letters below."""
    return "\n".join([text, *map(subtext, tile_notes(drawn_tile(state)))])


def rotation_label(state: State, rotation: Rotation) -> str:
    shows = tile_text(drawn_tile(state).turned[rotation], state.ruleset.terms)
    return f"{rotation}° · {shows}"


def rotations_text(cell: Position) -> str:
    return _("Which way round at **{cell}**?").format(cell=format_cell(cell))


def rotations_alt_text(state: State, cell: Position, rotations: Sequence[Rotation]) -> str:
    ways = semicolon_list(rotation_label(state, rotation) for rotation in rotations)
    text = _("{cell} and its neighbours, with tile {tile} each way it fits: {ways}.")
    return truncate(text.format(cell=format_cell(cell), tile=drawn_tile(state).name, ways=ways), DESCRIPTION_LENGTH)


def deployment_label(after_placement: State, deployment: Deployment) -> str:
    return deployment_text(after_placement, deployment, after_placement.ruleset.terms)


def deployments_text(table: StartedTable, placement: PlaceTile, after_placement: State) -> str:
    """Ask for the deployment. Say whose figures stand on the tile's features already, and that no follower is left.

    Small letters below say what signs on the tile mean, and what figures do that can go on it.
    """
    lines = [_("{tile}: who goes on it?").format(tile=_placed(placement))]
    lines += taken_lines(after_placement, placement.position, safe_labels(table))
    lines += none_left_notes(after_placement)
    tile = after_placement.cells[placement.position].turned.tile
    return "\n".join([*lines, *map(subtext, [*tile_notes(tile), *deployment_notes(after_placement)])])


def taken_lines(after_placement: State, cell: Position, names: Sequence[str]) -> list[str]:
    """Return a line that says whose figures stand on the new tile's features already; none if nobody's do."""
    taken = word_list(list(_taken(after_placement, cell, names)))
    return [_("Already taken: {features}.").format(features=taken)] if taken else []


def deployment_notes(after_placement: State) -> Iterator[str]:
    """Yield what figures do that can go on the tile just laid, besides followers."""
    deployments = deployments_by_number(after_placement)
    yield from figure_notes(one.figure for one in deployments if isinstance(one, Deploy))


def none_left_notes(after_placement: State) -> Iterator[str]:
    """Yield that the player to move has no follower left, if one could stand on the tile just laid."""
    last = after_placement.last
    if last is None or FOLLOWER in after_placement.figures_in_hand:
        return
    options = turned_laid(after_placement).deploy_options[FOLLOWER,]
    refs = {SegmentRef(last, option.segment): option.move.role for option in options}
    if free := [role for ref, role in refs.items() if not any(feature_at(after_placement, ref).claims)]:
        yield none_left_text(free[0], FOLLOWER, after_placement.ruleset.terms)


def deployments_alt_text(placement: PlaceTile, after_placement: State, deployments: Sequence[Deployment]) -> str:
    spots = semicolon_list(deployment_label(after_placement, deployment) for deployment in deployments)
    text = _("{cell} and its neighbours, with your tile. You can choose: {spots}.")
    return truncate(text.format(cell=format_cell(placement.position), spots=spots), DESCRIPTION_LENGTH)


def _last_follower_text(after_placement: State, deployment: Deployment, after: State) -> str:
    """Return a warning if a deployment takes the last follower, which doesn't come back at once; else nothing."""
    is_follower = isinstance(deployment, Deploy) and deployment.figure == FOLLOWER
    if is_follower and not after.supply[FOLLOWER][after_placement.seat]:
        return _("That's your last follower.")
    return ""


def chosen_turn_text(table: StartedTable, turn: Turn, after_placement: State) -> str:
    """Return a complete turn and what it would score, before the player confirms it."""
    deployment = turn.deployment or DeployNobody()
    sentences = [
        _with_deployment(turn.placement, after_placement, deployment),
        "" if legal_deployments(after_placement) else next(none_left_notes(after_placement), none_can_go_text()),
        *what_follows(after_placement, deployment, safe_labels(table)),
    ]
    confirm = _("Not played yet: press **{button}**.").format(button=_(Label.CONFIRM))
    return "\n".join([" ".join(filter(None, sentences)), confirm])


def what_follows(after_placement: State, deployment: Deployment, names: Sequence[str]) -> Iterator[str]:
    """Yield what a deployment would score at once, what else it would bring, and the question that it would lead to.

    Some sentences may be empty. ``names`` are by seat; the reader is the one to move.
    """
    after, terms, seat = apply(after_placement, deployment), after_placement.ruleset.terms, after_placement.seat
    texts = texts_of(after.state)
    for event in after.events:
        if isinstance(event, FeatureScored) and not event.is_final:
            yield score_text(event, names, terms, reader=seat)
    yield from (texts.event_sentence(event, names, reader=seat) or "" for event in after.events)
    yield _last_follower_text(after_placement, deployment, after.state)
    yield texts.question(after.state)


def _placed(placement: PlaceTile) -> str:
    return f"**{placement_text(placement)}**"


def _with_deployment(placement: PlaceTile, after_placement: State, deployment: Deployment) -> str:
    placed = _placed(placement)
    match deployment:
        case DeployNobody():
            return _("{tile}, **nobody** on it.").format(tile=placed)
        case Recall():
            return _("{tile}, and **the abbot comes back**.").format(tile=placed)
        case Deploy():
            turned, terms = after_placement.cells[placement.position].turned, after_placement.ruleset.terms
            ref = SegmentRef(placement.position, spot_segment(turned, deployment))
            feature = feature_text(feature_at(after_placement, ref), terms)
            return f"{placed} · **{deployment_name(deployment, turned, terms)}** ({feature})."
        case _:
            assert_never(deployment)


def _taken(after_placement: State, cell: Position, names: Sequence[str]) -> Iterator[str]:
    """Yield the segments of the new tile whose features have figures: ``② road on the left (Bob)``."""
    turned = after_placement.cells[cell].turned
    for number, segment in enumerate(turned.segments):
        claims = feature_at(after_placement, SegmentRef(cell, number)).claims
        holders = [names[seat] for seat, strength in enumerate(claims) if strength]
        if holders:
            kind = kind_name(segment.kind, after_placement.ruleset.terms)
            where = [spot_sign(turned, number), kind, place_text(turned, number), f"({word_list(holders)})"]
            yield " ".join(filter(None, where))
