"""A tournament on the real program. ``python -m tests.whole.tournament`` plays longer ones."""

from tests.whole.program import Program
from tests.whole.tournament import play_knockout


async def test_a_knockout_of_which_somebody_drops_out_goes_from_the_form_to_the_podium(program: Program) -> None:
    people = [program.server.world.add_person(f"Player {number}") for number in range(1, 5)]
    cup = await play_knockout(program.server, people)
    [final] = [one for one in cup.said_so_far() if ", round 2 of 2**" in one]
    assert people[1].mention not in final, "who has dropped out is not pinged any more"
    assert "Traceback" not in program.output
