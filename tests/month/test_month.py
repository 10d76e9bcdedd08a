"""A small month, and that its accounts find what is wrong."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.month.checks import Accounts, Turn, check_turns
from tests.month.report import lines
from tests.month.run import play
from tests.month.sent_messages import Sent
from tests.month.simulation import Outage, Plan

ANN, BOB = 1, 2
NOON, ONE = datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 13, tzinfo=UTC)
TURN = Turn(4, ANN, NOON, ONE, NOON)
TOLD = Sent(NOON, 9, 90, False, "Ann to move", (ANN,), False, (1, 4), False, ())


async def test_a_small_month_has_no_violations(tmp_path: Path) -> None:
    month, accounts, took = await play(Plan(games=6, days=5, seed=1, people=15, channels=4), tmp_path)
    assert "\n".join(lines(month, accounts, took)).endswith("Violations: 0")
    assert {one.kind for one in month.outages} == {"down", "deaf", "kill"}
    assert accounts.totals["turns"] > 100
    assert len(accounts.waiting) == accounts.totals["games running"]


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ([], "told 0 times, in private 0 times"),
        ([TOLD, replace(TOLD, message=91)], "told 2 times, in private 0 times"),
        ([replace(TOLD, pinged=(BOB,))], "pinged (2,), not 1"),
        ([replace(TOLD, pinged=())], "pinged (), not 1"),
        ([TOLD, replace(TOLD, turn=(1, 5))], "pinged (1,), and no turn began"),
    ],
)
def test_a_ping_that_is_lost_wrong_or_there_twice_is_found(sent: list[Sent], wrong: str) -> None:
    accounts = Accounts()
    check_turns(accounts, 1, [TURN], sent)
    assert [one.what for one in accounts.violations] == [wrong]


def test_a_turn_that_was_over_before_it_could_be_told_pings_nobody() -> None:
    accounts = Accounts()
    check_turns(accounts, 1, [TURN], [replace(TOLD, pinged=(), at=ONE)])
    assert accounts.violations == []
    assert accounts.totals["turn pings merged"] == 1


@pytest.mark.parametrize(("until", "violations"), [(ONE, 0), (NOON, 1)])
def test_only_a_turn_that_was_over_while_discord_took_nothing_may_have_no_message(
    until: datetime, violations: int
) -> None:
    accounts = Accounts()
    check_turns(accounts, 1, [TURN], [], [Outage("deaf", NOON, until)])
    assert len(accounts.violations) == violations


LETTER = replace(TOLD, message=92, channel=8, is_private=True)


@pytest.mark.parametrize(
    ("sent", "gone", "violations"),
    [
        ([LETTER], NOON, 0),
        ([TOLD, LETTER], NOON, 1),
        ([TOLD, replace(LETTER, at=ONE)], ONE, 0),
        ([TOLD, LETTER], None, 0),
        ([LETTER], None, 1),
        ([LETTER, LETTER], NOON, 1),
    ],
)
def test_where_the_channel_is_gone_a_letter_stands_for_the_message(
    sent: list[Sent], gone: datetime | None, violations: int
) -> None:
    accounts = Accounts()
    check_turns(accounts, 1, [TURN], sent, gone=gone)
    assert len(accounts.violations) == violations
