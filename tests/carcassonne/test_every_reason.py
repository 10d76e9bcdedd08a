"""For every reason for which the engine refuses something, there is a smallest example."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from carcassonne import (
    FOLLOWER,
    CarcassonneError,
    Reason,
    SpotChoice,
    deployment_at,
    find_ruleset,
    new_game,
    parse_move,
    parse_record,
    parse_turn,
    replay,
)

from .castle_questions import order_question
from .castle_records import LINES, as_record
from .finished_records import TAGS, finished_game
from .scenario import Game


def check(record: str) -> None:
    """Read and replay a record; raise its error."""
    done = replay(parse_record(record))
    if done.error is not None:
        raise done.error


def check_first(line: str) -> None:
    """Do the same for a record of one line."""
    check(f"{TAGS.format('classic', '')}{line}\n*\n")


def play(script: str, edition: str = "classic", options: str = "") -> None:
    Game(edition, options=options).play(script)


def choose_spot(number: int) -> None:
    """Put a follower on a spot of a straight road, which has three."""
    deployment_at(SpotChoice(number), find_ruleset("classic").tiles["U"].turned[0], (FOLLOWER,))


EXAMPLES: Final[Mapping[Reason, Callable[[], object]]] = {
    Reason.UNREADABLE: lambda: parse_turn("M14"),
    Reason.BAD_TAG: lambda: parse_record("[Edition classic]"),
    Reason.UNKNOWN_EDITION: lambda: find_ruleset("castles"),
    Reason.UNKNOWN_OPTION: lambda: find_ruleset("classic", ["river"]),
    Reason.PLAYERS: lambda: new_game(find_ruleset("classic"), 6),
    Reason.TURN_NUMBER: lambda: check_first("2. 1 U M14 90 -"),
    Reason.WRONG_SEAT: lambda: play("resign 3"),
    Reason.UNKNOWN_TILE: lambda: Game().draw("Y"),
    Reason.NOT_IN_BAG: lambda: Game("new-edition", options="river").draw("rA"),
    Reason.TILE_ORDER: lambda: Game("new-edition", options="river").draw("U"),
    Reason.TILE_FITS: lambda: check_first("x U"),
    Reason.BAD_CELL: lambda: parse_turn("M0 90"),
    Reason.BAD_ROTATION: lambda: parse_turn("M14 45"),
    Reason.OCCUPIED: lambda: play("1 U M13 90 -"),
    Reason.NOT_ADJACENT: lambda: play("1 U N14 90 -"),
    Reason.EDGE_MISMATCH: lambda: play("1 U M14 0 -"),
    Reason.RIVER_END: lambda: play("1 rD L13 90 -", "new-edition", "river"),
    Reason.RIVER_U_TURN: lambda: play("1 rG M14 0 -\n2 rE L14 180 -", "new-edition", "river"),
    Reason.BAD_FOLLOWER: lambda: parse_turn("M14 90 wizard"),
    Reason.NO_SUCH_SEGMENT: lambda: play("1 U M14 90 monk"),
    Reason.NO_SUCH_SPOT: lambda: deployment_at(
        SpotChoice(4), find_ruleset("classic").tiles["U"].turned[0], (FOLLOWER,)
    ),
    Reason.NO_OWN_FOLLOWER: lambda: play("1 U N13 90 builder E", options="traders"),
    Reason.SEGMENT_TAKEN: lambda: play("1 U N13 90 thief E\n2 U O13 90 thief W"),
    Reason.NONE_LEFT: lambda: play("1 B M14 0 abbot\nskip 2 V\n1 B L14 0 abbot", "new-edition", "abbot"),
    Reason.AFTER_END: lambda: play("resign 1\nresign 2"),
    Reason.UNFINISHED: lambda: check(TAGS.format("classic", "")),
    Reason.WRONG_RESULT: lambda: check(finished_game().record().replace("4 2\n", "2 4\n")),
    Reason.WRONG_PHASE: lambda: Game().make(parse_move("place M14 90")),
    Reason.BAD_ANSWER: lambda: order_question().answer("wall -"),
    Reason.NOT_COMPLETED: lambda: order_question().answer("first A9 N"),
    Reason.NO_SUCH_WALL_TILE: lambda: parse_move("wall 10"),
    Reason.UNANSWERED: lambda: check(as_record(*LINES[:4], "5. 1 N12 E8 0 knight S", LINES[5])),
}


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_reached(reason: Reason) -> None:
    assert reason in EXAMPLES, "has no example"
    with pytest.raises(CarcassonneError) as refused:
        EXAMPLES[reason]()
    assert refused.value.reason is reason
