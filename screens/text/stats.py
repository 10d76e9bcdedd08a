"""Texts of the statistics and the leaderboard."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from carcassonne import Kind
from host.model.results import FeatureTotals, GameTotals, PersonStatistics, Standing
from host.model.table import BaseRunningTable, BaseTable
from screens.text.choices import SCOPE_NAMES, choice_name, edition_name, level_name
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import (
    DESCRIPTION_LENGTH,
    Section,
    capitalize,
    join_lines,
    safe_name,
    semicolon_list,
    short_list,
    with_heading,
)
from screens.text.nouns import counted, noun
from screens.text.placeholders import fill, fixed_text

_LONG: Final = {Kind.ROAD, Kind.PATH}
"""Kinds of features whose record is the longest one, not the one that scored most."""
_NOUNS: Final[Mapping[str, str]] = {Kind.WALL: "wall tile"}
"""The noun for what scored, where it has another one."""

nobody_rated_text = fixed_text(
    N_("Nobody has a rating on this server yet. Finish a game with at least two people to get one.")
)


def stats_text(stats: PersonStatistics, name: str, *, is_here: bool, titles: Sequence[str] = ()) -> str:
    """Return the statistics of a person, on this server or on all servers. ``titles`` are the tournaments won."""
    where = _("**{name}** on this server") if is_here else _("**{name}** on all servers")
    lines = [where.format(name=safe_name(name)), _person_totals_text(stats.total)]
    if stats.here:
        lines.append(_("Rating on this server: {standing}").format(standing=_standing_text(stats.here)))
    if stats.everywhere:
        lines.append(_("Rating across all servers: {standing}").format(standing=_standing_text(stats.everywhere)))
    if titles:
        lines.append(_("Tournaments won: {names}").format(names=short_list([safe_name(one) for one in titles], 5)))
    if stats.with_computers.games:
        lines.append(with_heading(_("With computers, counted apart"), _person_totals_text(stats.with_computers)))
        lines += [f"- {with_heading(_level_heading(level), _totals_text(one))}" for level, one in stats.levels.items()]
    lines += ["- " + with_heading(edition_name(edition), _totals_text(one)) for edition, one in stats.editions.items()]
    lines += [f"- {_feature_totals_text(scored, totals)}" for scored, totals in stats.feature_totals.items()]
    return join_lines(lines)


def _level_heading(level: int) -> str:
    return "🤖 " + capitalize(level_name(level))


def _person_totals_text(totals: GameTotals) -> str:
    """Return somebody's totals. Say so where no game gives an average: others, or a computer, finished them all."""
    text = _totals_text(totals)
    return f"{text}, " + _("no average yet") if totals.games and totals.average is None else text


def _totals_text(totals: GameTotals) -> str:
    played = ngettext("{number} game", "{number} games", totals.games).format(number=totals.games)
    won = ngettext("{number} won", "{number} won", totals.wins).format(number=totals.wins)
    if totals.average is None:
        return f"{played}, {won}"
    return f"{played}, {won}, " + _("{points} on average").format(points=counted(round(totals.average), "point"))


def _standing_text(standing: Standing) -> str:
    text = ngettext(
        "**{rating}**, rank {rank}, after {number} rated game",
        "**{rating}**, rank {rank}, after {number} rated games",
        standing.games,
    )
    return text.format(rating=standing.rating, rank=standing.rank, number=standing.games)


def _feature_totals_text(scored: str, totals: FeatureTotals) -> str:
    """Return ``Cities (40): 320 points; the best: 24 points, 8 tiles``."""
    kinds = capitalize(noun(_NOUNS.get(scored, scored), 2))
    points, tiles = counted(totals.best, "point"), counted(totals.best_tiles, "tile")
    record = _("best: {points}").format(points=points)
    if scored in _LONG:
        record = _("longest: {tiles}").format(tiles=counted(totals.longest, "tile"))
    elif totals.best_tiles:
        record = _("best: {points}, {tiles}").format(points=points, tiles=tiles)
    return with_heading(f"{kinds} ({totals.features})", semicolon_list([counted(totals.points, "point"), record]))


def nothing_played_text(name: str | None, playing: Sequence[BaseTable], *, is_here: bool) -> str:
    """Say that a person has not finished a game yet. The name is None for the reader, who sits at the tables
    ``playing``.
    """
    if name is not None:
        return _("{name} hasn't finished a game on this server yet.").format(name=safe_name(name))
    if not playing:
        mine = _("You haven't finished a game yet. Join one with {join}.")
        return fill(_("You haven't finished a game on this server yet. Join one with {join}.") if is_here else mine)
    text = _("You haven't finished a game on this server yet.") if is_here else _("You haven't finished a game yet.")
    if any(isinstance(table, BaseRunningTable) and table.computer_seats for table in playing):
        return text + " " + _("A game with a computer isn't rated, and counts apart.")
    return text + " " + _("What counts is a game that is played to its last tile, or won because the others resigned.")


def own_stats_only_text(name: str) -> str:
    text = _("In private I only show your own games. Ask about {name} in a server's channel.")
    return text.format(name=safe_name(name))


def no_server_text() -> str:
    text = _("This isn't a server. Choose `scope:{server}` in a channel of the server you mean.")
    return text.format(server=choice_name(SCOPE_NAMES, "server"))


def leaderboard_text(standings: Sequence[Standing]) -> str:
    """Return a line for each player, the strongest first."""
    head = _("The best players on this server (rank, name, rating, games):")
    lines = [
        f"**{one.rank}** {safe_name(one.person.name)} · **{one.rating}** · {_record_text(one)}" for one in standings
    ]
    return join_lines([head, *lines])


def leaderboard_alt_text(standings: Sequence[Standing], server: str) -> str:
    return Section(leaderboard_title(server), tuple(_alt_items(standings))).text_within(DESCRIPTION_LENGTH)


def _alt_items(standings: Sequence[Standing]) -> Iterator[str]:
    for one in standings:
        text = _("{rank}. {name}, rating {rating}")
        yield text.format(rank=one.rank, name=one.person.name, rating=one.rating) + f", {_record_text(one)}"


def with_missing_games(text: str, missing: int) -> str:
    if not missing:
        return text
    note = ngettext(
        "I'm still counting {number} game, so these numbers will change. Ask again later.",
        "I'm still counting {number} games, so these numbers will change. Ask again later.",
        missing,
    )
    return join_lines([note.format(number=missing), *text.splitlines()])


def _record_text(standing: Standing) -> str:
    return _totals_text(GameTotals(standing.games, standing.wins))


def leaderboard_title(server: str) -> str:
    return _("Best players of {server}").format(server=server)
