"""The public message of a turn, of the beginning and of the end of a game."""

from collections.abc import Callable, Iterator

from carcassonne import (
    Deploy,
    Event,
    FeatureScored,
    KeepMoved,
    Move,
    PlaceTile,
    PlayWall,
    Recall,
    Resign,
    ScoreFirst,
    State,
    TileDiscarded,
    WallTaken,
    format_cell,
)
from cogs.shared.words.castle import answered_text, question_text, wall_tile_text
from cogs.shared.words.editions import edition_text
from cogs.shared.words.features import Terms, follower_name, score_text, tile_text
from cogs.shared.words.language import clipped, counted, listed, plural, safe_labels
from cogs.shared.words.results import final_lines
from cogs.shared.words.tables import game_name, standings, tiles_left_text
from host import Played, Table


def announcement(played: Played, mention: Callable[[str], str]) -> str:
    """Return the message that follows what was played. It mentions the player to move."""
    names = safe_labels(played.after)
    lines = turn_lines(played, mention) if played.after.to_move else final_lines(played)
    head, *rest = lines
    return clipped("\n".join([head, *happenings(played, names), *rest]))


def turn_lines(played: Played, mention: Callable[[str], str]) -> list[str]:
    """Return whose turn it is, the tile drawn or the question asked, and how everybody stands."""
    table = played.after
    seat, state = table.to_move, table.state
    assert seat is not None
    assert state is not None
    name, question = safe_labels(table)[seat.number], question_text(state)
    return [
        f"**{name}** {'has to answer' if question else 'to move'} · {game_name(table)} · <@{seat.person.id}>",
        _question_line(question, mention) if question else _tile_line(state, mention("place")),
        standings(table, state),
    ]


def _question_line(question: str, mention: Callable[[str], str]) -> str:
    beforehand = f"another time, `wall` or `first` with {mention('place')} answers beforehand"
    return f"{question} {mention('pass')} takes the first answer; {beforehand}."


def _tile_line(state: State, place_command: str) -> str:
    assert state.tile is not None
    shows = tile_text(state.tile.segments, state.ruleset.terms)
    return f"Your tile: **{state.tile.name}** ({shows}). {tiles_left_text(state)} Lay it with {place_command}"


def happenings(played: Played, names: tuple[str, ...]) -> Iterator[str]:
    """Yield what was played and what came of it, a sentence each."""
    table, state = played.after, played.after.state
    assert state is not None
    terms = state.ruleset.terms
    if played.before.state is None:
        yield _opening_text(table, names)
    else:
        yield from move_sentences(played.before.state, played.moves, names)
    for event in played.events:
        if sentence := _event_text(event, names, terms):
            yield sentence


def _opening_text(table: Table, names: tuple[str, ...]) -> str:
    kind = "A practice game" if table.is_practice else "A game"
    rules = edition_text(table.edition, table.options)
    return f"{kind} begins, by the rules “{rules}” (`/rules`). The order is {listed(names)}."


def move_sentences(state: State, moves: tuple[Move, ...], names: tuple[str, ...]) -> Iterator[str]:
    """Yield what the players did, a sentence each; ``state`` is the one before these moves."""
    terms, seat, tile = state.ruleset.terms, state.seat, state.tile
    for move, after in zip(moves, (*moves[1:], None), strict=True):
        match move:
            case PlaceTile() if tile is not None:
                yield f"{names[seat]} put {tile.name} on {placement_text(move)}{_with_follower(after, terms)}."
            case ScoreFirst() | PlayWall():
                yield answered_text(move, names[seat])
            case Resign(number):
                yield f"{names[number]} resigned. Their {plural(terms['figure'])} stay, but score nothing."
            case _:
                pass


def placement_text(move: PlaceTile) -> str:
    """Return where a tile lies and how: ``M14, turned 90°``."""
    return f"{format_cell(move.position)}, turned {move.rotation}°"


def _with_follower(move: Move | None, terms: Terms) -> str:
    match move:
        case Deploy():
            return f", with a {follower_name(move, terms)}"
        case Recall():
            return " and took the abbot back"
        case _:
            return ""


def _event_text(event: Event, names: tuple[str, ...], terms: Terms) -> str | None:
    match event:
        case TileDiscarded(tile):
            return f"Tile {tile} fits nowhere and leaves the game."
        case FeatureScored(is_final=False):
            return score_text(event, names, terms)
        case WallTaken(seat, number):
            return f"{names[seat]} reaches a corner tower and takes {wall_tile_text(number)}."
        case KeepMoved(seat, place, tiles):
            house = f"the house of {counted(tiles, 'tile')} at {format_cell(place.position)}"
            return f"{names[seat]}'s keep stands on {house} now."
        case _:
            return None


def placed_text(played: Played) -> str:
    """Return the one line for the person who has played a turn or answered a question."""
    before, after = played.before.state, played.after.state
    assert before is not None
    done = " ".join(move_sentences(before, played.moves, ("You",) * before.seats))
    to_move = played.after.to_move
    if to_move is None or after is None:
        return f"{done} The game is over."
    if question := question_text(after):
        return f"{done} The game waits for your answer in <#{played.after.venue.channel}>: {question}"
    return f"{done} {safe_labels(played.after)[to_move.number]} is next."
