"""What the bot posts while people play is short on a phone, so that its picture is seen without scrolling."""

import re
from dataclasses import replace
from functools import lru_cache

import pytest

from carcassonne import EDITIONS, FeatureScored
from host.model.clock import Clock
from host.model.game import PlayResult
from host.model.notifications import Notification, NotificationKind
from host.model.requests import EndRequest, UndoRequest
from host.model.table import RunningTable
from host.model.table_options import LANGUAGES
from host.services.voting import OpenVote
from screens.text.agreements import end_question, undo_question
from screens.text.deadlines import (
    notification_text,
    quiet_hours_text,
    seat_left_text,
    seat_taken_text,
    turns_lost_text,
    vote_text,
)
from screens.text.i18n import use_language
from screens.text.markup import PHONE_LINES, fitting_on_phone, lines_on_phone
from screens.text.status import earned_text
from screens.text.turns import announcement, dm_text
from tests.cogs.example_tables import NAMES, NOW, every_turn
from tests.fixtures.cases import slow_but

pytestmark = pytest.mark.parametrize("language", slow_but(4, LANGUAGES))

TIMED = Clock(round=1, since=NOW, due=NOW)


@lru_cache(maxsize=1)  # the languages of an edition follow each other
def games(edition: str) -> tuple[tuple[PlayResult, ...], ...]:
    """Whole games of two and of five or six people, without and with a time limit."""
    options = () if edition == "castle" else tuple(EDITIONS[edition].options)
    numbers = {2, max(find_seats(edition))}
    played = [tuple(every_turn(edition, options, NAMES[:number], seed=3)) for number in numbers]
    return (*played, *map(timed, played))


def timed(turns: tuple[PlayResult, ...]) -> tuple[PlayResult, ...]:
    """The same game with a time limit."""
    return tuple(
        replace(one, after=replace(one.after, clock=TIMED)) if isinstance(one.after, RunningTable) else one
        for one in turns
    )


def find_seats(edition: str) -> tuple[int, ...]:
    if edition == "castle":
        return (2,)
    return (2, 6 if "inns" in EDITIONS[edition].options else 5)


@pytest.mark.parametrize("edition", EDITIONS)
def test_turns_have_six_lines_and_ends_two_more_for_each_player(language: str, edition: str) -> None:
    with use_language(language):
        for played in (one for game in games(edition) for one in game):
            text, most = announcement(played), PHONE_LINES
            most += 2 * len(played.after.seats) if played.after.status.is_over else 0
            assert lines_on_phone(text) <= most, text
            assert lines_on_phone(dm_text(played)) <= most + 1, "in private one more says where the table is"


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_end_says_where_everybody_s_points_come_from(language: str, edition: str) -> None:
    """A big game for six had only totals, and its picture bars without numbers: Club got 89 points, for what?"""
    with use_language(language):
        for *_, last in games(edition):
            state, lines = last.after.state, announcement(last).splitlines()
            finals = [one for one in last.events if isinstance(one, FeatureScored) and one.is_final and one.points]
            for seat in last.after.seats:
                score, earned = state.scores[seat.number], earned_text(state, seat.number)
                is_sum = any(f"{seat.colour.mark} " in line and f": {score} = " in line for line in lines)
                is_list = bool(earned) and any(line.endswith(earned) for line in lines)
                has_more = any(seat.number in one.seats for one in finals)
                assert is_sum or is_list or not has_more, lines


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_first_message_has_no_points_without_names(language: str, edition: str) -> None:
    with use_language(language):
        for first, *_later in games(edition):
            [points] = [line for line in announcement(first).splitlines() if "🔴" in line] or [""]
            assert all(name in points for name in NAMES[: len(first.players)] if points)


def test_points_have_a_reason_although_the_message_is_short(language: str) -> None:
    """Before, what didn't fit had the tile in words but only "+10" for a city that was finished."""
    with use_language(language):
        turns = [played for game in games("new-edition") for played in game if not played.after.status.is_over]
        assert [text for text in map(announcement, turns) if re.search(r" \+\d+\.", text)] == []


def some_table(edition: str) -> RunningTable:
    names = NAMES[: max(find_seats(edition))]
    *_, table = (one.after for one in every_turn(edition, (), names, 3) if isinstance(one.after, RunningTable))
    return replace(table, clock=TIMED)


@pytest.mark.parametrize("edition", ["chat-room", "castle"])
def test_reminders_and_questions_have_six_lines(language: str, edition: str) -> None:
    table, people = some_table(edition), NAMES[: max(find_seats(edition))]
    asker = table.next_seat
    assert asker.person is not None
    agreed = frozenset({asker.person.id})
    before = next(one.after.state for one in every_turn(edition, (), people, 3) if one.after.state.turn == 2)
    with use_language(language):
        texts = [
            undo_question(table, UndoRequest(asker.number, 1, agreed), before),
            end_question(table, EndRequest(asker.number, agreed)),
            quiet_hours_text([person.id for person in table.people]),
            vote_text(OpenVote(table, TIMED, frozenset(person.id for person in table.people))),
            seat_left_text(table, asker.person),
            seat_taken_text(table, table.seats[0].person, asker.person),
        ]
        for kind in NotificationKind:
            told = Notification(table.number, 1, kind, asker.person.id, NOW, NOW)
            texts += [notification_text(told, table), turns_lost_text(told, table)]
    assert [text for text in texts if lines_on_phone(text) > PHONE_LINES] == []


def test_lines_are_counted_as_discord_shows_them(language: str) -> None:
    link = "[board](https://discord.com/channels/1/2/3)"
    assert lines_on_phone(f"**{'a' * 20}** <@1234567890> {link}") == 1
    assert lines_on_phone("word " * 20) == 3
    assert lines_on_phone("one\n\nthree") == 3
    assert fitting_on_phone(["a\n" * 9, "b\n" * 7, "c"]) == "c"
    assert fitting_on_phone(["a\n" * 9, "b\n" * 7]) == "b\n" * 7, "the last one, if none is short enough"
