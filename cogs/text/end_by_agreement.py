"""Texts about resigning, and about ending a game by agreement."""

from typing import Final

from cogs.text.consent import REFUSE_LABEL, agreement_text, mention
from cogs.text.formatting import safe_labels, safe_name
from cogs.text.i18n import N_, _, use_language
from cogs.text.nouns import plural
from cogs.text.table import game_name, table_language
from host import BaseTable, EndRequest, RunningTable, StartedTable

END_LABEL: Final = N_("End the game for all")


def resign_question(table: RunningTable, person_id: int) -> str:
    """Explain what resigning means, and what the button ``END_LABEL`` does instead."""
    others = [safe_name(seat.name) for seat in table.seats if not seat.resigned and not seat.is_played_by(person_id)]
    if table.is_practice:
        text = _("Do you want to give up {game}? Your {figures} stay and score nothing; the game ends then.")
    elif len(others) == 1:
        text = _("Do you want to give up {game}? Your {figures} stay and score nothing; {name} wins then.")
    else:
        text = _("Do you want to give up {game}? Your {figures} stay and score nothing; the others play on.")
    figures = plural(table.state.ruleset.terms["figure"])
    question = text.format(game=game_name(table), figures=figures, name="".join(others[:1]))
    if table.is_solo:
        return question
    return question + " " + _("“{button}” asks the others first.").format(button=_(END_LABEL))


def end_question(table: StartedTable, request: EndRequest) -> str:
    """Return the public question whether to end a game, and who has agreed so far."""
    text = _("**{name}** suggests ending {game} now, with no final scoring and no winner.")
    suggestion = text.format(name=safe_labels(table)[request.seat], game=game_name(table))
    return f"{suggestion} {agreement_text(table, request.agreed, mention)}"


def end_asked_text(table: StartedTable, request: EndRequest, person_id: int) -> str:
    """Tell a person who suggests or agrees to end the game what happens next."""
    requester = table.seats[request.seat]
    if not requester.is_played_by(person_id):
        text = _("You agree to end {game}, as {name} suggests; the others are asked in {channel}.")
        return text.format(game=game_name(table), name=safe_name(requester.name), channel=f"<#{table.venue.channel}>")
    with use_language(table_language(table)):
        button = _(REFUSE_LABEL)
    text = _(
        "The others are asked in {channel}. There, “{button}” withdraws your suggestion, and so does your next move."
    )
    return text.format(channel=f"<#{table.venue.channel}>", button=button)


def end_agreed_text(table: BaseTable) -> str:
    """Return the text that replaces the question when all have agreed."""
    return _("All have agreed to end {game}.").format(game=game_name(table))


def end_refused_text(table: BaseTable, refuser: str) -> str:
    """Return the text that replaces the question when somebody has refused."""
    return _("{name} refuses to end {game}: it goes on.").format(name=safe_name(refuser), game=game_name(table))


def end_withdrawn_text(table: BaseTable, requester: str) -> str:
    """Return the text that replaces the question when the requester has withdrawn it."""
    return _("{name} withdraws the suggestion to end {game}: it goes on.").format(
        name=safe_name(requester), game=game_name(table)
    )
