"""Texts for looking at a game: its board, the tiles left, its log, and sharing it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias, assert_never

from carcassonne import Deploy, Recall, Record, State, format_cell, format_move
from carcassonne.projection import dead_cells, projected_scores
from carcassonne.record import DiscardLine, Entry, ResignLine, SkipLine, TurnLine
from host.model.controllers import Controller
from host.model.game_log import LogEntry, RecentTiles
from host.model.substitution import Substitution, seats_before
from host.model.table import FinishedTable, RunningTable, StartedTable
from screens.text.choices import BoardView, SharedForm, ZoomLevel
from screens.text.deadlines import pending_line
from screens.text.editions import texts_of
from screens.text.features import drawn_tile_words, recorded_name, tile_text
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import (
    DESCRIPTION_LENGTH,
    PAGE_LENGTH,
    isolated_name,
    safe_name,
    short_list,
    split_pages,
    subtext,
    truncate,
    with_heading,
    word_list,
)
from screens.text.names import game_name, player_name, safe_labels, safe_names, seat_labels
from screens.text.nouns import Terms, counted
from screens.text.placeholders import fill, fixed_text
from screens.text.status import (
    is_won_by_resigning,
    last_player_text,
    result_text,
    score_lines,
    tiles_left_short,
    verdict_line,
    winners_at,
)
from screens.text.tile_notes import notes_at

_MOST_LISTED: Final = 20

_VIEW_NOTES: Final = {
    BoardView.FIELDS: N_("Each field has one colour, and the fields beside it have others."),
    BoardView.CLAIMS: N_(
        "A player's colour means they hold it, stripes that they share it. Grey stripes mean nobody gets it."
    ),
}


def board_text(table: StartedTable, view: BoardView = BoardView.NORMAL) -> str:
    """Return the text above a board: whose turn it is, the tile and its signs, the points, and what the view shows."""
    notes = map(subtext, notes_at(table))
    return "\n".join([_headline(table), *notes, " · ".join(score_lines(table)), *view_lines(table, view)])


def sizes_text() -> str:
    """Return what the buttons below a board mean."""
    return subtext(_("Size: 5 is nearest, A is all."))


def level_label(level: ZoomLevel) -> str:
    """Return the label of the button of a size."""
    return _("A · all") if level is ZoomLevel.ALL else level.value


def since_text(table: StartedTable, recent: RecentTiles, changes: Sequence[Substitution]) -> str:
    """Return what has been laid since the reader's last tile, in the order of the numbers in the picture.

    ``changes`` are the seats that have changed hands.
    """
    state = table.state
    if not recent.moves:
        own, none = _("No tile since yours."), _("No tile yet.")
        return own if recent.is_since_own else none
    cells = list(state.cells.items())[-len(recent.moves) :]
    tiles = [
        f"{number}. {with_heading(_mover(table, entry, changes), f'{placed.turned.tile.name} {format_cell(cell)}')}"
        for number, (entry, (cell, placed)) in enumerate(zip(recent.moves, cells, strict=True), 1)
    ]
    text = _("Since your last tile: {tiles}.") if recent.is_since_own else _("Latest tiles: {tiles}.")
    return text.format(tiles=short_list(tiles, _MOST_LISTED))


def _mover(table: StartedTable, entry: LogEntry, changes: Sequence[Substitution]) -> str:
    """Return the name of who made a move."""
    seats = seats_before(table.seats, [one for one in changes if one.ply >= entry.ply])
    return safe_names([seat.controller for seat in seats])[entry.seat]


def aid_not_allowed_text(table: StartedTable, *, is_shared: bool = False) -> str | None:
    """Return why a view that helps with counting is not allowed; None if it is allowed.

    It is not allowed if the table forbids it, or if it would be shared.
    """
    if not (table.settings.aids or table.status.is_over):
        return fill(_("Hints are off in {game}. Look at the normal board instead."), table)
    return _("Hints are for your eyes only. Leave out `share`.") if is_shared else None


def view_lines(table: StartedTable, view: BoardView) -> list[str]:
    """Return what a view shows, in words."""
    match view:
        case BoardView.SCORE if table.status.is_over:
            return []
        case BoardView.SCORE:
            points = zip(safe_labels(table), projected_scores(table.state), strict=True)
            return [fill(_("If the game ended now: {scores}."), scores=[f"{name} {score}" for name, score in points])]
        case BoardView.DEAD:
            return [_dead_text(table.state)]
        case BoardView.FIELDS | BoardView.CLAIMS:
            return [_(_VIEW_NOTES[view])]
        case BoardView.NORMAL | BoardView.SINCE | BoardView.WORDS:
            return []
        case _:
            assert_never(view)


def _dead_text(state: State) -> str:
    cells = [format_cell(cell) for cell in sorted(dead_cells(state))]
    text = _("No tile left fits at {cells}.") if cells else _("There's still a tile for every open cell.")
    return fill(text, cells=cells)


def _headline(table: StartedTable) -> str:
    if isinstance(table, FinishedTable):
        return verdict_line(table)
    return pending_line(table, table.pending) if table.pending else _turn_line(table)


def _turn_line(table: RunningTable) -> str:
    state, seat = table.state, table.next_seat
    if question := texts_of(state).question(state):
        return fill(_("{game} · **{name}** decides · {question}"), table, name=seat, question=question)
    shows, tile = drawn_tile_words(state)
    text = _("{game} · **{name}**'s turn · **{shows}** (tile {tile}) · {tiles_left}")
    return fill(text, table, name=seat, shows=shows, tile=tile, tiles_left=tiles_left_short(state))


def shared_text(table: StartedTable, name: str) -> str:
    return _("{name} shares {board}").format(name=safe_name(name), board=board_text(table))


def tiles_alt_text(state: State) -> str:
    """Return the tiles left in words, for the description of their picture, or in short if they are too many."""
    words = "; ".join(" ".join(tiles_texts(state)).replace("**", "").splitlines())
    if len(words) <= DESCRIPTION_LENGTH:
        return words
    left = ", ".join(f"{number} × {name}" for name, number in sorted(_tiles_left(state).items()))
    return truncate(with_heading(_("All tiles left, by letter"), left) + ".", DESCRIPTION_LENGTH)


def tiles_headline(state: State) -> str:
    """Return how many tiles are left, and which one is drawn."""
    head = ngettext("{number} tile left.", "{number} tiles left.", state.tiles_left).format(number=state.tiles_left)
    if not state.tiles_left:
        return _("No tiles left.")
    if state.tile:
        left = _tiles_left(state)
        drawn = _("**{tile}** is drawn. Still in the bag:") if left else _("**{tile}** is drawn. It's the last one.")
        head += " " + drawn.format(tile=state.tile.name)
    return head


def _tiles_left(state: State) -> Counter[str]:
    left = Counter(state.bag)
    for layer in state.bags_left:
        left.update(state.ruleset.bags[layer])
    return left


def tiles_texts(state: State) -> list[str]:
    """Return the drawn tile, each kind of tile left with its number of copies, and what else is left, as messages."""
    terms, tiles, left = state.ruleset.terms, state.ruleset.tiles, _tiles_left(state)
    lines = [f"{left[name]} × **{name}** {tile_text(tiles[name].turned[0], terms)}" for name in sorted(left)]
    others = [with_heading(f"**{heading}**", ", ".join(items)) for heading, items in texts_of(state).pieces_left(state)]
    return split_pages([tiles_headline(state), *lines, *others], PAGE_LENGTH)


MAX_LINES: Final = 8
"""The most turns in the message. The file has all of them."""

Change: TypeAlias = tuple[Substitution, int]
"""A seat that changed hands, and how many turns had been played."""


def log_text(table: StartedTable, record: Record, changes: Sequence[Change]) -> str:
    """Return the last turns of a record in words, and who played when in seats that changed hands."""
    lines = list(_log_lines(table, record, partial(_names_at, table, changes)))
    shown = lines[-MAX_LINES:]
    head = game_name(table)
    if len(lines) > len(shown):
        which = ngettext(
            "Here's the last {number} line; the file has them all.",
            "Here are the last {number} lines; the file has them all.",
            len(shown),
        )
        head += " · " + which.format(number=len(shown))
    fair = _fair_draw_text(table)
    legend = _legend(table, record.entries[-MAX_LINES:])
    return truncate("\n".join([head, *legend, *_change_lines(table, changes), *shown])) + fair


_SHOWN_DIGITS: Final = 16
"""The digits of the commitment that are shown: trying seeds cannot meet them. The file has all 64."""


def _fair_draw_text(table: StartedTable) -> str:
    """Return a line on how the draws can be checked; empty for a game whose shuffle was never fixed."""
    if not table.commitment:
        return ""
    text = _("Fair draw: `{start}…` fixed the shuffle before the first tile. At the end the file has its seed.")
    if table.status.is_over:
        text = _("Fair draw: `{start}…` fixed the shuffle before the first tile. The file has its seed to check it.")
    return "\n" + subtext(text.format(start=table.commitment[:_SHOWN_DIGITS]))


def _names_at(table: StartedTable, changes: Sequence[Change], turn: int) -> tuple[str, ...]:
    """Return the names of those who had the seats in a turn, from 1."""
    later = [one for one, after in changes if after >= turn]
    return safe_names([seat.controller for seat in seats_before(table.seats, later)])


def _log_lines(table: StartedTable, record: Record, names: Callable[[int], tuple[str, ...]]) -> Iterator[str]:
    """Yield a line for each entry of a record. ``names`` returns the names in a turn, by seat."""
    terms, is_over, turn = table.state.ruleset.terms, table.status.is_over, 0
    for entry in record.entries:
        match entry:
            case TurnLine(number, seat):
                turn = number
                text = f"{number}. {with_heading(names(number)[seat], _turn_words(entry, terms, is_over=is_over))}"
            case DiscardLine(tile):
                text = _("Tile {tile} doesn't fit anywhere, so it's out of the game.").format(tile=tile)
            case SkipLine(seat, tile):
                text = _("{name} ran out of time, so tile {tile} is out of the game.")
                text = text.format(name=names(turn + 1)[seat], tile=tile)
            case ResignLine(seat):
                text = with_heading(names(turn + 1)[seat], _("resigned"))
            case _:
                assert_never(entry)
        yield text


def _turn_words(line: TurnLine, terms: Terms, *, is_over: bool) -> str:
    """Return a turn in words: ``tile D at L11, turned 90°, knight E``."""
    if line.turn is None:
        text = _("tile {tile}, not placed") if is_over else _("tile {tile}, not placed yet")
        return text.format(tile=line.tile)
    placement, words = line.turn.placement, _("tile {tile} at {cell}, turned {rotation}°")
    parts = [words.format(tile=line.tile, cell=format_cell(placement.position), rotation=placement.rotation)]
    match line.turn.deployment:
        case Deploy() as deployment:
            parts.append(recorded_name(deployment, terms))
        case Recall():
            parts.append(_("the abbot back"))
        case _:
            pass
    return ", ".join([*parts, *map(format_move, line.answers)])


def _legend(table: StartedTable, shown: Iterable[Entry]) -> list[str]:
    """Return one line that explains the answers in the lines shown; no line if there are none."""
    answers = [answer for entry in shown if isinstance(entry, TurnLine) for answer in entry.answers]
    used = {format_move(answer).split()[0] for answer in answers}
    signs = texts_of(table.state).record_signs
    explained = [f"`{sign}` {_(meaning)}" for sign, meaning in signs.items() if sign in used]
    return [" · ".join(explained)] if explained else []


def _change_lines(table: StartedTable, changes: Sequence[Change]) -> list[str]:
    """Return a line for each seat that changed hands; in a practice game, one for all of them."""
    lines = []
    for seat in table.seats:
        if own := [(one, turn) for one, turn in changes if one.seat == seat.number]:
            mark = "" if table.is_practice else f"{seat.colour.mark} "
            lines.append(mark + _who_played(own))
    return list(dict.fromkeys(lines))


def _who_played(changes: Sequence[Change]) -> str:
    """Say who had a seat in which turns: ``the expert computer played turns 1 to 8, then Bob``."""
    first, (last, turn) = changes[0], changes[-1]
    if not turn:
        text = _("{taker} took over from {giver} before the first turn.")
        return fill(text, taker=last.taker, giver=first[0].giver)
    parts, played = list[str](), 0
    for one, until in changes:
        if until > played:  # who had the seat for no turn isn't named
            parts.append(_turns_of(one.giver, played + 1, until, is_first=not parts))
            played = until
    text = _("{players}, then {last}.")
    return fill(text, players=", ".join(parts), last=last.taker)


def _turns_of(player: Controller, first: int, last: int, *, is_first: bool) -> str:
    if first == last:
        text = _("{name} played turn {first}") if is_first else _("{name} turn {first}")
    else:
        text = _("{name} played turns {first} to {last}") if is_first else _("{name} turns {first} to {last}")
    return text.format(name=player_name(player), first=first, last=last)


share_text = fixed_text(
    N_("How do you want to show this game? An animation plays in the chat, a web page is a zip file for your browser.")
)
done_text = fixed_text(N_("Done: everyone here can see it."))
too_long_text = fixed_text(N_("That's too much for one file. Go to a later turn in `/replay`, then share from there."))
not_drawn_text = fixed_text(N_("The drawing didn't work out. Try it again in a minute."))


def form_label(form: SharedForm, first: int) -> str:
    """Return the label of the button for a form that begins with a turn; 0 is the whole game."""
    match form, first:
        case SharedForm.ANIMATION, 0:
            return _("Animation")
        case SharedForm.ANIMATION, _turn:
            return _("Animation from turn {turn}").format(turn=first)
        case SharedForm.PAGE, 0:
            return _("Web page")
        case _other:
            return _("Web page from turn {turn}").format(turn=first)


def drawing_text(form: SharedForm) -> str:
    return _("Drawing the animation …") if form is SharedForm.ANIMATION else _("Drawing the web page …")


def progress_text(turn: int, turns: int) -> str:
    return _("Drawing the animation: turn {turn} of {turns} …").format(turn=turn, turns=turns)


def page_name(table: StartedTable) -> str:
    """Return the name of the file in the zip that a web page comes in."""
    return f"game{table.number}.html"


def drawn_text(table: StartedTable, form: SharedForm) -> str:
    if form is SharedForm.ANIMATION:
        return _("Here's the animation. Only you can see it.")
    text = _("Here's the web page. Download the zip, then open {file} from it in your browser.")
    return text.format(file=page_name(table))


def posted_text(table: StartedTable, form: SharedForm, name: str) -> str:
    text = _("{name} shares {game} as a web page. Download the zip, then open {file} from it in your browser.")
    if form is SharedForm.ANIMATION:
        text = _("{name} shares {game} as an animation.")
    return fill(text, table, name=safe_name(name), file=page_name(table))


def shared_alt_text(table: StartedTable, form: SharedForm, first: int, last: int) -> str:
    """Describe the file of a game: who plays, what it shows, and who has won."""
    text = _("Web page with {game}, from turn {first} to {last}.")
    if form is SharedForm.ANIMATION:
        text = _("Animation of {game}, from turn {first} to {last}.")
    names = tuple(map(isolated_name, seat_labels(table)))
    players = with_heading(_("Players"), word_list(names)) + "."
    result = result_text(table, names)
    return " ".join([fill(text, table, first=first, last=last), players, *([result + "."] if result else [])])


def ending_sentence(table: FinishedTable, names: Sequence[str]) -> str:
    """Say who has won, without the marks that only Discord understands."""
    won = winners_at(table)
    if not won:
        return _("The game is over")
    if len(table.seats) > 1 and is_won_by_resigning(table):
        return last_player_text(names, won[0], has_markup=False)
    text = _("**{name} wins** with {points}!")
    if len(won) > 1:
        text = _("**{names} share the win** with {points} each!")
    points, winners = counted(table.state.scores[won[0]], "point"), [names[seat] for seat in won]
    return fill(text.replace("**", ""), name=winners[0], names=winners, points=points)
