"""The public message of a turn, of the beginning and of the end of a game."""

from collections import Counter
from collections.abc import Iterator

from carcassonne import (
    Deploy,
    DeployNobody,
    DrawTile,
    Event,
    FeatureScored,
    Figure,
    Move,
    PlaceTile,
    Recall,
    Resign,
    Skip,
    State,
    TileDiscarded,
    format_cell,
)
from cogs.shared.words.editions import edition_text
from cogs.shared.words.features import Terms, follower_name, score_text, scored_text, tile_text
from cogs.shared.words.language import MARKS, clipped, counted, listed, plural, safe, safe_labels
from host import Found, Played, Table


def game_name(table: Table) -> str:
    """Return what a game is called."""
    return f"Carcassonne #{table.number}"


def announcement(played: Played, place_command: str) -> str:
    """Return the message that follows what was played. It mentions the player to move."""
    names = safe_labels(played.after)
    lines = turn_lines(played, place_command) if played.after.to_move else final_lines(played)
    head, *rest = lines
    return clipped("\n".join([head, *happenings(played, names), *rest]))


def turn_lines(played: Played, place_command: str) -> list[str]:
    """Return whose turn it is, the tile drawn, and how everybody stands."""
    table = played.after
    seat, state = table.to_move, table.state
    assert seat is not None
    assert state is not None
    assert state.tile is not None
    terms = state.ruleset.terms
    name = safe_labels(table)[seat.number]
    shows = tile_text(state.tile.segments, terms)
    return [
        f"**{name}** to move · {game_name(table)} · <@{seat.person.id}>",
        f"Your tile: **{state.tile.name}** ({shows}). {tiles_left_text(state)} {place_command}",
        standings(table, state),
    ]


def tiles_left_text(state: State) -> str:
    """Return how many tiles are left, the one shown included."""
    return f"{counted(state.tiles_left, 'tile')} left, this one included."


def standings(table: Table, state: State, separator: str = " · ") -> str:
    """Return everybody's points and figures, the player to move in bold."""
    to_move = table.to_move
    names = safe_labels(table)
    return separator.join(
        f"{MARKS[seat.number]} {_bold(names[seat.number], is_bold=seat == to_move)} {seat_standing(state, seat.number)}"
        for seat in table.seats
    )


def _bold(name: str, *, is_bold: bool) -> str:
    return f"**{name}**" if is_bold else name


def seat_standing(state: State, seat: int) -> str:
    """Return a seat's points and what it still has in hand: ``12 points, 5 figures``."""
    words = [counted(state.scores[seat], "point")]
    if seat in state.resigned:
        return f"{words[0]}, resigned"
    words.append(counted(state.supply[Figure.FOLLOWER][seat], state.ruleset.terms["figure"]))
    if state.ruleset.supply[Figure.ABBOT]:
        words.append("abbot" if state.supply[Figure.ABBOT][seat] else "no abbot")
    return ", ".join(words)


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
    return f"{kind} begins: {edition_text(table.edition, table.options)}. The order is {listed(names)}."


def move_sentences(state: State, moves: tuple[Move, ...], names: tuple[str, ...]) -> Iterator[str]:
    """Yield what the players did, a sentence each; ``state`` is the one before these moves."""
    terms, seat, tile = state.ruleset.terms, state.seat, state.tile
    for move, after in zip(moves, (*moves[1:], None), strict=True):
        match move:
            case PlaceTile() if tile is not None:
                yield f"{names[seat]} put {tile.name} on {placement_text(move)}{_with_follower(after, terms)}."
            case Resign(number):
                yield f"{names[number]} resigned. Their {plural(terms['figure'])} stay, but score nothing."
            case Skip(number):
                yield f"{names[number]} was skipped."
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
        case DeployNobody() | DrawTile() | PlaceTile() | Resign() | Skip() | None:
            return ""


def _event_text(event: Event, names: tuple[str, ...], terms: Terms) -> str | None:
    match event:
        case TileDiscarded(tile):
            return f"Tile {tile} leaves the game."
        case FeatureScored(is_final=False):
            return score_text(event, names, terms)
        case _:
            return None


def final_lines(played: Played) -> list[str]:
    """Return how a game ended, and everybody's points, itemised."""
    table, state = played.after, played.after.state
    assert state is not None
    ranking = sorted(table.seats, key=lambda seat: -state.scores[seat.number])
    return [
        f"{game_name(table)} is over. {verdict(table, state)}",
        *(f"{MARKS[seat.number]} {_final_score(played, state, seat.number)}" for seat in ranking),
    ]


def winners(state: State) -> list[int]:
    """Return the seats that have won: of those who stayed, those with most points."""
    stayed = [seat for seat in range(state.seats) if seat not in state.resigned]
    most = max(state.scores[seat] for seat in stayed)
    return [seat for seat in stayed if state.scores[seat] == most]


def verdict(table: Table, state: State) -> str:
    """Return who has won, or why nobody has."""
    names = safe_labels(table)
    stayed = [seat for seat in table.seats if not seat.resigned]
    if not state.is_over:
        who = "its players" if all(seat.person.id in table.ending for seat in stayed) else "a server manager"
        return f"It was ended by {who}, and nobody wins."
    if len(stayed) == 1:
        return f"**{names[stayed[0].number]} wins**: everybody else has resigned."
    best = winners(state)
    points = counted(state.scores[best[0]], "point")
    if len(best) == 1:
        return f"**{names[best[0]]} wins** with {points}."
    return f"**{listed([names[seat] for seat in best])} share the victory** with {points} each."


def _final_score(played: Played, state: State, seat: int) -> str:
    name, total, terms = safe_labels(played.after)[seat], state.scores[seat], state.ruleset.terms
    finals = [event for event in played.events if isinstance(event, FeatureScored) and event.is_final]
    mine = [event for event in finals if seat in event.seats]
    before = total - sum(event.points for event in mine)
    alike = Counter((event.points, scored_text(event, terms)) for event in mine)
    items = [f"{points} for {what}" + (f" (×{times})" if times > 1 else "") for (points, what), times in alike.items()]
    return f"{name}: {total} = " + ", ".join([f"{before} during the game", *items]) if items else f"{name}: {total}"


def placed_text(played: Played) -> str:
    """Return the one line for the person who has played a turn."""
    before = played.before.state
    assert before is not None
    done = " ".join(move_sentences(before, played.moves, ("You",) * before.seats))
    to_move = played.after.to_move
    return f"{done} {safe_labels(played.after)[to_move.number]} is next." if to_move else f"{done} The game is over."


def others_text(found: Found) -> str:
    """Return, where a game was chosen among several, which one it was and how to name another."""
    if not found.others:
        return ""
    numbers = listed([f"#{table.number}" for table in found.others])
    return f" (This is game #{found.table.number}, waiting longest; for {numbers} use the option `game`.)"


def board_text(table: Table) -> str:
    """Return the words above a board: whose turn it is and with what, and how everybody stands."""
    state = table.state
    assert state is not None
    if table.to_move is None:
        return f"{game_name(table)} is over. {verdict(table, state)}\n{standings(table, state)}"
    assert state.tile is not None
    name = safe_labels(table)[table.to_move.number]
    shows = tile_text(state.tile.segments, state.ruleset.terms)
    return (
        f"{game_name(table)}: **{name}** to move with tile **{state.tile.name}** ({shows}). {tiles_left_text(state)}\n"
        + standings(table, state)
    )


def shared_text(table: Table, name: str) -> str:
    """Return the words above a board that somebody shows to all."""
    return f"{safe(name)} shows the board of {board_text(table)}"
