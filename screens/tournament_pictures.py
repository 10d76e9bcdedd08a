"""The pictures of a tournament: its table, page by page, and the podium."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import render
from host.model.controllers import Computer
from host.model.tournaments import OrganisedTournament
from screens.pictures import Pictures
from screens.screen import File
from screens.text.i18n import _
from screens.text.markup import DESCRIPTION_LENGTH, plain_text, truncate
from screens.text.matches import entrant_name, points_text, shown_results
from screens.text.names import unmarked_name
from screens.text.tournament_names import cup_name
from screens.text.tournaments import decider_text, is_final_unplayed, standing_lines
from tournaments.kinds import KINDS, standings_of
from tournaments.knockout import Match, winner_and_loser
from tournaments.standings import Standing
from tournaments.tournament import Pairing, shares

ROWS: Final = 16
"""The most rows of a page."""
MOST_PAGES: Final = 5


async def standings_files(pictures: Pictures, tournament: OrganisedTournament, pages: int = MOST_PAGES) -> list[File]:
    """Return the pages of the table after the last whole round, as far as they could be drawn, the best first."""
    found = []
    played = sum(all(one.is_over for one in pairings) for pairings in tournament.course.rounds)
    tournament = replace(tournament, rounds=tournament.rounds[:played])
    table = standings_of(tournament.course)
    lines = [_alt_line(tournament, one) for one in table]
    rounds = tuple(_("R{number}").format(number=number) for number in range(1, tournament.round + 1))
    title = _("{name}, after round {number}").format(name=_title(tournament), number=played)
    headings = render.StandingsHeadings(title, rounds, _("Points"), _("Place {rank}"))
    for first in range(0, min(len(table), pages * ROWS), ROWS):
        rows = [_row(tournament, one, table) for one in table[first : first + ROWS]]
        alt = truncate(plain_text("\n".join([title, *lines[first : first + ROWS]])), DESCRIPTION_LENGTH)
        name = f"standings-{tournament.number}-{tournament.round}-{first // ROWS + 1}"
        job = partial(render.draw_standings, rows, headings)
        found.append(await pictures.file(f"tournament {tournament.number}", job, name, alt))
    return [one for one in found if one]


async def podium_file(pictures: Pictures, tournament: OrganisedTournament) -> File | None:
    """Return the picture of the first three; None if it could not be drawn."""
    table = standings_of(tournament.course)
    steps = list(_steps(tournament, table))
    alt = truncate(plain_text("\n".join([_title(tournament), *standing_lines(tournament, 3)])), DESCRIPTION_LENGTH)
    job = partial(render.draw_podium, _title(tournament), steps, _("Place {rank}"))
    return await pictures.file(f"tournament {tournament.number}", job, f"podium-{tournament.number}", alt)


async def course_files(pictures: Pictures, tournament: OrganisedTournament, pages: int = MOST_PAGES) -> list[File]:
    """Return what shows how a tournament stands: its bracket, or pages of its table."""
    if KINDS[tournament.terms.kind].bracket:
        return [one for one in [await bracket_file(pictures, tournament)] if one]
    return await standings_files(pictures, tournament, pages)


async def bracket_file(pictures: Pictures, tournament: OrganisedTournament) -> File | None:
    """Return the picture of a bracket; None if it could not be drawn, or the kind has none."""
    bracket = KINDS[tournament.terms.kind].bracket
    if bracket is None:
        return None
    *earlier, last = bracket(tournament.course)
    has_third = len(earlier) > 0 and len(last) == 2 and len(earlier[-1]) == 2
    known = [*earlier, last[:1] if has_third else last]
    rounds = [[_match(tournament, number, one) for one in matches] for number, matches in enumerate(known)]
    while len(rounds[-1]) > 1:
        rounds.append([_UNKNOWN] * (len(rounds[-1]) // 2))
    third = _match(tournament, len(earlier), last[1]) if has_third else None
    third_name = _("Second place") if has_third and is_final_unplayed(tournament) else _("Third place")
    lines = standing_lines(tournament, ROWS)
    alt = truncate(plain_text("\n".join([_title(tournament), *lines])), DESCRIPTION_LENGTH)
    job = partial(render.draw_bracket, _title(tournament), rounds, third, third_name, "?")
    return await pictures.file(
        f"tournament {tournament.number}", job, f"bracket-{tournament.number}-{tournament.round}", alt
    )


_UNKNOWN: Final = render.BracketMatch(("", ""), ("", ""), None)


def _match(tournament: OrganisedTournament, number: int, match: Match) -> render.BracketMatch:
    """Return a match of a round, counted from 0, as the picture shows it."""
    one, other = match
    names = tuple("" if slot is None else _name(tournament, slot) for slot in match)
    pairings = tournament.course.rounds[number] if number < tournament.round else ()
    entrants = {slot for slot in match if slot is not None}
    pairing = next((pairing for pairing in pairings if entrants and set(pairing.seats) == entrants), None)
    if pairing is None or not pairing.is_over:
        return render.BracketMatch((names[0], names[1]), ("", ""), None)
    winner, _loser = winner_and_loser(pairing)
    shown = dict(zip(pairing.seats, shown_results(pairing), strict=True))
    results = tuple("" if slot is None or not pairing.is_met else shown[slot] for slot in match)
    place = None if winner is None else (one, other).index(winner)
    return render.BracketMatch((names[0], names[1]), (results[0], results[1]), place)


def _alt_line(tournament: OrganisedTournament, one: Standing) -> str:
    return f"{one.place}. {entrant_name(tournament, one.entrant)}: {points_text(one.points)}"


def _steps(tournament: OrganisedTournament, table: Sequence[Standing]) -> Iterator[render.PodiumStep]:
    for place in (1, 2, 3):
        there = [one for one in table if one.place == place]
        if there:
            names = tuple(_name(tournament, one.entrant) for one in there)
            yield render.PodiumStep(place, names, points_text(there[0].points))


def _row(tournament: OrganisedTournament, one: Standing, table: Sequence[Standing]) -> render.StandingsRow:
    places = {other.entrant: other.place for other in table}
    cells = []
    for pairings in tournament.course.rounds:
        pairing = next((pairing for pairing in pairings if one.entrant in pairing.seats), None)
        cells.append(_cell(pairing, one.entrant, places) if pairing and pairing.is_over else None)
    name = _name(tournament, one.entrant)
    return render.StandingsRow(one.place, name, tuple(cells), points_text(one.points), decider_text(one, table))


def _cell(pairing: Pairing, entrant: int, places: dict[int, int]) -> render.RoundCell:
    points, most = pairing.score_of(entrant).points, shares(max(len(pairing.seats), 2))[0]
    opponents = [str(places[other]) for other in pairing.opponents(entrant)]
    return render.RoundCell(" ".join(opponents[:1]), _cell_result(pairing, entrant), min(points / most, 1))


def _cell_result(pairing: Pairing, entrant: int) -> str:
    """Return the result of a round: of a match its games, unless halves of them would be too long."""
    shown = dict(zip(pairing.seats, shown_results(pairing), strict=True))
    games = ":".join([shown[entrant], *(shown[other] for other in pairing.opponents(entrant))])
    return games if pairing.games and "½" not in games else points_text(pairing.score_of(entrant).points)


def _name(tournament: OrganisedTournament, entrant: int) -> str:
    """Return a name for a picture, where no font may have the mark of computers."""
    player = tournament.player(entrant)
    return unmarked_name(player) if isinstance(player, Computer) else player.name


def _title(tournament: OrganisedTournament) -> str:
    return plain_text(cup_name(tournament))
