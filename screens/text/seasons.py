"""Texts of a league over all its seasons."""

from collections.abc import Sequence
from typing import Final

from host.model.seasons import LeagueRecord
from host.model.tournaments import OrganisedTournament
from screens.text.i18n import _, ngettext
from screens.text.markup import join_lines, more_text, safe_name, subtext
from screens.text.matches import points_text

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
