"""Texts about resigning, and about ending a game by agreement."""

from typing import Final

from cogs.text.clock import TAKE_SEAT_LABEL
from cogs.text.consent import REFUSE_LABEL, agreement_text, mention
from cogs.text.formatting import bold_label, safe_labels, safe_name, word_list
from cogs.text.i18n import N_, _, use_language
from cogs.text.nouns import plural
from cogs.text.table import game_name, table_language
from host.model.table import BaseTable, EndRequest, RunningTable, SeatedTable, StartedTable

END_LABEL: Final = N_("End for everyone")
"""The label of the button that ends a game if the others agree."""
END_ALONE_LABEL: Final = N_("End game")
"""Its label where nobody else has to agree."""
COMPUTER_LABEL: Final = N_("Computer")


def resign_question(table: RunningTable, person_id: int) -> str:
    """Explain what resigning means, and what the button ``END_LABEL`` does instead."""
    named = zip(table.seats, safe_labels(table), strict=True)
    others = [name for seat, name in named if not seat.resigned and not seat.is_played_by(person_id)]
    if table.is_practice or (table.is_solo and len(others) > 1):
        text = _("Resign from {game}? That ends the game.")
    elif len(others) == 1:
        text = _("Resign from {game}? Then {name} wins.")
    else:
        text = _("Resign from {game}? The others play on, and your {figures} stay but score nothing.")
    figures = plural(table.state.ruleset.terms["figure"])
    question = text.format(game=game_name(table), figures=figures, name="".join(others[:1]))
    if table.is_solo:
        text = _("Or press **{button}**: then nobody wins, and the game doesn't count.")
        return question if table.is_practice else "\n".join([question, text.format(button=_(END_ALONE_LABEL))])
    question += " " + _("Or press **{button}** to ask the others to end the game.").format(button=_(END_LABEL))
    return "\n".join([question, _computer_offer(table)])


def _computer_offer(table: RunningTable) -> str:
    text = _("Press {computer} and a computer plays on for you. To come back, press {seat}.")
    if table.settings.rated:
        text = _(
            "Press {computer} and a computer plays on for you, until you press {seat}. "
            "Your rating counts that as resigning."
        )
    return text.format(computer=bold_label(COMPUTER_LABEL), seat=bold_label(TAKE_SEAT_LABEL))


def left_to_computer_text(table: RunningTable) -> str:
    """Tell a person that a computer plays on for them."""
    text = _("A computer plays on for you in {game}. To come back, press {button} below its message.")
    return text.format(game=game_name(table), button=bold_label(TAKE_SEAT_LABEL))


def end_question(table: StartedTable, request: EndRequest) -> str:
    """Return the public question whether to end a game, and who has agreed so far."""
    return f"{_suggestion(table, safe_labels(table)[request.seat])} {agreement_text(table, request.agreed, mention)}"


def _suggestion(table: BaseTable, requester: str) -> str:
    text = _("**{name}** wants to end {game} now, with no final scoring and no winner.")
    return text.format(name=requester, game=game_name(table))


def end_asked_text(table: StartedTable, request: EndRequest, person_id: int) -> str:
    """Tell a person who suggests or agrees to end the game what happens next."""
    requester = table.seats[request.seat]
    if not requester.is_played_by(person_id):
        text = _("You agreed with {name} to end {game}. I've asked the others in {channel}.")
        return text.format(game=game_name(table), name=safe_name(requester.name), channel=f"<#{table.venue.channel}>")
    with use_language(table_language(table)):
        button = _(REFUSE_LABEL)
    text = _("I've asked the others in {channel}. Press **{button}** there, or just play on, if you change your mind.")
    return text.format(channel=f"<#{table.venue.channel}>", button=button)


def end_agreed_text(table: SeatedTable, requester: str) -> str:
    """Return the question once all have agreed. What follows from that, the last message of the game says."""
    agreed = _("Agreed: {agreed}.").format(agreed=word_list([safe_name(person.name) for person in table.humans]))
    return f"{_suggestion(table, requester)} {agreed}"


def end_refused_text(table: BaseTable, refuser: str) -> str:
    """Return the text that replaces the question when somebody has refused."""
    return _("{name} said no to ending {game}, so it goes on.").format(name=refuser, game=game_name(table))


def end_withdrawn_text(table: BaseTable, requester: str) -> str:
    """Return the text that replaces the question when the requester has withdrawn it."""
    return _("{name} withdrew the request to end {game}, so it goes on.").format(name=requester, game=game_name(table))
