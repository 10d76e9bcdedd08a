"""Texts about undoing a turn by consent. ``turn_start`` is always the state in which the turn began."""

from collections import Counter

from carcassonne import State
from cogs.text.consent import REFUSE_LABEL, agreement_text, mention
from cogs.text.features import drawn_tile
from cogs.text.formatting import safe_labels
from cogs.text.i18n import _, ngettext, use_language
from cogs.text.table import game_name, table_language
from host.model.controllers import Computer
from host.model.table import BaseTable, RunningTable, StartedTable, UndoRequest


def undo_question(table: RunningTable, request: UndoRequest, turn_start: State) -> str:
    """Return the public question, and who has agreed so far."""
    number = _turns(turn_start, table.state)
    text = ngettext(
        "**{name}** wants to undo {number} turn of {game} and place tile {tile} again.",
        "**{name}** wants to undo {number} turns of {game} and place tile {tile} again.",
        number,
    )
    question = text.format(
        name=_requester_name(table, turn_start), number=number, game=game_name(table), tile=drawn_tile(turn_start).name
    )
    return f"{question} {agreement_text(table, request.agreed, mention)}"


def undo_asked_text(table: StartedTable) -> str:
    """Tell the person who asks what happens next."""
    with use_language(table_language(table)):
        button = _(REFUSE_LABEL)
    text = _("I've asked the others in {channel}. Press **{button}** there if you change your mind.")
    return text.format(channel=f"<#{table.venue.channel}>", button=button)


def undo_agreed_text(table: BaseTable, requester: str) -> str:
    """Return the text that replaces the question when all have agreed. Names are safe for a message."""
    return _("Everyone agreed to undo {name}'s last turn in {game}.").format(name=requester, game=game_name(table))


def undo_refused_text(table: BaseTable, requester: str, refuser: str) -> str:
    """Return the text that replaces the question when somebody has refused."""
    text = _("{refuser} said no, so {name}'s last turn in {game} stands.")
    return text.format(refuser=refuser, name=requester, game=game_name(table))


def undo_withdrawn_text(table: BaseTable, requester: str) -> str:
    """Return the text that replaces the question when the requester has withdrawn it."""
    return _("{name} withdrew the undo request in {game}.").format(name=requester, game=game_name(table))


def undone_text(table: StartedTable, state: State) -> str:
    """Tell everybody what was undone. ``state`` is the state before the undo.

    The message of the question says that everyone agreed, and this message begins with whose turn it is now.
    """
    number, computers = _turns(table.state, state), _computers_undone(table, state)
    text = ngettext("{number} turn is undone.", "{number} turns are undone.", number)
    if table.is_practice or number == 1:
        text = _("{name}'s last turn is undone.")
    elif number - sum(computers.values()) == 1:
        text = _("{name}'s turn and the computer's are undone.")
        if len(computers) > 1:
            text = _("{name}'s turn and the computers' are undone.")
    return text.format(name=_requester_name(table, table.state), number=number)


def taken_back_text(table: StartedTable) -> str:
    """Tell a person who has undone a turn at once that it is undone."""
    text = _("Your turn in {game} is undone. Place tile {tile} again.")
    return text.format(game=game_name(table), tile=drawn_tile(table.state).name)


def no_turn_yet_text(table: StartedTable) -> str:
    """Say that there is nothing to undo."""
    text = _("You have no turn to undo in game #{number} yet.")
    return text.format(number=table.number)


def resigned_since_text(table: StartedTable, seat: int) -> str:
    """Say why nobody can undo a turn that was played before a resignation."""
    text = _("{name} resigned from game #{number} after your last turn, so you can't undo it.")
    return text.format(name=safe_labels(table)[seat], number=table.number)


def undo_already_asked_text(table: RunningTable, request: UndoRequest) -> str:
    """Say that another question to undo a turn is still open."""
    text = _("{name} has already asked to undo a turn of game #{number}. Answer that first.")
    return text.format(name=safe_labels(table)[request.seat], number=table.number)


def _requester_name(table: StartedTable, turn_start: State) -> str:
    return safe_labels(table)[turn_start.seat]


def _computers_undone(table: StartedTable, now: State) -> Counter[int]:
    """Return the seats of the computers whose turns are undone, with how many. ``table`` is as it is after the undo.

    Somebody may have resigned since then, so the state knows who played, not the seats.
    """
    seats = [seat for seat in table.seats if seat.number not in table.state.resigned]
    first = [seat.number for seat in seats].index(table.state.seat)
    undone = [seats[(first + later) % len(seats)] for later in range(_turns(table.state, now))]
    return Counter(seat.number for seat in undone if isinstance(seat.controller, Computer))


def _turns(turn_start: State, now: State) -> int:
    """Return how many turns are undone, at least 1: a turn that waits for an answer counts as one."""
    return max(1, now.turn - turn_start.turn)
