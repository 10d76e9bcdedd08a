"""Where a knockout stands is said by how far each has come, and not by points: a free place brings one, too."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from host.model.tournaments import OrganisedTournament, TournamentStatus
from screens.text.i18n import use_language
from screens.text.knockout import stage_texts
from screens.text.tournaments import end_text, mine_text, standings_text, tournament_text
from tests.cogs.example_tournaments import running
from tests.tournaments.played import annulled, begun, met, with_round
from tournaments.kinds import with_next_round
from tournaments.tournament import POINT, Pairing, Tournament, bye


def after(rounds: int, players: int = 5) -> Tournament:
    """A knockout after some rounds, in which the lower number has won each game."""
    tournament = begun("knockout", players)
    for _ in range(rounds):
        tournament = with_round(tournament)
    return tournament


def stages(tournament: Tournament) -> list[str]:
    """How far each has come, the strongest first."""
    return [text for _, text in sorted(stage_texts(tournament).items())]


def test_who_is_still_in_is_told_from_who_is_out() -> None:
    assert stages(after(0)) == ["in the quarter-final"] * 5
    assert stages(with_next_round(after(0))) == ["in the semi-final"] * 3 + ["in the quarter-final"] * 2
    assert stages(after(1)) == ["in the semi-final"] * 4 + ["out in the quarter-final"]
    last = ["in the match for third place"] * 2 + ["out in the quarter-final"]
    assert stages(after(2)) == stages(with_next_round(after(2))) == ["in the final"] * 2 + last
    assert stages(after(3)) == [
        "won the final",
        "lost the final",
        "won the match for third place",
        "lost the match for third place",
        "out in the quarter-final",
    ]


def test_rounds_before_the_quarter_final_have_numbers() -> None:
    assert stages(with_next_round(after(0, 12)))[4:] == ["in round 1"] * 8
    assert stages(after(4, 20))[8:] == ["out in round 2"] * 8 + ["out in round 1"] * 4


def test_who_has_nobody_to_meet_for_the_third_place_was_out_in_the_semi_final() -> None:
    assert [stages(after(rounds, 3))[2] for rounds in (1, 2)] == ["out in the semi-final"] * 2


def test_nobody_wins_a_final_that_counts_for_nobody() -> None:
    tournament = running(met((1, 4), (2, 3)), (annulled(Pairing((1, 2))), *met((3, 4))), kind="knockout", players=4)
    assert stages(tournament.course)[:2] == ["lost the final"] * 2


def test_where_there_was_no_final_it_is_not_said_to_be_won() -> None:
    lone = running(
        (annulled(Pairing((1, 4))), *met((3, 2))), (bye(3, POINT), bye(2, POINT)), kind="knockout", players=4
    )
    assert stages(lone.course) == [*["out in the semi-final"] * 2, "won without a final", "out in the semi-final"]


def over() -> OrganisedTournament:
    played = running(met((1, 4), (2, 3)), met((1, 2), (3, 4)), players=4, kind="knockout")
    return replace(played, status=TournamentStatus.OVER)


@pytest.mark.parametrize("text", [standings_text, tournament_text, end_text])
def test_each_list_says_it_instead_of_points(text: Callable[[OrganisedTournament], str]) -> None:
    lines = ["1\\. P1: won the final", "2\\. P2: lost the final", "3\\. P3: won the match for third place"]
    assert text(over()).splitlines()[1:4] == lines


def test_somebody_reads_how_far_they_have_come() -> None:
    assert mine_text(over(), 3, {}).startswith("**Cup**: place 3 of 4 · won the match for third place\n")
    with use_language("de"):
        assert mine_text(over(), 2, {}).startswith("**Cup**: Platz 2 von 4 · Finale verloren\n")
