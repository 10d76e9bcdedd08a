"""Undoing a turn by consent, in words. ``begun`` is always the state in which the turn began."""

from carcassonne import State
from cogs.text.consent import REFUSE, agreements, mentioned
from cogs.text.formatting import safe, safe_labels
from cogs.text.i18n import _, ngettext, speaking
from cogs.text.table import game_name, language_at
from host import Played, Table


def undo_question(table: Table, begun: State) -> str:
    """Return the public question, with who has agreed so far."""
    assert table.state is not None
    assert table.undo_request is not None
    assert begun.tile is not None
    number = _turns(begun, table.state)
    text = ngettext(
        "**{name}** asks to undo {number} turn of {game}, and to lay tile {tile} again.",
        "**{name}** asks to undo {number} turns of {game}, and to lay tile {tile} again.",
        number,
    )
    question = text.format(name=_asker(table, begun), number=number, game=game_name(table), tile=begun.tile.name)
    return f"{question} {agreements(table, table.undo_request.agreed, mentioned)}"


def undo_asked_text(table: Table) -> str:
    """Return what follows for who asks; the button is called as it is at the table."""
    with speaking(language_at(table)):
        button = _(REFUSE)
    text = _("The others are asked in {channel}, until the game goes on. There, “{button}” withdraws your question.")
    return text.format(channel=f"<#{table.venue.channel}>", button=button)


def undo_agreed_text(table: Table, begun: State) -> str:
    """Return what the question came to when all agreed."""
    return _("All have agreed to undo {name}'s last turn in {game}.").format(
        name=_asker(table, begun), game=game_name(table)
    )


def undo_refused_text(table: Table, begun: State, refuser: str) -> str:
    """Return what the question came to when somebody refused."""
    text = _("{refuser} refuses to undo {name}'s last turn in {game}: everything stays as it is.")
    return text.format(refuser=safe(refuser), name=_asker(table, begun), game=game_name(table))


def undo_withdrawn_text(table: Table, begun: State) -> str:
    """Return what the question came to when it was withdrawn."""
    text = _("{name} asks no more to undo a turn in {game}: everything stays as it is.")
    return text.format(name=_asker(table, begun), game=game_name(table))


def undone_text(played: Played) -> str:
    """Return what was undone, for all."""
    begun, state = played.after.state, played.before.state
    assert begun is not None
    assert state is not None
    number, name = _turns(begun, state), _asker(played.after, begun)
    if played.after.is_practice:
        return _("{name}'s last turn was undone.").format(name=name)
    text = ngettext(
        "With everybody's consent {number} turn was undone, back to {name}'s last one.",
        "With everybody's consent {number} turns were undone, back to {name}'s last one.",
        number,
    )
    return text.format(name=name, number=number)


def in_hand_again_text(table: Table) -> str:
    """Return the private answer to who has undone a turn at once."""
    assert table.state is not None
    assert table.state.tile is not None
    text = _("Your turn in {game} is undone: you have tile {tile} to lay again.")
    return text.format(game=game_name(table), tile=table.state.tile.name)


def no_turn_refusal(table: Table) -> str:
    """Return that there is nothing to undo."""
    text = _("There is no turn of yours in game #{number} that could be undone.")
    return text.format(number=table.number)


def resigned_since_refusal(table: Table, seat: int) -> str:
    """Return why a turn before a resignation stays."""
    text = _("{name} has resigned from game #{number} since your last turn, and that cannot be undone.")
    return text.format(name=safe_labels(table)[seat], number=table.number)


def undo_open_refusal(table: Table) -> str:
    """Return that one question comes after the other."""
    assert table.undo_request is not None
    text = _("{name} asks to undo a turn of game #{number} already: that has to be answered first.")
    return text.format(name=safe_labels(table)[table.undo_request.seat], number=table.number)


def _asker(table: Table, begun: State) -> str:
    return safe_labels(table)[begun.seat]


def _turns(begun: State, now: State) -> int:
    """Return how many turns were begun in between; one that waits for an answer is the first."""
    return max(1, now.turn - begun.turn)
