"""What a page says of a game that goes on, for one reader. These texts have no markup."""

from collections.abc import Iterator
from datetime import timedelta

from carcassonne import Phase, SegmentRef, State, feature_at
from carcassonne.holding import earnings, holdings
from host.model.table import BaseRunningTable, FinishedTable, LiveSummary, SeatedTable, StartedTable, WaitingTable
from screens.text.editions import texts_of
from screens.text.features import feature_text
from screens.text.i18n import _
from screens.text.markup import capitalize, isolated_name, word_list
from screens.text.names import seat_labels
from screens.text.nouns import in_hand_text
from screens.text.status import result_text


def plain_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat, for a text without markup."""
    return tuple(map(isolated_name, seat_labels(table)))


def standing_text(table: StartedTable, person_id: int) -> str:
    """Say whose turn it is, or how the game ended."""
    if isinstance(table, FinishedTable):
        result = result_text(table, plain_labels(table))
        return f"{result}." if result else _("It's over.")
    if table.can_take_back(person_id):
        return _("You can still undo your turn.")
    return _turn_text(table, is_own=table.is_to_move(person_id) and not table.is_practice)


def game_status_text(table: LiveSummary, person_id: int) -> str:
    """Say how a game stands, in a list of games."""
    if isinstance(table, WaitingTable):
        return capitalize(_("waiting for players"))
    return _turn_text(table, is_own=table.is_to_move(person_id))


def _turn_text(table: BaseRunningTable, *, is_own: bool) -> str:
    """Say whose turn it is, or who can still undo one."""
    names = plain_labels(table)
    if table.pending:
        return _("{name} can still undo the turn.").format(name=names[table.pending.seat])
    if is_own:
        return _("Your turn.")
    return _("{name}'s turn.").format(name=names[table.next_seat.number])


def seat_left_lines(state: State, seat: int) -> list[str]:
    """Return what a seat has in hand, of each kind of figure: ``5 followers``, ``no abbot``."""
    if seat in state.resigned:
        return [_("resigned")]
    return list(filter(None, (in_hand_text(figure, in_hand[seat]) for figure, in_hand in state.supply.items())))


def seat_extra_text(state: State, seat: int) -> str:
    """Return what else a seat has: goods, wall tiles …; empty if nothing."""
    return capitalize(", ".join(texts_of(state).seat_holdings(state, seat)))


def seat_gain(state: State, seat: int) -> int:
    """Return what the last turn has brought a seat; 0 after the end."""
    if state.phase is Phase.OVER:
        return 0
    return sum(event.points for event in state.history.paid if seat in event.seats)


def feature_under_text(table: StartedTable, ref: SegmentRef, *, shows_points: bool) -> str:
    """Return a feature, who holds it, and if ``shows_points`` what it would pay them if the game ended now."""
    feature = feature_at(table.state, ref)
    sentences = [f"{capitalize(feature_text(feature, table.state.ruleset.terms))}."]
    sentences += _holders(table, ref)
    if shows_points and (paid := list(_payments(table, ref))):
        sentences.append(_("If the game ended now: {scores}.").format(scores=word_list(paid)))
    return " ".join(sentences)


def _holders(table: StartedTable, ref: SegmentRef) -> Iterator[str]:
    names = plain_labels(table)
    for feature, seats in holdings(table.state):
        if ref in feature.refs:
            holders = [names[seat] for seat in seats]
            text = _("{names} holds it.")
            if len(holders) != 1:
                text = _("{names} share it.") if holders else _("Nobody holds it.")
            yield text.format(names=word_list(holders))


def _payments(table: StartedTable, ref: SegmentRef) -> Iterator[str]:
    state, names = table.state, plain_labels(table)
    refs = set(feature_at(state, ref).refs)
    for (seat, there), points in sorted(earnings(state).items()):
        if there in refs and points:
            yield f"{names[seat]} {points}"


def page_link_text(lifetime: timedelta) -> str:
    """Return what stands above a link to a page."""
    minutes = int(lifetime.total_seconds() // 60)
    text = _("Here's the board in your browser. The link is only for you and works once, within {minutes} minutes.")
    return text.format(minutes=minutes)


def pages_off_text() -> str:
    return _("This bot has no pages for browsers. The board is here on Discord.")


def rematch_waits_text(number: int) -> str:
    """Return what somebody reads who has a seat at a rematch that waits for others."""
    return _("You're at table #{number}. The game begins once everybody is there.").format(number=number)


def turn_undone_text() -> str:
    return _("Your turn is undone.")


def turn_ended_text() -> str:
    return _("Your turn is done.")


def signed_out_text() -> str:
    return _("This browser isn't signed in. Press the button on Discord for a link.")


def bad_request_text() -> str:
    return _("I can't read that. Load the page again.")


def no_picture_now_text() -> str:
    return _("There's no picture of the board right now. Try again in a moment.")
