"""Texts about what needs everybody's consent or a manager, and about leaving: undoing a turn, resigning, ending a game.

``turn_start`` is always the state in which the turn began.
"""

from collections import Counter
from collections.abc import Sequence, Set
from enum import Enum, auto

from carcassonne import State
from host.model.controllers import Computer
from host.model.notifications import DeliveryOutcome
from host.model.requests import EndRequest, UndoRequest
from host.model.table import BaseTable, RunningTable, SeatedTable, StartedTable, WaitingTable
from host.model.tournament_boards import tournament_of
from screens.text.features import drawn_tile
from screens.text.i18n import N_, _, ngettext, use_language
from screens.text.labels import Label
from screens.text.markup import bold_label, safe_name, with_heading
from screens.text.names import mention, public_label, safe_labels, table_language
from screens.text.placeholders import fill, fixed_text, name_text, table_text

ended_text = table_text(N_("You ended {game}."))
only_managers_text = fixed_text(N_("Only this server's managers can do that."))
undo_agreed_text = name_text(N_("Everyone agreed to undo {name}'s last turn in {game}."))
undo_withdrawn_text = name_text(N_("{name} withdrew the undo request in {game}."))
_suggestion = name_text(N_("**{name}** wants to end {game} now, with no final scoring and no winner."))
end_refused_text = name_text(N_("{name} said no to ending {game}, so it goes on."))
end_withdrawn_text = name_text(N_("{name} withdrew the request to end {game}, so it goes on."))


def left_to_computer_text(table: BaseTable) -> str:
    text = _("A computer plays on for you in {game}. To come back, press {button} below its message.")
    return fill(text, table, button=public_label(table, Label.TAKE_SEAT))


def _agreement_text(table: StartedTable, agreed: Set[int]) -> str:
    """Say which of the people agree (``agreed`` holds their ids), and mention those who do not yet."""
    agreeing = [person for person in table.humans if person.id in agreed]
    missing = [mention(person) for person in table.humans if person.id not in agreed]
    return fill(_("Agreed: {agreed}. Waiting for: {missing}."), agreed=agreeing, missing=missing)


def asked_elsewhere_text(table: BaseTable, outcome: DeliveryOutcome | None) -> str | None:
    """Tell the requester how the others were asked, if not in the channel; None if it was in the channel."""
    match outcome:
        case DeliveryOutcome.PRIVATE:
            text = _("I can't write in {channel}, so I asked the others in private.")
        case DeliveryOutcome.LOST:
            text = _(
                "I can't write in {channel} or to the others in private, so I couldn't ask anyone. Please tell "
                "them yourself."
            )
        case None:
            text = _("Discord is having trouble. I'll ask the others in {channel} as soon as it works again.")
        case _:
            return None
    return fill(text, table)


def undo_question(table: RunningTable, request: UndoRequest, turn_start: State) -> str:
    number = _turns(turn_start, table.state)
    text = ngettext(
        "**{name}** wants to undo {number} turn of {game} and place tile {tile} again.",
        "**{name}** wants to undo {number} turns of {game} and place tile {tile} again.",
        number,
    )
    name, tile = _requester(table, turn_start), drawn_tile(turn_start).name
    return f"{fill(text, table, name=name, number=number, tile=tile)} {_agreement_text(table, request.agreed)}"


def undo_asked_text(table: StartedTable) -> str:
    text = _("I've asked the others in {channel}. Press **{button}** there if you change your mind.")
    return fill(text, table, button=_refuse_label(table))


def undo_refused_text(table: BaseTable, requester: str, refuser: str) -> str:
    text = _("{refuser} said no, so {name}'s last turn in {game} stands.")
    return fill(text, table, refuser=refuser, name=requester)


def undone_text(table: StartedTable, state: State, names: Sequence[str]) -> str:
    """Tell everybody what was undone. ``state`` is the state before the undo, ``names`` those of who played, by seat.

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
    return fill(text, name=names[table.state.seat], number=number)


def taken_back_text(table: StartedTable) -> str:
    text = _("Your turn in {game} is undone. Place tile {tile} again.")
    return fill(text, table, tile=drawn_tile(table.state).name)


def _requester(table: StartedTable, turn_start: State) -> str:
    return safe_labels(table)[turn_start.seat]


def _refuse_label(table: StartedTable) -> str:
    with use_language(table_language(table)):
        return _(Label.REFUSE)


def _computers_undone(table: StartedTable, now: State) -> Counter[int]:
    """Return the seats of the computers whose turns are undone, with how many tiles. ``table`` is as it is after the
    undo. The state before it knows who has laid them: an extra turn is one more of the same seat.
    """
    undone = now.history.movers[table.state.turn :]
    return Counter(seat for seat in undone if isinstance(table.seats[seat].controller, Computer))


def _turns(turn_start: State, now: State) -> int:
    """Return how many turns are undone, at least 1: a turn that waits for an answer counts as one."""
    return max(1, now.turn - turn_start.turn)


class Leaving(Enum):
    """What a player can do to leave a game, or to play it with others."""

    RESIGN = auto()
    COMPUTER = auto()
    END = auto()
    """Ask the others to end it."""
    END_ALONE = auto()
    """End it where nobody else plays."""
    INVITE = auto()


def ways_to_leave(table: RunningTable) -> tuple[Leaving, ...]:
    """Return what the players of a game can do to leave it."""
    if not table.is_solo:
        return Leaving.RESIGN, Leaving.COMPUTER, Leaving.END
    if table.occasion is not None:
        return (Leaving.RESIGN,)  # to end it would be no loss
    invite = (Leaving.INVITE,) if table.can_invite else ()
    return Leaving.RESIGN, Leaving.END_ALONE, *invite


def resign_question(table: RunningTable, person_id: int) -> str:
    """Say what each way to leave a game means, in a line that begins with the label of its button."""
    lines = {
        Leaving.RESIGN: (Label.RESIGN, _resign_line(table, person_id)),
        Leaving.COMPUTER: (Label.COMPUTER, _computer_line(table)),
        Leaving.END: (Label.END, _end_line(table)),
        Leaving.END_ALONE: (Label.END_ALONE, _("nobody wins, and the game doesn't count.")),
        Leaving.INVITE: (Label.INVITE, fill(_("others can play on for {seats}."), table, seats=table.computer_seats)),
    }
    head = fill(_("What do you want to do in {game}? None of it can be undone."), table)
    return "\n".join(
        [head, *("- " + with_heading(bold_label(lines[one][0]), lines[one][1]) for one in ways_to_leave(table))]
    )


def _resign_line(table: RunningTable, person_id: int) -> str:
    others = tuple(seat for seat in table.seats if not seat.resigned and not seat.is_played_by(person_id))
    if table.is_practice or (table.is_solo and len(others) > 1):
        return _("the game ends.")
    if len(others) == 1:
        return fill(_("{name} wins."), table, name=others[0])
    return _("the others play on. Your followers stay, score nothing, and nobody can take your seat.")


def _end_line(table: RunningTable) -> str:
    if _is_of_tournament(table):
        return _("I ask the others to end the game without a winner. In the tournament that's a tie.")
    return _("I ask the others to end the game without a winner.")


def _is_of_tournament(table: RunningTable) -> bool:
    return table.occasion is not None and tournament_of(table.occasion) is not None


def _computer_line(table: RunningTable) -> str:
    text = _("it plays on for you. To come back, press {seat_button}: I'll ask the others first.")
    if _is_of_tournament(table):
        text = _(
            "it plays on for you, but in the tournament you come in last. To come back, press {seat_button}: "
            "I'll ask the others first."
        )
    elif table.settings.rated:
        text = _(
            "it plays on for you, but for your rating you resign. To come back, press {seat_button}: "
            "I'll ask the others first."
        )
    return fill(text, table)


def end_question(table: StartedTable, request: EndRequest) -> str:
    return f"{_suggestion(table, safe_labels(table)[request.seat])} {_agreement_text(table, request.agreed)}"


def end_asked_text(table: StartedTable, request: EndRequest, person_id: int) -> str:
    requester = table.seats[request.seat]
    if not requester.is_played_by(person_id):
        text = _("You agreed with {name} to end {game}. I've asked the others in {channel}.")
        return fill(text, table, name=safe_name(requester.name))
    text = _("I've asked the others in {channel}. Press **{button}** there, or just play on, if you change your mind.")
    return fill(text, table, button=_refuse_label(table))


def end_agreed_text(table: SeatedTable, requester: str) -> str:
    """Return the question once all have agreed. What follows from that, the last message of the game says."""
    agreed = fill(_("Agreed: {agreed}."), agreed=table.humans)
    return f"{_suggestion(table, requester)} {agreed}"


def end_question_text(table: BaseTable) -> str:
    text = _("End {game} without scoring? You can't undo this.")
    if isinstance(table, WaitingTable):
        text = _("Close table #{number}? Everyone there loses their seat.")
    return fill(text, table)
