"""The public and private messages of a turn, and of the start and the end of a game."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from carcassonne import (
    Answer,
    Deploy,
    Event,
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
from screens.text.editions import edition_text, texts_of
from screens.text.features import deployment_phrase, drawn_tile_words, placement_text
from screens.text.i18n import _
from screens.text.markup import MESSAGE_LENGTH, command_mention, subtext, truncate
from screens.text.names import board_link, game_name, safe_labels, sentence_names, with_capitals
from screens.text.nouns import Terms, noun
from screens.text.placeholders import fill
from screens.text.status import final_lines, is_won_by_resigning, points_line, score_text, tiles_left_short

_SHOWN_DIGITS: Final = 16
"""The digits of the commitment that are shown: trying seeds cannot meet them. The file of ``/log`` has all 64."""


def announcement(played: PlayResult, vacation: Vacation | None = None, *, has_picture: bool = True) -> str:
    """Return the text about what was played and whose turn it is. It mentions the player to move.

    If a vacation stops the clock, or there is no picture, the text says so.
    """
    table, names = played.after, sentence_names(played.players)
    head, *rest = status_lines(played)
    text = truncate("\n".join([head, *event_sentences(played, names), *rest, *small_print(played)]))
    if vacation and isinstance(table, RunningTable):
        text = truncate(f"{text}\n{vacation_text(table, vacation)}")
    if has_picture:
        return text
    ending = no_picture_text()
    return truncate(text, MESSAGE_LENGTH - len(ending) - 1) + "\n" + ending


def past_announcement(played: PlayResult) -> str:
    """Return the text of a turn that is over: without whose turn it was then, the deadline and instructions."""
    table, state = played.after, played.after.state
    lines = list(event_sentences(played, sentence_names(played.players)))
    if question := texts_of(state).question(state):
        lines.append(question)
    elif state.tile is not None and state.phase is Phase.PLACE:
        lines.append(_tile_line(state))
    return truncate("\n".join([*lines, points_line(table), *small_print(played)]))


def status_lines(played: PlayResult) -> list[str]:
    table = played.after
    if isinstance(table, FinishedTable):
        return final_lines(table, played.events)
    if table.pending:
        return [pending_line(table, table.pending), points_line(table)]
    return turn_lines(table)


def turn_lines(table: RunningTable) -> list[str]:
    """Return whose turn it is, the tile drawn or the question asked, and everybody's points."""
    seat, state = table.next_seat, table.state
    name, question = safe_labels(table)[seat.number], texts_of(state).question(state)
    waiting = (_("**{name}** decides") if question else _("**{name}**'s turn")).format(name=name)
    mention = [f"<@{seat.person.id}>"] if seat.person else []
    return [
        f"{' · '.join([waiting, game_name(table), *mention])}{due_text(table)}",
        question or _tile_line(state),
        points_line(table),
    ]


def _tile_line(state: State) -> str:
    shows, tile = drawn_tile_words(state)
    return _("Drawn: **{shows}** (tile {tile}) · {tiles_left}").format(
        shows=shows, tile=tile, tiles_left=tiles_left_short(state)
    )


def small_print(played: PlayResult) -> Iterator[str]:
    """Yield the lines below a message that few people read: the rules and the shuffle, or how to answer a question."""
    table, state = played.after, played.after.state
    if _is_in_first_message(played) and not table.status.is_over:
        rules = _("Rules: {rules} ({command})")
        facts = [fill(rules, rules=edition_text(table.edition, table.options), command=command_mention("rules"))]
        if not (table.is_practice or table.settings.rated):
            facts.append(_("not rated"))
        facts += texts_of(state).opening_notes()
        if table.commitment:
            facts.append(fill(_("Shuffle: `{start}…` ({log})"), start=table.commitment[:_SHOWN_DIGITS]))
        yield subtext(" · ".join(facts))
    if isinstance(table, RunningTable) and texts_of(state).question(state):
        yield subtext(texts_of(state).question_hint())


def event_sentences(played: PlayResult, names: tuple[str, ...]) -> Iterator[str]:
    """Yield a sentence for each move and for each event that followed. ``names`` are those of who played, by seat."""
    return map(with_capitals, _event_sentences(played, names))


def _event_sentences(played: PlayResult, names: tuple[str, ...]) -> Iterator[str]:
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
        if sentence := _event_sentence(state, event, names):
            yield sentence


def _is_in_first_message(played: PlayResult) -> bool:
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
                text = _("{name} resigned. Their {figures} stay, but score nothing.")
                yield text.format(name=names[number], figures=noun(terms["figure"], 2))
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


def _event_sentence(state: State, event: Event, names: tuple[str, ...]) -> str | None:
    match event:
        case TileDiscarded(tile):
            return _("Tile {tile} doesn't fit anywhere, so it's out of the game.").format(tile=tile)
        case FeatureScored(is_final=False):
            return score_text(event, names, state.ruleset.terms)
        case _:
            return texts_of(state).event_sentence(event, names)


def turn_confirmation_text(played: PlayResult) -> str:
    """Return the private answer to a person who has played a turn or answered a question."""
    before = played.before
    return " ".join([] if isinstance(before, WaitingTable) else move_sentences(before.state, played.moves, None))


def turn_done_text(played: PlayResult, shown: StartedTable) -> str:
    """Return that answer with a link to the public message. ``shown`` is the table once it was published."""
    return turn_confirmation_text(played) + " " + board_link(shown, _("Board"))


def dm_text(played: PlayResult) -> str:
    """Return the direct message of a turn: the text of the channel, a link to the channel, and how to play here."""
    return _dm_text(played, _("The table is in {channel}."))


def dm_fallback_text(played: PlayResult) -> str:
    return _dm_text(played, _("The channel of this table is gone."))


def _dm_text(played: PlayResult, place: str) -> str:
    table, words = played.after, announcement(played)
    how = [_("You can play here too: press the buttons, or write `#{number} M14 90 -`.")] if table.to_move else []
    ending = fill(" ".join([place, *how]), table)
    return truncate(words, MESSAGE_LENGTH - len(ending) - 1) + "\n" + ending


def replay_text(played: PlayResult, turn: int, turns: int) -> str:
    after = played.after
    where = _("Turn {turn} of {turns}").format(turn=turn, turns=turns)
    if isinstance(after, FinishedTable):  # the line after it names the game
        return truncate("\n".join([where, *final_lines(after, played.events)]))
    return truncate(f"{where} · {game_name(after)}\n{past_announcement(played)}")
