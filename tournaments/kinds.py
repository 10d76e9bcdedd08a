"""The kinds of tournaments: what each does, as values in a table. Nothing asks for the name of a kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.by_hand import pair_again, with_swap, with_swapped_seeds
from tournaments.knockout import (
    Match,
    Stage,
    best_place_of_knockout,
    brackets,
    knockout_places,
    pair_knockout,
    rounds_of_knockout,
    stages,
)
from tournaments.league import divisions, league_places, next_order, pair_league, rounds_of_league
from tournaments.round_robin import pair_everybody, rounds_of_everybody
from tournaments.standings import Standing, standings
from tournaments.swiss import pair_swiss
from tournaments.tables_of_several import pair_several
from tournaments.tie_breaks import (
    DIFFERENCE,
    DIRECT_ENCOUNTER,
    GAMES,
    MEDIAN_BUCHHOLZ,
    SONNEBORN_BERGER,
    TieBreak,
)
from tournaments.tournament import Round, Tournament


def _no_order(_tournament: Tournament) -> Mapping[int, int]:
    return {}


def _first(_tournament: Tournament) -> int:
    return 1


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kind of tournament does."""

    name: str
    """Stored, so it never changes."""
    pair: Mapping[int, Callable[[Tournament], Round]]
    """Pairs a round, by how many sit at a table."""
    usual_rounds: Callable[[int, int], int]
    """How many rounds are played with a number of entrants at tables of a size, if nothing else is chosen."""
    chooses_rounds: bool
    """Whether another number of rounds can be chosen."""
    takes_latecomers: bool
    """Whether somebody can come in after the first round was paired."""
    tie_breaks: tuple[TieBreak, ...]
    reached: Callable[[Tournament], Mapping[int, int]] = _no_order
    """How far each entrant has come, where that comes before the points."""
    best_place: Callable[[Tournament], int] = _first
    """The place of who stands best: not the first where nobody has won."""
    bracket: Callable[[Tournament], list[list[Match]]] | None = None
    """Who meets whom in each round, as far as that is known; None where there is no bracket."""
    stages: Callable[[Tournament], Mapping[int, Stage]] | None = None
    """The last match that each entrant has come to, where that says more than points; None where they say it."""
    divisions: Callable[[Tournament], list[list[int]]] | None = None
    """The divisions of a league, in which another season follows; None where there is only one tournament."""
    seeds_by_hand: bool = False
    """Whether the organiser can order the entrants before the first round."""
    swap: Callable[[Tournament, int, int], Tournament | None] | None = None
    """Has two change places in the round that is paired, where they still can; None where the order of the games is
    fixed."""
    ends_alone: bool = False
    """Whether it is over as soon as fewer than two are left. Else those who have left lose the games that are left, so
    all its rounds count."""
    pair_again: Callable[[Tournament, Tournament], Round | None] | None = None
    """Pairs the last round again after an earlier result has changed, where that says who is in it; None where pairings
    stay as they are."""


def rounds_of_swiss(entrants: int, table_size: int) -> int:
    """Return how many rounds tell a number of entrants apart: one more than a knockout has, or as many at larger
    tables; never more than everybody can play without meeting somebody again.
    """
    most = max((entrants - 1) // (table_size - 1), 1)
    return min(rounds_of_knockout(entrants) + (entrants > 4 and table_size == 2), most)


SWISS: Final = Kind(
    "swiss",
    {2: pair_swiss, 3: pair_several, 4: pair_several, 5: pair_several},
    rounds_of_swiss,
    chooses_rounds=True,
    takes_latecomers=True,
    tie_breaks=(DIRECT_ENCOUNTER, MEDIAN_BUCHHOLZ, SONNEBORN_BERGER, GAMES, DIFFERENCE),
    ends_alone=True,
    swap=with_swap,
)
EVERYBODY: Final = Kind(
    "everybody",
    {2: pair_everybody},
    lambda entrants, _size: rounds_of_everybody(entrants),
    chooses_rounds=False,
    takes_latecomers=False,
    tie_breaks=(DIRECT_ENCOUNTER, SONNEBORN_BERGER, GAMES, DIFFERENCE),
)
KNOCKOUT: Final = Kind(
    "knockout",
    {2: pair_knockout},
    lambda entrants, _size: rounds_of_knockout(entrants),
    chooses_rounds=False,
    takes_latecomers=False,
    tie_breaks=(),
    reached=knockout_places,
    best_place=best_place_of_knockout,
    bracket=brackets,
    stages=stages,
    seeds_by_hand=True,
    swap=with_swapped_seeds,
    pair_again=pair_again,
)
LEAGUE: Final = Kind(
    "league",
    {2: pair_league, 3: pair_league, 4: pair_league, 5: pair_league},
    rounds_of_league,
    chooses_rounds=False,
    takes_latecomers=False,
    tie_breaks=EVERYBODY.tie_breaks,
    reached=league_places,
    divisions=divisions,
)
KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in (SWISS, EVERYBODY, KNOCKOUT, LEAGUE)}


def total_rounds(tournament: Tournament) -> int:
    """Return how many rounds a tournament has."""
    kind = KINDS[tournament.kind]
    usual = kind.usual_rounds(len(tournament.entrants), tournament.table_size)
    return tournament.planned_rounds or usual if kind.chooses_rounds else usual


def is_over(tournament: Tournament) -> bool:
    """Return whether nothing is left to play: all rounds are over, or fewer than two entrants are left where the games
    of those who have left are not lost.
    """
    if not tournament.is_round_over:
        return False
    is_lonely = KINDS[tournament.kind].ends_alone and len(tournament.present) < 2
    return is_lonely or len(tournament.rounds) >= total_rounds(tournament)


def with_next_round(tournament: Tournament) -> Tournament:
    """Return a tournament with its next round. It isn't over, and what was paired before is."""
    pair = KINDS[tournament.kind].pair[tournament.table_size]
    return replace(tournament, rounds=(*tournament.rounds, pair(tournament)))


def standings_of(tournament: Tournament) -> Sequence[Standing]:
    """Return where everybody stands, the best first."""
    kind = KINDS[tournament.kind]
    return standings(tournament, kind.tie_breaks, kind.reached(tournament), kind.best_place(tournament))


def next_season(tournament: Tournament) -> list[int] | None:
    """Return who stays for the next season, the strongest first, after the best have gone up and the last down; None
    where no season follows.
    """
    divisions_of = KINDS[tournament.kind].divisions
    if divisions_of is None:
        return None
    places = {one.entrant: number for number, one in enumerate(standings_of(tournament))}
    tables = [sorted(ids, key=places.__getitem__) for ids in divisions_of(tournament)]
    leaving = frozenset(one.id for one in tournament.entrants if one.last_round is not None)
    return next_order(tables, leaving, ())
