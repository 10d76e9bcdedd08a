"""Texts of a league over all its seasons."""

from collections.abc import Iterator, Sequence
from typing import Final

from host.model.seasons import LeagueRecord
from host.model.tournaments import OrganisedTournament, TournamentStatus, is_gone
from screens.text.i18n import _, ngettext
from screens.text.markup import join_lines, more_text, safe_name, subtext
from screens.text.matches import entrant_name, points_text
from tournaments.divisions import moves_after

MOST_SHOWN: Final = 40
"""The most people that are listed."""


def seasons_text(tournament: OrganisedTournament, table: Sequence[LeagueRecord]) -> str:
    """Return the table of a league over all seasons: who has played how many, with how many titles and points."""
    name = safe_name(tournament.terms.name)
    if not table:
        return _("**{name}** hasn't started yet.").format(name=name)
    ranks = [one.rank for one in table]
    lines = [_line(1 + ranks.index(one.rank), one) for one in table[:MOST_SHOWN]]
    if len(table) > MOST_SHOWN:
        lines.append(more_text(len(table) - MOST_SHOWN))
    note = subtext(_("Titles decide, then points. A title is first place in the first division."))
    return join_lines([_("**{name}**, all seasons").format(name=name), *lines, note])


def _line(place: int, one: LeagueRecord) -> str:
    """Return a line that is no list for Discord, which counts on where places are shared."""
    titles = ngettext("{number} title", "{number} titles", one.titles).format(number=one.titles)
    seasons = ngettext("{number} season", "{number} seasons", one.seasons).format(number=one.seasons)
    return _("{place}. {name}: {titles}, {seasons}, points: {points}").format(
        place=f"{place}\\",
        name=safe_name(one.person.name),
        titles=titles,
        seasons=seasons,
        points=points_text(one.points),
    )


def move_lines(tournament: OrganisedTournament) -> list[str]:
    """Return who goes up and who goes down after a season that is over, a line for each division; nothing where there
    is only one, or where the season isn't over.
    """
    if tournament.status is not TournamentStatus.OVER:
        return []
    gone = [one.entrant.id for one in tournament.people if is_gone(one)]
    moves = moves_after(tournament.course, gone)
    if not moves:
        return []
    lines = [" ".join(_moves(tournament, number, one.up, one.down)) for number, one in moves.items()]
    note = subtext(_("People who leave or sign up before the next season can change that."))
    return [*(filter(None, lines) if any(lines) else [_("Nobody goes up or down.")]), note]


def _moves(tournament: OrganisedTournament, number: int, up: Sequence[int], down: Sequence[int]) -> Iterator[str]:
    if up:
        text = ngettext("{names} goes up from division {number}.", "{names} go up from division {number}.", len(up))
        yield text.format(names=_names(tournament, up), number=number)
    if down:
        text = ngettext(
            "{names} goes down from division {number}.", "{names} go down from division {number}.", len(down)
        )
        yield text.format(names=_names(tournament, down), number=number)


def _names(tournament: OrganisedTournament, entrants: Sequence[int]) -> str:
    return ", ".join(safe_name(entrant_name(tournament, one)) for one in entrants)
