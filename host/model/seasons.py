"""A league over all its seasons: who has played how many, with how many titles and points. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from host.model.controllers import Person, is_nameless
from host.model.tournaments import OrganisedTournament, TournamentStatus
from tournaments.kinds import standings_of


@dataclass(frozen=True, slots=True)
class LeagueRecord:
    """What somebody has come to in all seasons of a league."""

    person: Person
    seasons: int
    """How many they have played in, the one under way too."""
    titles: int
    """How many they have won in the first division."""
    points: int
    """Of all seasons and divisions, in 24ths."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """Return what decides, the best first: titles, then points, then in fewer seasons."""
        return (-self.titles, -self.points, self.seasons)


def league_records(seasons: Iterable[OrganisedTournament]) -> list[LeagueRecord]:
    """Return the table over some seasons of a league, the best first. Who has had themselves deleted is left out, and
    so are seasons that have not begun; one that was cancelled gives points, and no title.
    """
    found: dict[int, LeagueRecord] = {}
    for season in seasons:
        if not season.rounds:
            continue
        is_over = season.status is TournamentStatus.OVER
        for one in standings_of(season.course):
            person = season.person(one.entrant)
            before = found.get(person.id, LeagueRecord(person, 0, 0, 0))
            title = int(is_over and one.place == 1)
            found[person.id] = LeagueRecord(
                person, before.seasons + 1, before.titles + title, before.points + one.points
            )
    return sorted((one for key, one in found.items() if not is_nameless(key)), key=lambda one: one.rank)
