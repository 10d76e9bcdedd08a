"""How often the bot retries messages that a channel refused."""

from dataclasses import replace

from cogs.delivery.backoff import MAX_PAUSE, ROUND_INTERVAL, RetrySchedule
from host import Venue
from tests.cogs.example_tables import NAMES, first_state, seated

TABLE = seated(first_state(), NAMES[:2])
DAY = 24 * 3600


def rounds(attempts: RetrySchedule, number: int, *, is_final: bool = False) -> list[int]:
    """The rounds in which a table is tried if every attempt fails."""
    tried = []
    for one in range(number):
        for table in attempts.begin_round([TABLE]):
            attempts.note_failure(table, is_final=is_final)
            tried.append(one)
    return tried


def test_the_pauses_grow_to_a_day() -> None:
    assert MAX_PAUSE * ROUND_INTERVAL.total_seconds() == DAY
    assert rounds(RetrySchedule(), 700) == [0, 1, 3, 7, 15, 31, 63, 127, 255, 399, 543, 687]


def test_after_a_final_refusal_nothing_is_tried_again() -> None:
    assert rounds(RetrySchedule(), 10_000, is_final=True) == [0]


def test_after_a_final_refusal_the_next_turn_is_tried() -> None:
    attempts = RetrySchedule()
    rounds(attempts, 5, is_final=True)
    later = replace(TABLE, ply=TABLE.ply + 3)
    assert attempts.begin_round([later]) == [later]


def test_attempts_start_again_for_the_table_concerned() -> None:
    attempts = RetrySchedule()
    rounds(attempts, 5, is_final=True)
    assert not attempts.forget(lambda venue: venue.guild == 7)
    assert rounds(attempts, 5) == []
    assert attempts.forget(lambda venue: venue == TABLE.venue)
    assert rounds(attempts, 5) == [0, 1, 3]


def test_a_success_ends_the_attempts() -> None:
    attempts = RetrySchedule()
    rounds(attempts, 5, is_final=True)
    other = replace(TABLE, number=13, venue=Venue(1, 3))
    assert attempts.begin_round([other]) == [other]
    assert attempts.begin_round([TABLE]) == [TABLE]
