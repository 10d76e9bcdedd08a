"""Texts for looking at a game: its board, the tiles left, its log, and sharing it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from carcassonne import Deploy, Record, State, format_cell, format_deployment, format_move
from carcassonne.projection import dead_cells, projected_scores
from carcassonne.record import UNFINISHED, Entry, TurnLine, format_entry
from host.model.game_log import RecentTiles
from host.model.substitution import Substitution
from host.model.table import FinishedTable, RunningTable, StartedTable
from screens.text.choices import BoardView, SharedForm, ZoomLevel, colour_name
from screens.text.deadlines import pending_line
from screens.text.editions import texts_of
from screens.text.features import drawn_tile_words, recorded_name, tile_text
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import (
    DESCRIPTION_LENGTH,
    PAGE_LENGTH,
    capitalize,
    isolated_name,
    safe_name,
    short_list,
    split_pages,
    subtext,
    truncate,
    with_heading,
    word_list,
)
from screens.text.names import game_name, safe_labels, seat_labels
from screens.text.nouns import Terms, counted
from screens.text.placeholders import fill, fixed_text
from screens.text.status import result_text, score_lines, tiles_left_short, verdict_line, winners_at

_MOST_LISTED: Final = 20

_VIEW_NOTES: Final = {
    BoardView.FIELDS: N_("Each field has one colour, and the fields beside it have others."),
    BoardView.CLAIMS: N_(
        "A player's colour means they hold it, stripes that they share it. Grey stripes mean nobody gets it."
    ),
}


def board_text(table: StartedTable, view: BoardView = BoardView.NORMAL) -> str:
    """Return the text above a board: whose turn it is, the tile, the points, and what the view shows."""
    return "\n".join([_headline(table), " · ".join(score_lines(table)), *_view_lines(table, view)])


def sizes_text() -> str:
    """Return what the buttons below a board mean."""
    return subtext(_("Size: 5 is nearest, A is all."))


def level_label(level: ZoomLevel) -> str:
    """Return the label of the button of a size."""
    return _("A · all") if level is ZoomLevel.ALL else level.value


def since_text(table: StartedTable, recent: RecentTiles) -> str:
    """Return what has been laid since the reader's last tile, in the order of the numbers in the picture."""
    state, names = table.state, safe_labels(table)
    if not recent.moves:
        own, none = _("No tile since yours."), _("No tile yet.")
        return own if recent.is_since_own else none
    cells = list(state.cells.items())[-len(recent.moves) :]
    tiles = [
        f"{number}. {names[entry.seat]}: {placed.turned.tile.name} {format_cell(cell)}"
        for number, (entry, (cell, placed)) in enumerate(zip(recent.moves, cells, strict=True), 1)
    ]
    text = _("Since your last tile: {tiles}.") if recent.is_since_own else _("Latest tiles: {tiles}.")
    return text.format(tiles=short_list(tiles, _MOST_LISTED))


def aid_not_allowed_text(table: StartedTable, *, is_shared: bool = False) -> str | None:
    """Return why a view that helps with counting is not allowed; None if it is allowed.

    It is not allowed if the table forbids it, or if it would be shared.
    """
    if not (table.settings.aids or table.status.is_over):
        return fill(_("Hints are off in {game}. Look at the normal board instead."), table)
    return _("Hints are for your eyes only. Leave out `share`.") if is_shared else None


def _view_lines(table: StartedTable, view: BoardView) -> list[str]:
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
    lines = [f"{left[name]} × **{name}** {tile_text(tiles[name].segments, terms)}" for name in sorted(left)]
    others = [with_heading(f"**{heading}**", ", ".join(items)) for heading, items in texts_of(state).pieces_left(state)]
    return split_pages([tiles_headline(state), *lines, *others], PAGE_LENGTH)


MAX_LINES: Final = 15
"""The most lines in the message. The file has all lines."""

_SIGNS_OF_TURNS: Final = {
    "?": N_("not placed yet"),
    "-": N_("nobody on the tile"),
    "recall": N_("abbot taken back"),
}

_SIGNS_BETWEEN_TURNS: Final = {
    "x": N_("tile fits nowhere, out of the game"),
    "skip": N_("turn skipped, tile out of the game"),
    "resign": N_("player resigned"),
    UNFINISHED: N_("not played to the end"),
}
"""The words in a record that need an explanation in every edition."""


def log_text(table: StartedTable, record: Record, substitutions: Iterable[tuple[Substitution, int]]) -> str:
    """Return the last lines of a record, the numbers of the players, and who took over after how many turns."""
    terms = table.state.ruleset.terms
    body: list[Entry | str] = [*record.entries, *([] if record.result is None else [record.result])]
    players = ", ".join(f"{number} = {name}" for number, name in enumerate(safe_labels(table), 1))
    shown = body[-MAX_LINES:]
    head = _("{game} ({players}). Each line: turn, player, tile, cell, rotation, follower.")
    head = head.format(game=game_name(table), players=players)
    if len(body) > len(shown):
        which = ngettext(
            "Here's the last {number} line; the file has them all.",
            "Here are the last {number} lines; the file has them all.",
            len(shown),
        )
        head += " " + which.format(number=len(shown))
    changes = dict.fromkeys(_substitution_text(table, *one) for one in substitutions)
    head = "\n".join([head, *_legend(table, shown), *changes])
    body_text = "\n".join(_entry_text(entry, terms) for entry in shown)
    return truncate(head, 1_000) + f"\n```\n{body_text}\n```" + _fair_draw_text(table)


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


def _legend(table: StartedTable, shown: Iterable[Entry | str]) -> list[str]:
    """Return one line that explains words in the lines shown; no line if no word needs it."""
    texts = texts_of(table.state)
    signs = {**_SIGNS_OF_TURNS, **texts.record_signs, **_SIGNS_BETWEEN_TURNS}
    used = {sign for entry in shown for sign in _signs(entry)}
    explained = [f"`{sign}` {_(meaning)}" for sign, meaning in signs.items() if sign in used]
    return [" · ".join(explained)] if explained else []


def _signs(entry: Entry | str) -> Iterator[str]:
    """Yield the words of an entry that need an explanation."""
    if not isinstance(entry, TurnLine):
        yield _plain(entry).split()[0]
        return
    yield "?" if entry.turn is None or entry.turn.deployment is None else format_deployment(entry.turn.deployment)
    yield from (format_move(choice).split()[0] for choice in entry.answers)


def _plain(entry: Entry | str) -> str:
    return entry if isinstance(entry, str) else format_entry(entry)


def _entry_text(entry: Entry | str, terms: Terms) -> str:
    line = _plain(entry)
    if not isinstance(entry, TurnLine) or entry.turn is None or not isinstance(entry.turn.deployment, Deploy):
        return line
    deployment = entry.turn.deployment
    return line.replace(format_deployment(deployment), recorded_name(deployment, terms), 1)


def _substitution_text(table: StartedTable, one: Substitution, turn: int) -> str:
    """Say who took over from whom, after the colour of the seat; in a practice game, of all seats, so of none."""
    text = _("{taker} took over from {giver} after turn {turn}.")
    if not turn:
        text = _("{taker} took over from {giver} before the first turn.")
    text = fill(text, taker=one.taker, giver=one.giver, turn=turn)
    colour = table.seats[one.seat].colour
    return text if table.is_practice else with_heading(f"{colour.mark} {capitalize(colour_name(colour))}", text)


share_text = fixed_text(
    N_("How do you want to show this game? An animation plays in the chat, a web page is a zip for your browser.")
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
    text = _("**{name} wins** with {points}!")
    if len(won) > 1:
        text = _("**{names} share the win** with {points} each!")
    points, winners = counted(table.state.scores[won[0]], "point"), [names[seat] for seat in won]
    return fill(text.replace("**", ""), name=winners[0], names=winners, points=points)


def page_texts() -> dict[str, str]:
    """Return the words on a page, by the names of the fields of ``render.share.steps.PageWords``."""
    return {
        "board": _("The board"),
        "turn": _("Turn {turn} of {turns}"),
        "first": _("First turn"),
        "previous": _("Previous turn"),
        "next": _("Next turn"),
        "last": _("Last turn"),
        "play": _("Play"),
        "pause": _("Pause"),
        "zoom_in": _("Zoom in"),
        "zoom_out": _("Zoom out"),
        "whole": _("Show the whole board"),
        "theme": _("Light or dark"),
        "players": _("Players"),
        "followers": _("Followers left: {count}"),
        "scores": _("Scores"),
        "turns": _("All turns"),
        "keys": _("The arrow keys go from turn to turn, and the space bar plays. Drag the board to move it."),
    }
