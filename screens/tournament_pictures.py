"""The pictures of a tournament: its table, page by page, and the podium."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import render
from host.model.controllers import Computer
from host.model.tournaments import OrganisedTournament
from screens.pictures import Pictures
from screens.screen import File
from screens.text.i18n import _
from screens.text.knockout import round_names
from screens.text.markup import DESCRIPTION_LENGTH, plain_text, truncate, with_heading
from screens.text.matches import counted_points_text, points_text, shown_results
from screens.text.names import unmarked_name
from screens.text.tie_breaks import decider_heading, decider_text
from screens.text.tournament_names import cup_name
from screens.text.tournaments import is_final_unplayed, standing_lines
from tournaments.divisions import first_of_divisions, shown_places
from tournaments.kinds import KINDS, standings_of, total_rounds
from tournaments.knockout import Match, is_known, winner_and_loser
from tournaments.standings import Standing
from tournaments.tournament import Ending, Pairing, shares

ROWS: Final = 16
"""The most rows of a page."""
MOST_PAGES: Final = 5
_MOST_WITHOUT_THIRD: Final = 3
"""The most players of a knockout in which nobody plays for the third place."""


async def standings_files(
    pictures: Pictures, tournament: OrganisedTournament, pages: int = MOST_PAGES, *, is_now: bool = False
) -> list[File]:
    """Return the pages of the table, as far as they could be drawn, the best first: after the last whole round, or as
    it stands now.
    """
    found, played = [], sum(all(one.is_over for one in pairings) for pairings in tournament.course.rounds)
    if not is_now:
        tournament = replace(tournament, rounds=tournament.rounds[:played])
    text = _("{name}, after round {number}") if played == tournament.round else _("{name}, in round {number}")
    title = text.format(name=_title(tournament), number=tournament.round)
    rounds = tuple(_("R{number}").format(number=number) for number in range(1, tournament.round + 1))
    table = standings_of(tournament.course)
    headings = render.StandingsHeadings(title, rounds, _("Points"), _("Place {rank}"), decider_heading(table))
    for number, rows in enumerate(_pages(_rows(tournament, table))[:pages], 1):
        lines = [line for one in rows for line in _alt_lines(one)]
        alt = truncate(plain_text("\n".join([title, *lines])), DESCRIPTION_LENGTH)
        name = f"standings-{tournament.number}-{tournament.round}-{number}"
        job = partial(render.draw_standings, rows, headings)
        found.append(await pictures.file(f"tournament {tournament.number}", job, name, alt))
    return [one for one in found if one]


def _pages(rows: Sequence[render.StandingsRow]) -> list[list[render.StandingsRow]]:
    """Return rows page by page: a heading takes the room of a row."""
    found, room = list[list[render.StandingsRow]](), 0
    for row in rows:
        height = 1 + bool(row.heading)
        if room < height:
            found.append([])
            room = ROWS
        found[-1].append(row)
        room -= height
    return found


async def podium_file(pictures: Pictures, tournament: OrganisedTournament) -> File | None:
    """Return the picture of the first three; None if it could not be drawn."""
    table = standings_of(tournament.course)
    steps = list(_steps(tournament, table))
    lines = [f"{one.place}. {', '.join(one.names)}" + (f": {one.points}" if one.points else "") for one in steps]
    alt = truncate("\n".join([_title(tournament), *lines]), DESCRIPTION_LENGTH)
    job = partial(render.draw_podium, _title(tournament), steps, _("Place {rank}"))
    return await pictures.file(f"tournament {tournament.number}", job, f"podium-{tournament.number}", alt)


async def course_files(
    pictures: Pictures, tournament: OrganisedTournament, pages: int = MOST_PAGES, *, is_now: bool = False
) -> list[File]:
    """Return what shows how a tournament stands: its bracket, or pages of its table."""
    if KINDS[tournament.terms.kind].bracket:
        return [one for one in [await bracket_file(pictures, tournament)] if one]
    return await standings_files(pictures, tournament, pages, is_now=is_now)


async def round_files(pictures: Pictures, tournament: OrganisedTournament) -> list[File]:
    """Return what the announcement of a round shows: the bracket, or after a round the first page of the table."""
    has_bracket = KINDS[tournament.terms.kind].bracket is not None
    return await course_files(pictures, tournament, pages=1) if has_bracket or tournament.round > 1 else []


async def bracket_file(pictures: Pictures, tournament: OrganisedTournament) -> File | None:
    """Return the picture of a bracket; None if it could not be drawn, or the kind has none."""
    bracket = KINDS[tournament.terms.kind].bracket
    if bracket is None:
        return None
    known, total = bracket(tournament.course), total_rounds(tournament.course)
    rounds = [[_match(tournament, number, one) for one in matches] for number, matches in enumerate(known)]
    third = _UNKNOWN if len(tournament.people) > _MOST_WITHOUT_THIRD else None
    if len(rounds) == total and len(rounds[-1]) == 2:
        third = rounds[-1].pop()
    while len(rounds) < total:
        rounds.append([_UNKNOWN] * (len(rounds[-1]) // 2))
    third = None if third and third.is_lone and not any(third.names) else third
    third_name = _("Second place") if is_final_unplayed(tournament) else _("Third place")
    lines = standing_lines(tournament, ROWS)
    alt = truncate(plain_text("\n".join([_title(tournament), *lines])), DESCRIPTION_LENGTH)
    headings = render.BracketHeadings(_title(tournament), tuple(round_names(total)), third_name, "?")
    job = partial(render.draw_bracket, rounds, third, headings)
    return await pictures.file(
        f"tournament {tournament.number}", job, f"bracket-{tournament.number}-{tournament.round}", alt
    )


_UNKNOWN: Final = render.BracketMatch(("", ""), ("", ""), None)


def _match(tournament: OrganisedTournament, number: int, match: Match) -> render.BracketMatch:
    """Return a match of a round, counted from 0, as the picture shows it."""
    one, other = match
    is_lone = None in match and is_known(tournament.course, number)
    names = tuple("" if slot is None else _name(tournament, slot) for slot in match)
    pairings = tournament.course.rounds[number] if number < tournament.round else ()
    entrants = {slot for slot in match if slot is not None}
    pairing = next((pairing for pairing in pairings if entrants and set(pairing.seats) == entrants), None)
    if pairing is None or not pairing.is_over:
        return render.BracketMatch((names[0], names[1]), ("", ""), None, is_lone)
    winner, _loser = winner_and_loser(pairing)
    shown = dict(zip(pairing.seats, shown_results(pairing), strict=True))
    results = tuple("" if slot is None or not pairing.is_met else shown[slot] for slot in match)
    place = None if winner is None else (one, other).index(winner)
    return render.BracketMatch((names[0], names[1]), (results[0], results[1]), place, is_lone)


def _alt_lines(row: render.StandingsRow) -> Iterator[str]:
    if row.heading:
        yield row.heading
    yield f"{row.place}. {with_heading(row.name, row.points)}"


def _steps(tournament: OrganisedTournament, table: Sequence[Standing]) -> Iterator[render.PodiumStep]:
    has_points = KINDS[tournament.terms.kind].bracket is None
    for place in (1, 2, 3):
        there = [one for one in table if one.place == place]
        if there:
            names = tuple(_name(tournament, one.entrant) for one in there)
            yield render.PodiumStep(place, names, counted_points_text(there[0].points) if has_points else "")


def _rows(tournament: OrganisedTournament, table: Sequence[Standing]) -> list[render.StandingsRow]:
    course = tournament.course
    places, firsts = shown_places(course, table), first_of_divisions(course, table)
    sharing = {place: [one.entrant for one in table if one.place == place] for place in {one.place for one in table}}
    labels = {
        one.entrant: f"{places[one.entrant]}{_letters(sharing[one.place].index(one.entrant))}"
        if len(sharing[one.place]) > 1
        else str(places[one.entrant])
        for one in table
    }
    gone = {one.entrant.id for one in tournament.people} - {one.entrant.id for one in tournament.present}
    return [
        render.StandingsRow(
            places[one.entrant],
            _name(tournament, one.entrant),
            tuple(_cell(pairings, one.entrant, labels) for pairings in course.rounds),
            points_text(one.points),
            decider_text(one, table),
            labels[one.entrant],
            is_gone=one.entrant in gone,
            heading=_("Division {number}").format(number=firsts[one.entrant]) if one.entrant in firsts else "",
        )
        for one in table
    ]


def _cell(pairings: Sequence[Pairing], entrant: int, labels: Mapping[int, str]) -> render.RoundCell | None:
    """Return what somebody got in a round: a dash where there was no game that counts; None while it is played."""
    pairing = next((pairing for pairing in pairings if entrant in pairing.seats), None)
    if pairing is None:
        return render.RoundCell("", _NO_GAME, 0)
    if not pairing.is_over:
        return None
    points, most = pairing.score_of(entrant).points, shares(max(len(pairing.seats), 2))[0]
    opponents = [labels[other] for other in pairing.opponents(entrant)]
    if pairing.ending is Ending.ANNULLED or not (opponents or points):
        return render.RoundCell(" ".join(opponents[:1]), _NO_GAME, 0)
    return render.RoundCell(" ".join(opponents[:1]) or _NO_GAME, _cell_result(pairing, entrant), min(points / most, 1))


_NO_GAME: Final = "–"
"""Stands for a round without a game, and for the opponent there."""


def _letters(number: int) -> str:
    """Return ``a`` for 0, ``b`` for 1, …, ``aa`` for 26."""
    more, last = divmod(number, 26)
    return (_letters(more - 1) if more else "") + chr(ord("a") + last)


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
