"""The form of a record as text. Wrong content of records is tested in test_damaged_records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne import DeployNobody, NotationError, Phase, Reason, Record, Turn, format_record, parse_record, replay
from carcassonne.record import UNFINISHED, DiscardLine, Entry, ResignLine, SkipLine, Tag, TurnLine

from .move_strategies import followers, placements, seats, tiles
from .scenario import Game, state_text

names = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True)
values = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=12)
tags = st.dictionaries(names, st.builds(Tag, st.lists(values, min_size=1, max_size=5).map(tuple)), max_size=6)
turns = st.one_of(st.none(), st.builds(Turn, placements, followers))
entries: st.SearchStrategy[Entry] = st.one_of(
    st.builds(TurnLine, st.integers(1, 9999), seats, tiles, turns),
    st.builds(DiscardLine, tiles),
    st.builds(SkipLine, seats, tiles),
    st.builds(ResignLine, seats),
)
scores = st.lists(st.integers(0, 500), min_size=2, max_size=5).map(lambda points: " ".join(map(str, points)))
results = st.one_of(st.none(), st.just(UNFINISHED), scores)


@given(st.builds(Record, tags, st.lists(entries, max_size=8).map(tuple), results))
def test_records_round_trip(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


@given(values)
def test_quotes_and_backslashes_in_names(name: str) -> None:
    record = parse_record(format_record(Record({"Players": Tag((name, "Bob"))}, (), UNFINISHED)))
    assert record.tags["Players"].values == (name, "Bob")


def test_escapes_are_those_of_pgn() -> None:
    assert parse_record(r'[Players "Ann \"the\" \\ Great"]').tags["Players"].values == (r'Ann "the" \ Great',)
    for wrong in (r'[Players "Ann\n"]', '[Players "Ann""Bob"]', "[Players 'Ann']", '[Players "Ann"', "[Players]"):
        with pytest.raises(NotationError) as refused:
            parse_record(wrong)
        assert (refused.value.reason, refused.value.data["line"]) == (Reason.BAD_TAG, 1)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\n\n", "  \n  ", "\t\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_blank_lines_and_byte_order_mark(newline: str, mark: str) -> None:
    game = Game()
    game.turn("U M14 90 thief E")
    text = game.record()
    assert parse_record(mark + text.replace("\n", newline)) == parse_record(text)


def test_what_a_record_says() -> None:
    game = Game(seats=3)
    game.play("""
        1 E M12 180 knight S
        x C
        skip 2 U
        3 U N13 90 thief W
        resign 2
    """)
    game.draw("W")
    assert game.record().splitlines() == [
        '[Edition "classic"]',
        '[Options ""]',
        '[Players "P1" "P2" "P3"]',
        '[Result "*"]',
        "",
        "1. 1 E M12 180 knight S",
        "x C",
        "skip 2 U",
        "2. 3 U N13 90 thief E",
        "resign 2",
        "3. 1 W ?",
        "*",
    ]
    assert state_text(game.replayed()) == state_text(game.state)


def test_options_stand_in_the_record() -> None:
    game = Game("new-edition", options="abbot river")
    game.turn("rJ+ M14 270 abbot")
    assert '[Options "river abbot"]\n' in game.record()
    assert "\n1. 1 rJ+ M14 270 abbot\n" in game.record()
    assert state_text(game.replayed()) == state_text(game.state)


def test_followers_are_written_canonically() -> None:
    game = Game()
    game.turn("U N13 90 thief W")
    game.turn("E M12 180 farm WNW")
    assert "\n1. 1 U N13 90 thief E\n2. 2 E M12 180 farmer NNE\n" in game.record()


def test_tile_in_hand_is_not_lost_while_the_follower_is_chosen() -> None:
    game = Game()
    game.lay("U M14 90")
    assert "\n1. 1 U ?\n*\n" in game.record()
    assert game.replayed().phase is Phase.PLACE


def test_other_tags_are_kept_and_come_before_the_turns() -> None:
    text = '[Edition "classic"]\n[Players "a" "b"]\n[Date "2026-11-21"]\n[Event "Tuesday"]\n\n*\n'
    record = parse_record(text)
    assert [record.tag(name) for name in ("Date", "Event")] == ["2026-11-21", "Tuesday"]
    assert replay(record).error is None
    assert format_record(record) == text


def test_entries_know_their_lines() -> None:
    record = parse_record('[Edition "classic"]\n\n1. 1 U M14 90 -\nx C\n\nskip 2 V\nresign 1\n*\n')
    assert [entry.line for entry in record.entries] == [3, 4, 6, 7]
    assert record.result_line == 8
    assert record.tags["Edition"].line == 1
    first = record.entries[0]
    assert isinstance(first, TurnLine)
    assert first.turn is not None
    assert first.turn.deployment == DeployNobody()


def test_lines_that_begin_with_a_hash_are_comments() -> None:
    game = Game()
    game.play("1 U M14 90 thief E\n2 V N14 90 -")
    lines = game.record().splitlines()
    commented = [f"  # {number} said something; 3. 1 U" if number % 2 else "#" for number in range(len(lines))]
    text = "\n".join(line for pair in zip(commented, lines, strict=True) for line in pair)
    assert parse_record(text) == parse_record(game.record())
    assert replay(parse_record(text)).error is None


def test_a_comment_counts_as_a_line_for_errors() -> None:
    with pytest.raises(NotationError) as error:
        parse_record('# a comment\n[Edition "classic"]\n1. 1 U nowhere 90 -')
    assert error.value.data["line"] == 3
