"""How a game stands or ended: whose turn it is, points and figures, what scored, who won."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Final, assert_never

from carcassonne import Event, FeatureScored, Item, Kind, State, Unit, winners
from host.model.table import BaseRunningTable, FinishedTable, Seat, StartedTable
from host.model.tournament_boards import tournament_of
from render import signed
from screens.text.deadlines import due_text, timeout_lines
from screens.text.editions import rules_name, texts_of
from screens.text.i18n import N_, _, ngettext
from screens.text.labels import Label
from screens.text.markup import bold_label, capitalize, join_lines, subtext, timestamp, with_heading, word_list
from screens.text.names import (
    board_link,
    computers_at,
    game_name,
    safe_labels,
)
from screens.text.nouns import Terms, counted, in_hand_text, kind_names, noun
from screens.text.placeholders import fill
from screens.text.series import series_lines


def status_text(table: StartedTable) -> str:
    """Return the status of a game: whose turn it is and since when, a link to the board, and the points.

    A game with a time limit also says what happens when the time is out.
    """
    rules, scores = rules_name(table.edition, table.options), [*score_lines(table), *series_lines(table)]
    if isinstance(table, FinishedTable):
        return join_lines([verdict_line(table), f"{rules} · {board_link(table)}", *scores])
    items = [whose_turn_text(table), tiles_left_short(table.state), board_link(table)]
    return join_lines([f"**{game_name(table)}** · {rules}", " · ".join(items), *scores, *timeout_lines(table)])


def whose_turn_text(table: BaseRunningTable, person_id: int | None = None) -> str:
    """Say whose turn it is, since when and until when. The person's own turn is called "your turn"."""
    if pending := table.pending:
        text = _("{name} just played, next tile {time}")
        return fill(text, table, name=pending, time=timestamp(pending.until, "R"))
    is_own = person_id is not None and table.next_seat.is_played_by(person_id)
    turn = _("**your turn**, started {when}") if is_own else _("{name}'s turn, started {when}")
    return fill(turn, table, name=table.next_seat, when=timestamp(table.moved_at, "R")) + due_text(table)


def tiles_left_short(state: State) -> str:
    """Return ``12 tiles left``."""
    left = state.tiles_left
    return ngettext("{number} tile left", "{number} tiles left", left).format(number=left)


class Detail(Enum):
    """How much a message says of what its picture shows, too. The first that is short enough is taken."""

    FULL = auto()
    """Names with points, and at the end where these come from."""
    SHORT = auto()
    """Points by colours, none where nobody has any, and no hints. At the end names, and by colours where points come
    from.
    """
    SIGNS = auto()
    """Without the rules, and what signs on the tile mean for everybody's points; these where it has no such sign."""
    SHORT_SIGNS = auto()
    """The same with fewer words about such a sign."""
    LETTER_SIGNS = auto()
    """And of a tile with such a sign only its letter: the picture shows the tile, but not what the sign does."""
    SHORTER = auto()
    """Points by colours, but neither signs nor rules."""
    REASONS = auto()
    """Of points only what scored now, and for what."""
    LETTER = auto()
    """And of the tile to place only its letter: the picture shows the rest, but not where points came from."""
    KINDS = auto()
    """The tile in words, and of what has scored only its kind."""
    LEAST = auto()
    """The same without minor events."""
    NO_TILE = auto()
    """And of the tile only its letter."""


def points_line(table: StartedTable, detail: Detail = Detail.FULL) -> str:
    """Return everybody's points in one line, the player to move in bold. The picture shows the rest."""
    return _points_text(table, table.seats, detail)


def _points_text(table: StartedTable, seats: Iterable[Seat], detail: Detail) -> str:
    names, items = safe_labels(table), []
    for seat in seats:
        score, is_to_move = str(table.state.scores[seat.number]), seat == table.to_move
        points = f"{seat.colour.mark} {_bold(score, is_bold=is_to_move)}"
        if detail is Detail.FULL:
            points = f"{seat.colour.mark} {_bold(names[seat.number], is_bold=is_to_move)} {score}"
        items.append(_("{points} (resigned)").format(points=points) if seat.resigned else points)
    return " · ".join(items)


def score_lines(table: StartedTable) -> list[str]:
    """Return a line for each player with points and figures, and one for what else the edition counts.

    The player to move is bold.
    """
    state, to_move, names = table.state, table.to_move, safe_labels(table)
    seats = [
        f"{seat.colour.mark} {_bold(names[seat.number], is_bold=seat == to_move)} {seat_score_text(state, seat.number)}"
        for seat in table.seats
    ]
    return [*seats, *filter(None, [capitalize(texts_of(state).table_line(state))])]


def _bold(name: str, *, is_bold: bool) -> str:
    return f"**{name}**" if is_bold else name


def seat_score_text(state: State, seat: int) -> str:
    """Return a seat's points and what it has: ``12 points, 5 figures``, ``9 points, 3 followers, wall tile 2``.

    The goods of who has resigned still count against those of others.
    """
    words = [counted(state.scores[seat], "point")]
    if seat in state.resigned:
        words.append(_("resigned"))
    else:
        words += filter(None, [in_hand_text(figure, in_hand[seat]) for figure, in_hand in state.supply.items()])
    words += texts_of(state).seat_holdings(state, seat)
    return ", ".join(words)


def score_text(event: FeatureScored, names: Sequence[str], terms: Terms, reader: int | None = None) -> str:
    """Return a sentence: ``Ann and Bob score 8 each for a city of 4 tiles.`` The seat ``reader`` is "you"."""
    others = [names[seat] for seat in event.seats if seat != reader]
    match reader in event.seats, len(others):
        case False, 0:
            text = _("Nobody scores for {what}.")
        case False, 1:
            text = _("{names} scores {points} for {what}.")
        case False, _several:
            text = _("{names} score {points} each for {what}.")
        case _, 0:
            text = _("You score {points} for {what}.")
        case _shared:
            text = _("You and {names} score {points} each for {what}.")
    return text.format(names=word_list(others), points=event.points, what=scored_feature_text(event, terms))


_SCORED: Final = {
    "city": N_("a city of {items}"),
    "road": N_("a road of {items}"),
    "cloister": N_("a cloister with {items}"),
    "monastery": N_("a monastery with {items}"),
    "garden": N_("a garden with {items}"),
    "field": N_("a field with {items}"),
    "farmers": N_("farmers around {items}"),
    "path": N_("a path of {items}"),
    "tower": N_("a tower of {items}"),
    "house": N_("a house of {items}"),
    "court": N_("a court with {items}"),
    "keep": N_("the largest keep and {items}"),
    "wall": N_("wall tile 9"),
    "goods": "{items}",
}
"""The phrase for a scored feature, by the noun of its kind."""

_SCORED_UNCOMPLETED: Final = {
    "path": N_("an unfinished path of {items}"),
    "tower": N_("an unfinished tower of {items}"),
    "house": N_("an unfinished house of {items}"),
}
"""The phrase for an uncompleted feature, in editions where uncompleted features do not usually score."""


_SCORED_WITH: Final = {
    (Kind.PATH, 2): N_("{what} with a fountain"),
    (Kind.ROAD, 2): N_("{what} with an inn"),
    (Kind.ROAD, 0): N_("{what} with an inn"),
    (Kind.CITY, 3): N_("{what} with a cathedral"),
    (Kind.CITY, 0): N_("{what} with a cathedral"),
}
"""What makes a feature pay more, or nothing, by its kind and the points a tile."""


def scored_feature_text(event: FeatureScored, terms: Terms) -> str:
    """Return the phrase for a scored feature: ``a city of 4 tiles and 1 shield``."""
    kind, items = event.kind.value, [_item_text(item, terms) for item in event.items]
    name = terms.get(f"scored {kind}", terms.get(kind, kind))  # some editions score something else by this kind
    text = _SCORED_UNCOMPLETED.get(name, _SCORED[name]) if event.is_final else _SCORED[name]
    what = _(text).format(items=word_list(list(filter(None, items))))
    with_more = _SCORED_WITH.get((event.kind, event.items[0].each if event.items else 0))
    return _(with_more).format(what=what) if with_more else what


def _item_text(item: Item, terms: Terms) -> str:
    """Return an item of a score, such as ``4 tiles``; empty if there are none."""
    match item.unit:
        case _ if not item.amount:
            return ""
        case Unit.TILE:
            return counted(item.amount, "tile")
        case Unit.EMBLEM:
            return counted(item.amount, terms["emblem"])
        case Unit.CITY:
            return counted(item.amount, "city")
        case Unit.MARKET:
            return _("{markets} at {points} each").format(markets=counted(item.amount, "market"), points=item.each)
        case Unit.SPACE:
            return counted(item.amount, "empty space")
        case Unit.WALL_TILE:
            return counted(item.amount, "wall tile")
        case Unit.WINE:
            return _("the most wine")
        case Unit.GRAIN:
            return _("the most grain")
        case Unit.CLOTH:
            return _("the most cloth")
        case _:
            assert_never(item.unit)


def final_lines(table: FinishedTable, events: Iterable[Event], detail: Detail = Detail.FULL) -> list[str]:
    """Return the result and everybody's points. ``events`` give the details of the final scoring."""
    state = table.state
    finals = [event for event in events if isinstance(event, FeatureScored) and event.is_final]
    ranking = sorted(table.seats, key=lambda seat: (seat.resigned, -state.scores[seat.number]))
    scores = [f"{seat.colour.mark} {_final_score(table, finals, seat.number)}" for seat in ranking]
    if detail is Detail.SHORT:
        scores = [_points_text(table, ranking, Detail.FULL), *_earned_lines(table, ranking)]
    elif detail is not Detail.FULL:
        scores = [_points_text(table, ranking, Detail.SHORT)]
    lines = [fill(_("{game} is over. {verdict}"), table, verdict=winner_text(table, has_points=False)), *scores]
    lines += series_lines(table)
    if computers_at(table) and not table.settings.rated:  # otherwise, the first message of the game has said so
        lines.append(subtext(_("Not rated, because a computer played.")))
    if hints := hints_line(table):
        lines.append(subtext(hints))
    return lines


def _earned_lines(table: FinishedTable, ranking: Iterable[Seat]) -> Iterator[str]:
    """Yield a line in small letters for each seat that has points: where they come from."""
    earned = ((seat, earned_text(table.state, seat.number)) for seat in ranking)
    yield from (subtext(f"{seat.colour.mark} {text}") for seat, text in earned if text)


def hints_line(table: FinishedTable) -> str:
    """Say that a game was played with hints; empty if it was not."""
    return _("Played with hints from the computer.") if table.settings.hinted else ""


def verdict_line(table: FinishedTable) -> str:
    """Say that a game is over, and who has won, or why nobody has."""
    return fill(_("{game} is over. {verdict}"), table, verdict=winner_text(table))


def winner_text(table: FinishedTable, *, has_points: bool = True) -> str:
    """Say who has won, or why nobody has. The points are left out where they follow."""
    state, names = table.state, safe_labels(table)
    remaining = [seat for seat in table.seats if not seat.resigned]
    winning_seats = winners_at(table)
    if not winning_seats:
        return _nobody_wins_text(table)
    if len(remaining) == 1:
        return last_player_text(names, remaining[0].number)
    text = _("**{name} wins** with {points}!") if has_points else _("**{name} wins!**")
    if len(winning_seats) > 1:
        text = _("**{names} share the win** with {points} each!") if has_points else _("**{names} share the win!**")
    points, winner_names = counted(state.scores[winning_seats[0]], "point"), [names[seat] for seat in winning_seats]
    return fill(text, name=winner_names[0], names=winner_names, points=points)


def _nobody_wins_text(table: FinishedTable) -> str:
    if any(person.id not in table.agreed_to_end for person in table.humans) and not table.state.is_over:
        if table.occasion and tournament_of(table.occasion) is not None:
            text = _("The tournament ended it. {games} below the message of the tournament shows the result.")
            return text.format(games=bold_label(Label.CUP_GAMES))
        return _("A server manager ended it, so nobody wins.")
    if table.is_practice:
        return _("You ended the practice game.")
    if not table.humans:
        return _("Nobody is left to play, so nobody wins.")
    if table.is_solo:
        return fill(_("{name} ended it, so nobody wins."), name=table.humans[0])
    return _("The players agreed to end it, so nobody wins.")


def last_player_text(names: Sequence[str], winner: int, *, has_markup: bool = True) -> str:
    """Say who has won because everybody else has resigned. ``names`` are by seat."""
    text = (
        _("**{name} wins!** Everyone else resigned.") if len(names) > 2 else _("{other} resigned, so **{name} wins!**")
    )
    other = next(name for seat, name in enumerate(names) if seat != winner)
    return (text if has_markup else text.replace("**", "")).format(name=names[winner], other=other)


def is_won_by_resigning(table: StartedTable) -> bool:
    """Return whether all have resigned but one at most. ``winner_text`` says so then, and nothing else repeats it."""
    return len(table.state.resigned) >= table.state.seats - 1


def result_text(table: StartedTable, names: Sequence[str]) -> str:
    """Say who has won and with what scores, the best first; empty if nobody has. ``names`` are by seat."""
    won = winners_at(table) if isinstance(table, FinishedTable) else []
    state = table.state
    playing = [score for seat, score in enumerate(state.scores) if seat not in state.resigned]
    if not won:
        return ""
    if len(playing) == 1:
        return _("{name} wins").format(name=names[won[0]])
    scores = " : ".join(map(str, sorted(playing, reverse=True)))
    if len(won) == 1:
        return _("{name} wins {scores}").format(name=names[won[0]], scores=scores)
    return _("{names} share the win {scores}").format(names=word_list([names[seat] for seat in won]), scores=scores)


def earned_text(state: State, seat: int) -> str:
    """Say where a seat's points come from: ``cities 24, roads 18``; empty if nothing has paid.

    What inns and cathedrals have brought of it, or have cost, follows in brackets: ``(inns +6, cathedrals −9)``.
    """
    names, history = kind_names(state.ruleset.terms), state.history
    paid = [f"{names[kind]} {by_seat[seat]}" for kind, by_seat in history.earned.items() if by_seat[seat]]
    brought = [f"{noun(name, 2)} {signed(by_seat[seat])}" for name, by_seat in history.brought.items() if by_seat[seat]]
    earned, more = ", ".join(paid), ", ".join(brought)
    return f"{earned} ({more})" if earned and more else earned or more


def winners_at(table: FinishedTable) -> list[int]:
    """Return the seats that have won: of the players who have not resigned, those with the most points.

    Nobody wins a game that was ended early, or a practice game that was given up.
    """
    if table.is_practice and table.final_scores is None:
        return []
    return sorted(winners(table.state))


def _final_score(table: FinishedTable, finals: Sequence[FeatureScored], seat: int) -> str:
    state = table.state
    name, total, kinds = safe_labels(table)[seat], state.scores[seat], kind_names(state.ruleset.terms)
    mine = [event for event in finals if seat in event.seats and event.points]
    before = total - sum(event.points for event in mine)
    if not mine:
        resigned = [_("resigned")] if seat in state.resigned and not is_won_by_resigning(table) else []
        return with_heading(name, ", ".join([str(total), *resigned]))
    paid = Counter[Kind]()
    for event in mine:
        paid[event.kind] += event.points
    items = [_("{points} in the game").format(points=before), *(f"{kinds[kind]} {paid[kind]}" for kind in paid)]
    return with_heading(name, f"{total} = {' + '.join(items)}")
