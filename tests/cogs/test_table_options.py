"""The options of a table survive the way through a custom id, and fit into it."""

import dataclasses
from datetime import timedelta
from itertools import product

import pytest

from carcassonne import EDITIONS
from cogs.interaction.table_options import TABLE_OPTIONS
from host.model.clock import NO_PACE, TimeoutAction, parse_pace
from host.model.table_options import MAX_TAKEBACK_SECONDS, NO_OPTIONS, PACES, SeatOrder, TableOptions
from screens.custom_ids import PracticeId
from screens.table_options import format_options, parse_options
from screens.text.choices import PACE_TEXTS

WHOLE = TableOptions(
    "new-edition", ("river", "abbot"), NO_PACE, False, 0, SeatOrder.SHUFFLED, True, False, TimeoutAction.SKIP
)
FIELDS = [one.name for one in dataclasses.fields(TableOptions)]


def test_the_example_asks_for_everything() -> None:
    assert all(getattr(WHOLE, field) is not None for field in FIELDS)


@pytest.mark.parametrize(
    "table_options", [NO_OPTIONS, WHOLE, *(dataclasses.replace(WHOLE, **{one: None}) for one in FIELDS)]
)
def test_what_is_written_is_read(table_options: TableOptions) -> None:
    assert parse_options(format_options(table_options)) == table_options


def test_a_button_made_before_there_was_so_much_to_choose() -> None:
    assert parse_options("classic::24h:0:20") == TableOptions("classic", pace="24h", aids=False, takeback=20)


@pytest.mark.parametrize(("order", "timeout"), list(product(SeatOrder, TimeoutAction)))
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_that_can_be_asked_for_fits(edition: str, order: SeatOrder, timeout: TimeoutAction) -> None:
    options = tuple(EDITIONS[edition].options) or None
    table_options = TableOptions(edition, options, NO_PACE, True, MAX_TAKEBACK_SECONDS, order, True, True, timeout)
    custom_id = str(PracticeId(999_999_999, table_options))
    assert len(custom_id) <= 100
    assert PracticeId.parse(custom_id).options == table_options


def test_every_pace_that_is_offered_is_one_that_the_clock_reads() -> None:
    lengths = [parse_pace(pace) for pace in PACE_TEXTS]
    assert tuple(PACE_TEXTS) == PACES
    assert None not in lengths
    assert lengths == sorted(lengths, key=lambda length: length or timedelta())
    assert parse_pace(NO_PACE) is None


def test_what_is_typed_with_a_command_is_an_option_of_a_table_and_the_forms_have_the_rest() -> None:
    assert set(TABLE_OPTIONS) <= set(FIELDS)
    assert set(FIELDS) - set(TABLE_OPTIONS) == {"timeout", "aids", "order", "thread", "rated"}
