"""Texts of The Castle alone: wall tiles, corner towers, keeps, the questions of the game, its rules."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, ClassVar, Final, assert_never

from carcassonne import (
    Answer,
    Event,
    FeatureScored,
    KeepMoved,
    Phase,
    PlayWallTile,
    Ruleset,
    ScoreFirst,
    State,
    WallTileTaken,
    apply,
    feature_at,
    format_cell,
    legal_moves,
    new_game,
)
from carcassonne.castle import CASTLE_STATE, Asking, find_castle_state
from carcassonne.castle.final_scoring import largest_empty_area
from carcassonne.castle.tiles import CORNER_TOWERS, WALL_TILES
from carcassonne.geometry import PORTS, SIDE_POINTS, STEPS, Position, column_row, position_at
from screens.text.edition_texts import EditionTexts
from screens.text.features import feature_text
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import command_mention, quote, with_heading, word_list
from screens.text.nouns import counted, kind_name, noun, point_text
from screens.text.spots import place_text

WALL_TILE_EFFECTS: Final[Mapping[int, str]] = {
    1: N_("another whole turn"),
    2: N_("doubles a finished tower"),
    3: N_("doubles a finished house"),
    4: N_("scores an unfinished path"),
    5: N_("scores an unfinished tower"),
    6: N_("scores an unfinished house"),
    7: N_("one court scores 4 per market"),
    8: N_("your keep counts 2 extra tiles"),
    9: N_("5 points"),
}

FIRST_AUTOMATIC_WALL_TILE: Final = 4
"""Wall tiles with this number or a higher one are played automatically in the final scoring."""


def wall_tile_effect(number: int) -> str:
    """Return what a wall tile does: ``doubles a completed tower``."""
    return _(WALL_TILE_EFFECTS[number])


def wall_tile_text(number: int) -> str:
    """Return a wall tile and what it does: ``wall tile 2 (doubles a completed tower)``."""
    return _("wall tile {number} ({effect})").format(number=number, effect=wall_tile_effect(number))


class CastleTexts(EditionTexts):
    keeps: ClassVar = CASTLE_STATE
    minor_events: ClassVar = (KeepMoved,)
    record_signs: ClassVar = {
        "first": N_("scored first"),
        "wall": N_("wall tile played, or `-` for none"),
        "takes": N_("wall tile taken"),
    }

    def question(self, state: State) -> str:
        castle_state = find_castle_state(state)
        if state.phase is not Phase.ASK or castle_state is None:
            return ""
        match castle_state.asking:
            case Asking.ORDER:
                return _("Which scores first? It decides who reaches a corner tower.")
            case Asking.DOUBLE:
                if castle_state.current is None:
                    raise ValueError(castle_state)
                feature = feature_text(feature_at(state, castle_state.current), state.ruleset.terms)
                text = _("Play {wall_tile} now? It doubles the one at {cell}: {feature}.")
                cell = format_cell(castle_state.current.position)
                return text.format(wall_tile=wall_tile_text(_number_asked(state)), cell=cell, feature=feature)
            case Asking.EXTRA_TURN:
                return _("Play {wall_tile} now?").format(wall_tile=wall_tile_text(_number_asked(state)))
            case Asking.NOTHING:
                return ""
            case _:
                assert_never(castle_state.asking)

    def opening_notes(self) -> Iterator[str]:
        yield _("our own set of tiles, not the printed one")

    def question_hint(self) -> str:
        text = _("Next time, answer in advance behind the follower in {command}, like `- wall:1` or `- first:C4 N`.")
        return text.format(command=command_mention("place"))

    def answer_label(self, state: State, answer: Answer, names: tuple[str, ...]) -> str:
        """Return an answer and what it would bring: ``Play wall tile 2: 8 points, a wall tile``."""
        head = _answer_name(state, answer)
        outcome = word_list(list(_outcome(state, answer, names)))
        return with_heading(head, outcome) if outcome else head

    def answer_words(self, answer: Answer) -> str:
        match answer:
            case ScoreFirst(position, point):
                return _("{place} first").format(place=f"{format_cell(position)} {point_text(point)}")
            case PlayWallTile(None):
                return _("no wall tile")
            case PlayWallTile(number):
                return ngettext("wall tile {numbers}", "wall tiles {numbers}", 1).format(numbers=number)
            case _:
                assert_never(answer)

    def answer_sentence(self, answer: Answer, name: str | None) -> str:
        match answer:
            case ScoreFirst():
                text = _("{name} chose what scores first.") if name else _("You chose what scores first.")
                return text.format(name=name)
            case PlayWallTile(number):
                if number is None:
                    return (_("{name} kept the wall tile.") if name else _("You kept the wall tile.")).format(name=name)
                text = _("{name} played {wall_tile}.") if name else _("You played {wall_tile}.")
                return text.format(name=name, wall_tile=wall_tile_text(number))
            case _:
                assert_never(answer)

    def event_sentence(self, event: Event, names: Sequence[str], reader: int | None = None) -> str | None:
        match event:
            case WallTileTaken(seat, number):
                text = _("{name} lands on a corner tower and takes {wall_tile}.")
                if seat == reader:
                    text = _("You land on a corner tower and take {wall_tile}.")
                return text.format(name=names[seat], wall_tile=wall_tile_text(number))
            case KeepMoved(seat, house, tiles):
                text = _("{name}'s keep moves to {cell} ({tiles}).")
                if seat == reader:
                    text = _("Your keep moves to {cell} ({tiles}).")
                return text.format(name=names[seat], tiles=counted(tiles, "tile"), cell=format_cell(house.position))
            case _:
                return None

    def seat_holdings(self, state: State, seat: int) -> Iterator[str]:
        castle_state = find_castle_state(state)
        if castle_state is None:
            return
        if hand := castle_state.hands[seat]:
            tiles = ngettext("wall tile {numbers}", "wall tiles {numbers}", len(hand))
            yield tiles.format(numbers=word_list([str(number) for number in hand]))
        if keep := castle_state.keeps[seat].tiles:
            yield ngettext("keep on {number} tile", "keep on {number} tiles", keep).format(number=keep)

    def seat_places(self, state: State, seat: int) -> Iterator[str]:
        """Yield where a seat's keep stands: ``keep C4 (3 tiles)``."""
        castle_state = find_castle_state(state)
        keep = castle_state.keeps[seat] if castle_state else None
        if keep and keep.ref:
            yield f"{noun('keep')} {format_cell(keep.ref.position)} ({counted(keep.tiles, 'tile')})"

    def table_line(self, state: State) -> str:
        """Return the size of the largest empty area, which the largest keep scores; empty after the end."""
        if find_castle_state(state) is None or state.is_over:
            return ""
        spaces = len(largest_empty_area(state))
        text = ngettext("largest empty area: {number} space", "largest empty area: {number} spaces", spaces)
        return text.format(number=spaces)

    def pieces_left(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        castle_state = find_castle_state(state)
        if castle_state is None or not castle_state.towers or state.is_over:
            return
        yield _("Corner towers with a wall tile"), (", ".join(corner_tower_names(castle_state.towers)),)
        unseen = [f"{number} ×{copies}" for number, copies in sorted(Counter(castle_state.unseen).items())]
        heading = _("Wall tiles not seen yet ({number} of them aren't in the game)")
        out = len(castle_state.unseen) - len(castle_state.towers)
        yield heading.format(number=out), (", ".join(unseen),)

    def sections(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield sections with the start spaces (``path C1 N``), and the outline."""
        yield _("Start spaces in the wall"), tuple(start_space_names(state))
        yield _("Spaces inside the wall"), (", ".join(outline(state.ruleset.bounds or ())),)

    def out_of_bounds(self, data: Mapping[str, Any]) -> str:
        return _("{cell} is outside the castle wall.").format(cell=format_cell(data["cell"]))

    def not_adjacent(self, data: Mapping[str, Any]) -> str:
        return _("{cell} isn't next to a tile or a start space.").format(cell=format_cell(data["cell"]))

    def picture_terms(self) -> dict[str, str]:
        return {"keep": noun("keep"), "empty_area": _("Empty area:")}


def no_such_wall_tile_text(data: Mapping[str, Any]) -> str:
    """Return the sentence for a wall tile that a player does not have or cannot play now, by the error's data."""
    if "text" in data:
        text = _("{text} isn't a wall tile. Type numbers like `1 2`, or `-` for none.")
        return text.format(text=quote(data["text"]))
    hand = word_list([str(one) for one in data.get("hand", ())])
    if data["number"] >= FIRST_AUTOMATIC_WALL_TILE:
        text = _("No need to play {wall_tile}. It counts by itself at the end.")
    elif hand:
        text = _("You can't play {wall_tile} this turn. Your wall tiles: {hand}.")
    else:
        text = _("You can't play {wall_tile} this turn, because you have no wall tiles.")
    return text.format(wall_tile=wall_tile_text(data["number"]), hand=hand)


def corner_tower_names(towers: Iterable[int]) -> Iterator[str]:
    """Yield the two spaces of each corner tower on the scoring track, in their order: ``12/13``."""
    return (f"{tower}/{tower + 1}" for tower in sorted(towers))


def outline(spaces: Collection[Position]) -> Iterator[str]:
    """Yield the spaces within the wall as blocks: ``A2–J5`` names two opposite corners."""
    rows = groupby(sorted(map(column_row, spaces), key=lambda space: (space[1], space[0])), key=lambda space: space[1])
    runs_by_row = ((row, tuple(_runs([column for column, _row in cells]))) for row, cells in rows)
    for runs, same in groupby(runs_by_row, key=lambda one: one[1]):
        first, *_between, last = [row for row, _runs in same] * 2
        for west, east in runs:
            yield f"{format_cell(position_at(west, first))}–{format_cell(position_at(east, last))}"


def _runs(columns: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last column of each stretch without a gap."""
    start = columns[0]
    for column, following in pairwise([*columns, columns[-1] + 2]):
        if following != column + 1:
            yield start, column
            start = following


def start_space_names(state: State) -> Iterator[str]:
    """Yield the start spaces in the wall, each with the space inside and the side of that: ``path C1 N``."""
    for position, placed in state.cells.items():
        if state.ruleset.bounds is not None and position not in state.ruleset.bounds:
            side = placed.turned.rotation // 90
            beside = format_cell(position - STEPS[side])
            kind = kind_name(placed.turned.segments[0].kind, state.ruleset.terms)
            yield f"{kind} {beside} {point_text(SIDE_POINTS[side])}"


def _number_asked(state: State) -> int:
    return next(
        move.number for move in legal_moves(state) if isinstance(move, PlayWallTile) and move.number is not None
    )


def _answer_name(state: State, answer: Answer) -> str:
    match answer:
        case ScoreFirst(position, point):
            turned = state.cells[position].turned
            segment = turned.ports[PORTS[point]]
            name = kind_name(turned.segments[segment].kind, state.ruleset.terms)
            return f"{format_cell(position)} · {name} {place_text(turned, segment)}".rstrip()
        case PlayWallTile(None):
            return _("Keep the wall tile")
        case PlayWallTile(number):
            return _("Play wall tile {number}").format(number=number)
        case _:
            assert_never(answer)


def _outcome(state: State, answer: Answer, names: tuple[str, ...]) -> Iterator[str]:
    """Yield what an answer brings, as far as it is known before the next draw: points, a wall tile, another turn."""
    done = apply(state, answer)
    scored = [event for event in done.events if isinstance(event, FeatureScored) and not event.is_final]
    while not scored and done.state.phase is Phase.ASK and isinstance(answer, ScoreFirst):
        done = apply(done.state, legal_moves(done.state)[0])
        scored = [event for event in done.events if isinstance(event, FeatureScored)]
    for event in scored[:1]:
        yield _for_whom(counted(event.points, "point"), event.seats, state.seat, names)
    castle_state = find_castle_state(done.state)
    if done.state.phase is Phase.REVEAL and castle_state is not None:
        yield _for_whom(_("a wall tile"), (castle_state.taker,), state.seat, names)
    if done.state.phase is Phase.DRAW and done.state.seat == state.seat:
        yield _("another turn")


def _for_whom(what: str, seats: tuple[int, ...], mover: int, names: tuple[str, ...]) -> str:
    if seats == (mover,):
        return what
    return _("{what} for {names}").format(what=what, names=word_list([names[seat] for seat in seats]))


WALL_TILE_RULES: Final[Mapping[int, str]] = {
    1: N_("You get another whole turn right after this one."),
    2: N_("A tower you score in your turn counts double."),
    3: N_("A house you score in your turn counts double."),
    4: N_("One unfinished path scores 1 per tile, or 2 with a fountain."),
    5: N_("One unfinished tower scores 2 per tile."),
    6: N_("One unfinished house scores 1 per tile."),
    7: N_("One court scores 4 per market, not 3."),
    8: N_("Your keep counts 2 extra tiles."),
    9: N_("You get 5 points."),
}
"""What each wall tile does, in a sentence. Marked for translation."""


def castle_placing(rules: Ruleset) -> Iterator[str]:
    yield _("Place your tile inside the wall, next to another tile or a start space. Only paths have to match.")
    yield ""
    yield _("You have {so_many_followers}. You can put one on the tile you just placed:")
    yield _("- a herald on a path")
    yield _("- a knight in a tower")
    yield _("- a squire in a house")
    yield _("- a merchant in a court, until the end of the game")
    yield ""
    yield _(
        "You can't join a path, tower, house or court that already has a follower on it. But a later tile can "
        "connect two of them."
    )
    yield _("The green on each side of a path is court.")
    yield _("If your tile doesn't fit anywhere, it's out of the game and you draw another.")


def castle_scoring(rules: Ruleset) -> Iterator[str]:
    yield _("A path, tower or house scores at once when it's finished.")
    yield _(
        "- A path scores 1 per tile, or 2 with a fountain. It ends at a square, a building or the wall; at a "
        "junction without a square it just branches."
    )
    yield _("- A tower scores 2 per tile.")
    yield _("- A house scores 1 per tile.")
    yield ""
    yield _("A start space counts as a tile. Towers and houses can end at anything, even the wall.")
    yield _("The player with more followers there gets the points. In a tie, no one does.")
    yield _("Then the followers there go back to their players.")
    yield _(
        "If several things score, the player whose turn it is goes first. If the order matters, that player chooses it."
    )
    yield _("Your **keep** stands on the largest house you've scored. Only a larger one moves it.")


def castle_wall_tiles(rules: Ruleset) -> Iterator[str]:
    yield _("Does your marker stop exactly on a corner tower? Take its wall tile, even if it's not your turn.")
    towers = _("The towers stand at {towers}. After 99 the track goes on at 0.")
    yield towers.format(towers=", ".join(corner_tower_names(CORNER_TOWERS)))
    yield ""
    for number, text in WALL_TILE_RULES.items():
        yield f"**{number}** · {_(text)}"
    yield ""
    yield _(
        "You can play 1, 2 and 3 from your next turn on: the game asks you. 4 to 9 count by themselves at the end, "
        "where they score most, even if you took them on the last turn."
    )
    yield _("For 2 to 7 you need more followers there than the other player. Nothing doubles twice.")
    yield _("There are {all} wall tiles, two of each number. {number} of them are in the game.").format(
        all=len(WALL_TILES), number=len(CORNER_TOWERS)
    )
    text = _("-# Answer with the buttons, or in advance behind the follower in {place}: `- wall:1 2 first:C4 N`.")
    yield text.format(place=command_mention("place"))


def castle_board(rules: Ruleset) -> Iterator[str]:
    """Yield whose tiles they are, and the board in words. Nothing in print lists the tiles."""
    state = new_game(rules, rules.players.start)
    yield ""
    yield _("The tiles, the wall and its towers are our own set, not the printed one. We rebuilt them from the rules.")
    yield with_heading(_("Spaces inside the wall"), ", ".join(outline(rules.bounds or ())))
    yield with_heading(_("Start spaces in the wall"), ", ".join(start_space_names(state)))


def castle_ending(rules: Ruleset) -> Iterator[str]:
    yield _("The game ends with the last tile. Nobody takes wall tiles after that.")
    yield _(
        "- The larger **keep** scores 1 point for each space of the largest empty area. "
        "Keeps of the same size score nothing."
    )
    yield _(
        "- A **court** scores 3 points per market for the player with more merchants there. In a tie, no one scores."
    )
    yield _("- **Wall tiles** 4, 5, 6 and 9 score last.")
    yield ""
    yield _("The start space's court has a market, and it counts.")
    yield _("Nothing else unfinished scores. The most points win, and in a tie you share the win.")
