"""Giving up and ending together, in words."""

from cogs.shared.words.consent import agreements
from cogs.shared.words.language import safe
from cogs.shared.words.nouns import plural
from cogs.shared.words.speech import _
from cogs.shared.words.tables import game_name
from host import Table


def resign_question(table: Table, person_id: int) -> str:
    """Return what resigning would mean."""
    assert table.state is not None
    others = [safe(person.name) for person in table.players if person.id != person_id]
    if table.is_practice:
        text = _("Do you want to give up {game}? Your {figures} stay and score nothing; the game ends then.")
    elif len(others) == 1:
        text = _("Do you want to give up {game}? Your {figures} stay and score nothing; {name} wins then.")
    else:
        text = _("Do you want to give up {game}? Your {figures} stay and score nothing; the others play on.")
    figures = plural(table.state.ruleset.terms["figure"])
    return text.format(game=game_name(table), figures=figures, name="".join(others[:1]))


def ending_suggested_text(table: Table, name: str) -> str:
    """Return the public question whether to end a game, and who has to answer it."""
    suggestion = _("{name} suggests ending {game} now, with no final scoring and no winner.")
    return f"{suggestion.format(name=safe(name), game=game_name(table))} {agreements(table, table.ending)}"


def agreed_text(table: Table) -> str:
    """Return the question as it stands, or its outcome."""
    if table.status.is_over:
        return _("All have agreed to end {game}.").format(game=game_name(table))
    question = _("Shall {game} end now, with no final scoring and no winner?")
    return f"{question.format(game=game_name(table))} {agreements(table, table.ending)}"
