"""The public and private messages of a turn, and of the start and the end of a game."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from carcassonne import (
    Answer,
    Deploy,
    Event,
    ExtraTurn,
    FeatureScored,
    Move,
    Phase,
    PlaceTile,
    Recall,
    Resign,
    Rotation,
    Skip,
    State,
    Tile,
    TileDiscarded,
)
from host.model.clock import Vacation
from host.model.controllers import Computer
from host.model.game import PlayResult
from host.model.table import FinishedTable, RunningTable, StartedTable, WaitingTable
from screens.text.agreements import undone_text
from screens.text.channels import no_picture_text
from screens.text.deadlines import due_text, pending_line, vacation_text
from screens.text.editions import rules_name, texts_of
from screens.text.features import deployment_phrase, drawn_tile, drawn_tile_words, placement_text
from screens.text.i18n import _
from screens.text.markup import (
    MESSAGE_LENGTH,
    PHONE_LINES,
    command_mention,
    fitting_on_phone,
    subtext,
    truncate,
    word_list,
)
from screens.text.names import board_link, game_name, safe_labels, safe_names
from screens.text.nouns import Terms, kind_name
from screens.text.placeholders import fill
from screens.text.status import Detail, final_lines, is_won_by_resigning, points_line, score_text
from screens.text.tile_notes import notes_at

_END_LINES: Final = 2
"""How many lines on a phone each player's points take at the end."""
_LEAST: Final = (Detail.LEAST, Detail.NO_TILE)
_WITH_KINDS: Final = (Detail.KINDS, *_LEAST)
_WITHOUT_POINTS: Final = (Detail.REASONS, Detail.LETTER, *_WITH_KINDS)
_WITHOUT_SMALL_PRINT: Final = (Detail.SHORTER, *_WITHOUT_POINTS)
_WITHOUT_TILE: Final = (Detail.LETTER, Detail.NO_TILE)
_WITH_SHORT_SIGNS: Final = (Detail.SHORT_SIGNS, Detail.LETTER_SIGNS)
_WITH_SIGNS: Final = (Detail.SIGNS, *_WITH_SHORT_SIGNS)


def announcement(
    played: PlayResult, vacation: Vacation | None = None, *, has_picture: bool = True, occasion: str = ""
) -> str:
    """Return the text about what was played and whose turn it is. It mentions the player to move. ``occasion`` is what
    the game is played for, which its first message says.

    If a vacation stops the clock, or there is no picture, the text says so. With a picture, the text is short enough to
    show it without scrolling.
    """
    if has_picture:
        return _short_announcement(played, vacation, PHONE_LINES + _more_lines(played.after), occasion=occasion)
    text, ending = "\n".join(_announced_lines(played, vacation, Detail.FULL, occasion=occasion)), no_picture_text()
    return truncate(text, MESSAGE_LENGTH - len(ending) - 1) + "\n" + ending


def _more_lines(table: StartedTable) -> int:
    """Return how many lines more a message may have at the end of a game: it says where all points come from, and
    nobody has to press anything soon.
    """
    return _END_LINES * len(table.seats) if isinstance(table, FinishedTable) else 0


def private_announcement(turns: Sequence[PlayResult]) -> str:
    """Return the text that a private game shows to its player: the turns since their own one, and whose turn it is."""
    most = PHONE_LINES + _more_lines(turns[-1].after)
    return truncate(fitting_on_phone(("\n".join(_private_lines(turns, one)) for one in Detail), most))


def _private_lines(turns: Sequence[PlayResult], detail: Detail) -> Iterator[str]:
    first, last = turns[0], turns[-1]
    head, *rest = _status_lines(last, detail, is_pinged=False)
    yield head
    for played in turns:
        yield from filter(None, [" ".join(event_sentences(played, safe_names(played.players), detail))])
    yield from rest
    if detail not in _WITHOUT_SMALL_PRINT:
        yield from dict.fromkeys([*_small_print(first, detail), *_small_print(last, detail)])


def _short_announcement(
    played: PlayResult, vacation: Vacation | None, max_lines: int, *, is_pinged: bool = True, occasion: str = ""
) -> str:
    """Return the announcement with as much detail as fits into so many lines on a phone."""
    lines = (_announced_lines(played, vacation, one, is_pinged=is_pinged, occasion=occasion) for one in Detail)
    return truncate(fitting_on_phone(map("\n".join, lines), max_lines))


def _announced_lines(
    played: PlayResult, vacation: Vacation | None, detail: Detail, *, is_pinged: bool = True, occasion: str = ""
) -> Iterator[str]:
    table = played.after
    head, *rest = _status_lines(played, detail, is_pinged=is_pinged)
    events = " ".join(event_sentences(played, safe_names(played.players), detail))
    yield from filter(None, [head, events, *rest])
    if detail not in _WITHOUT_SMALL_PRINT:
        yield from _small_print(played, detail, occasion)
    if vacation and isinstance(table, RunningTable):
        yield vacation_text(table, vacation)


def past_announcement(played: PlayResult) -> str:
    """Return the text of a turn that is over: without whose turn it was then, the deadline and instructions."""
    table, state = played.after, played.after.state
    lines = list(event_sentences(played, safe_names(played.players)))
    if question := texts_of(state).question(state):
        lines.append(question)
    elif state.tile is not None and state.phase is Phase.PLACE:
        lines.append(_tile_line(state))
    return truncate("\n".join([*lines, points_line(table), *_small_print(played, Detail.FULL)]))


def _status_lines(played: PlayResult, detail: Detail, *, is_pinged: bool) -> list[str]:
    table = played.after
    if isinstance(table, FinishedTable):
        return final_lines(table, played.events, detail)
    points = [points_line(table, detail)] if _has_points(table, detail) else []
    if table.pending:
        return [pending_line(table, table.pending, safe_names(played.players)[table.pending.seat]), *points]
    return [*_turn_lines(table, is_pinged=is_pinged, has_tile=_has_tile(table, detail)), *points]


def _has_tile(table: RunningTable, detail: Detail) -> bool:
    """Return whether a message has the tile in words, not only its letter."""
    return detail not in _WITHOUT_TILE and not (detail is Detail.LETTER_SIGNS and any(notes_at(table)))


def _has_points(table: StartedTable, detail: Detail) -> bool:
    """Return whether a message has a line with everybody's points."""
    if detail in _WITHOUT_POINTS or (detail in _WITH_SIGNS and any(notes_at(table))):
        return False
    return detail is Detail.FULL or any(table.state.scores)


def _turn_lines(table: RunningTable, *, is_pinged: bool, has_tile: bool) -> list[str]:
    """Return whose turn it is, and the tile drawn or the question asked. Without the tile, its letter is enough."""
    seat, state = table.next_seat, table.state
    name, question = safe_labels(table)[seat.number], texts_of(state).question(state)
    waiting = (_("**{name}** decides") if question else _("**{name}**'s turn")).format(name=name)
    if table.is_private and seat.person and not table.is_practice:  # who practises has several seats with names
        waiting = _("**You decide**") if question else _("**It's your turn**")
    mention = [f"<@{seat.person.id}>"] if seat.person and is_pinged and not table.is_private else []
    return [
        f"{' · '.join([waiting, game_name(table), *mention])}{due_text(table)}",
        question or (_tile_line(state) if has_tile else _("Tile **{tile}**").format(tile=drawn_tile(state).name)),
    ]


def _tile_line(state: State) -> str:
    shows, tile = drawn_tile_words(state)
    return _("Tile {tile}: **{shows}**").format(shows=shows, tile=tile)


def _small_print(played: PlayResult, detail: Detail, occasion: str = "") -> Iterator[str]:
    """Yield the lines below a message that few people read: the rules, or how to answer a question."""
    table, state = played.after, played.after.state
    if is_in_first_message(played) and not table.status.is_over and detail not in _WITH_SIGNS:
        rules = _("Rules: {rules} ({command})")
        facts = [occasion] if occasion else []
        facts.append(fill(rules, rules=rules_name(table.edition, table.options), command=command_mention("rules")))
        if not (table.is_practice or table.settings.rated):
            facts.append(_("not rated"))
        facts += texts_of(state).opening_notes()
        yield subtext(" · ".join(facts))
    yield from map(subtext, notes_at(table, is_short=detail in _WITH_SHORT_SIGNS))
    if detail is Detail.FULL and isinstance(table, RunningTable) and texts_of(state).question(state):
        yield subtext(texts_of(state).question_hint())


def event_sentences(played: PlayResult, names: tuple[str, ...], detail: Detail = Detail.FULL) -> Iterator[str]:
    """Yield a sentence for each move and for each event that followed. ``names`` are those of who played, by seat.

    The picture shows what has no detail.
    """
    before, table = played.before, played.after
    state = table.state
    if isinstance(before, WaitingTable):
        if not table.status.is_over:  # a game can be over before the first turn; its opening was announced then
            yield _opening_text(played, names)
    elif played.undo:
        yield undone_text(table, before.state, names)
    else:
        if played.has_timeout_moves:
            text = _("{name} didn't answer in time, so the first answer counts.")
            yield text.format(name=names[before.state.seat])
        told = [move for move in played.moves if not (isinstance(move, Resign) and is_won_by_resigning(table))]
        yield from move_sentences(before.state, tuple(told), names)
    skipped = isinstance(next(iter(played.moves), None), Skip)  # the sentence about the skip has said it
    for event in played.events[skipped:]:
        if isinstance(event, ExtraTurn) and (table.status.is_over or event.seat in state.resigned):
            continue  # whoever won it plays no more
        if sentence := _event_sentence(state, event, names, detail):
            yield sentence


def is_in_first_message(played: PlayResult) -> bool:
    """Return whether a report is the first message of a game, or replaces it.

    It replaces it while its first turn is played and the next has not begun.
    """
    before, after = played.before, played.after.state
    return isinstance(before, WaitingTable) or (before.state.turn == 0 and after.phase is Phase.DRAW)


def _opening_text(played: PlayResult, names: tuple[str, ...]) -> str:
    first, *others = played.players
    text = _("The game begins! First {first}, then {others}.")
    if played.after.is_practice:
        text = _("The practice game begins! First {first}, then {others}.")
    elif len(others) == 1 and isinstance(others[0], Computer):
        text = _("{first} against {others}. {first} begins!")
    elif len(others) == 1 and isinstance(first, Computer):
        text = _("{others} against {first}. The computer begins!")
    elif len(names) > 2:  # the picture shows the others in their order
        text = _("The game begins! {first} goes first.")
    return fill(text, first=names[0], others=names[1:])


def move_sentences(state: State, moves: tuple[Move, ...], names: tuple[str, ...] | None) -> Iterator[str]:
    """Yield a sentence for each move. Without names, the sentences address the reader as "you".

    ``state`` is the state before these moves.
    """
    terms, seat, tile = state.ruleset.terms, state.seat, state.tile
    for move, after in zip_longest(moves, moves[1:]):
        match move:
            case PlaceTile() if tile is not None:
                yield _placement_sentence(move, after, tile, names[seat] if names else None, terms)
            case move if isinstance(move, Answer):
                yield texts_of(state).answer_sentence(move, names[seat] if names else None)
            case Resign(number) if names:
                text = _("{name} resigned. Their followers stay, but score nothing, and nobody can take the seat.")
                yield text.format(name=names[number])
            case Skip(number) if names and tile is not None:
                text = _("{name} ran out of time, so tile {tile} is out of the game.")
                yield text.format(name=names[number], tile=tile.name)
            case _:
                pass


def fitting_text(cell: str, rotations: Sequence[Rotation]) -> str:
    """Return a cell and the rotations that fit there: ``M14 · turned 0°, 180°``."""
    text = _("{cell} · turned {rotations}")
    return text.format(cell=cell, rotations=", ".join(f"{rotation}°" for rotation in rotations))


def _placement_sentence(placement: PlaceTile, then: Move | None, tile: Tile, name: str | None, terms: Terms) -> str:
    """Say who put a tile where and with which figure. Without a name, address the reader as "you"."""
    with_figure = ""
    match then:
        case Deploy():
            text = _("{name} placed tile {tile} at {where} {with_figure}.")
            yours = _("You placed tile {tile} at {where} {with_figure}.")
            with_figure = deployment_phrase(then, tile.turned[placement.rotation], terms)
        case Recall():
            text = _("{name} placed tile {tile} at {where} and took the abbot back.")
            yours = _("You placed tile {tile} at {where} and took the abbot back.")
        case _other:
            text, yours = _("{name} placed tile {tile} at {where}."), _("You placed tile {tile} at {where}.")
    where = placement_text(placement)
    return (text if name else yours).format(name=name, tile=tile.name, where=where, with_figure=with_figure)


def _event_sentence(state: State, event: Event, names: tuple[str, ...], detail: Detail) -> str | None:
    match event:
        case TileDiscarded(tile):
            return _("Tile {tile} doesn't fit anywhere, so it's out of the game.").format(tile=tile)
        case FeatureScored(is_final=False) if detail in _WITH_KINDS:
            return _points_sentence(event, names, state.ruleset.terms) if event.seats else None
        case FeatureScored(is_final=False):
            return score_text(event, names, state.ruleset.terms)
        case _:
            texts = texts_of(state)
            is_left_out = detail in _LEAST and isinstance(event, texts.minor_events)
            return None if is_left_out else texts.event_sentence(event, names)


def _points_sentence(event: FeatureScored, names: tuple[str, ...], terms: Terms) -> str:
    """Return who scored how much for what, in the fewest words: ``Ann +4 (garden).``"""
    return f"{word_list([names[seat] for seat in event.seats])} +{event.points} ({kind_name(event.kind, terms)})."


def turn_confirmation_text(played: PlayResult) -> str:
    """Return the private answer to a person who has played a turn or answered a question."""
    before = played.before
    return " ".join([] if isinstance(before, WaitingTable) else move_sentences(before.state, played.moves, None))


def turn_done_text(played: PlayResult, shown: StartedTable) -> str:
    """Return that answer with a link to the public message. ``shown`` is the table once it was published."""
    return turn_confirmation_text(played) + " " + board_link(shown, _("Board"))


def dm_text(played: PlayResult) -> str:
    """Return the direct message of a turn: the text of the channel, a link to the channel, and how to play here."""
    return _dm_text(played, "" if played.after.is_private else _("Table: {channel}"))


def dm_fallback_text(played: PlayResult) -> str:
    return _dm_text(played, _("The channel is gone, so play here"))


def _dm_text(played: PlayResult, place: str) -> str:
    table, most = played.after, PHONE_LINES - 1 + _more_lines(played.after)
    words = _short_announcement(played, None, most, is_pinged=False)
    how = [_("or type `#{number} M14 90 -`")] if table.to_move else []
    ending = subtext(fill(" · ".join(filter(None, [place, *how])), table))
    return truncate(words, MESSAGE_LENGTH - len(ending) - 1) + "\n" + ending


def replay_text(played: PlayResult, turn: int, turns: int, resigned: Iterable[str] = ()) -> str:
    """Return what a turn of a game has brought. ``resigned`` are sentences about who resigned before it was played."""
    after = played.after
    where = _("Turn {turn} of {turns}").format(turn=turn, turns=turns)
    if isinstance(after, FinishedTable):  # the line after it names the game
        return truncate("\n".join([where, *resigned, *final_lines(after, played.events)]))
    return truncate("\n".join([f"{where} · {game_name(after)}", *resigned, past_announcement(played)]))
