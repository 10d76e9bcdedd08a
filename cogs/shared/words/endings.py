"""Giving up and ending together, in words."""

from cogs.shared.words.language import listed, plural, safe
from cogs.shared.words.tables import game_name
from host import Table


def resign_question(table: Table, person_id: int) -> str:
    """Return what resigning would mean."""
    assert table.state is not None
    figures = plural(table.state.ruleset.terms["figure"])
    others = [safe(seat.person.name) for seat in table.seats if not seat.resigned and seat.person.id != person_id]
    rest = f"{others[0]} wins then" if len(others) == 1 else "the others play on"
    if table.is_practice:
        rest = "the game ends then"
    return f"Do you want to give up {game_name(table)}? Your {figures} stay and score nothing; {rest}."


def ending_suggested_text(table: Table, name: str) -> str:
    """Return the public question whether to end a game, and who has to answer it."""
    suggestion = f"{safe(name)} suggests ending {game_name(table)} now, with no final scoring and no winner."
    return f"{suggestion} {_agreements(table)}"


def agreed_text(table: Table) -> str:
    """Return the question as it stands, or its outcome."""
    if table.status.is_over:
        return f"All have agreed to end {game_name(table)}."
    return f"Shall {game_name(table)} end now, with no final scoring and no winner? {_agreements(table)}"


def _agreements(table: Table) -> str:
    people = {seat.person.id: safe(seat.person.name) for seat in table.seats if not seat.resigned}
    agreed = [name for number, name in people.items() if number in table.ending]
    missing = [name for number, name in people.items() if number not in table.ending]
    return f"Agreed: {listed(agreed)}. Still to agree: {listed(missing)}."
