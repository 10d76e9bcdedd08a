"""What a review says: its numbers are those of the evaluation."""

import random
import re
from dataclasses import replace

import pytest

from carcassonne import (
    Deploy,
    DeployNobody,
    Kind,
    Move,
    PlaceTile,
    PlayWallTile,
    Resign,
    Role,
    apply,
    apply_all,
    draws,
    find_ruleset,
    legal_moves,
    new_game,
    parse_cell,
)
from carcassonne.castle import Asking
from carcassonne.catalogue import EDITIONS
from host.model.game_log import GameHistory
from players.reasons import Fact, Reason
from players.review import GameReview, ReviewedTurn
from screens.review import ReviewedGame
from screens.text.i18n import use_language
from screens.text.reasons import why_text
from screens.text.review import (
    captions,
    curve_alt_text,
    even_luck_text,
    review_text,
    seat_lines,
    turn_alt_text,
    turn_label,
    turn_text,
    turn_words,
)
from tests.cogs.castle_table import best_turn, is_asked
from tests.cogs.example_tables import NAMES, over, seated

ANN, BOB = NAMES[:2]
CLASSIC = find_ruleset("classic")
M14 = parse_cell("M14")
REASONS = (
    Reason(Fact.TILES, 0, 4.01, Kind.MONASTERY, M14, 0, 2),
    Reason(Fact.NO_WAY, 1, -2.4, Kind.CITY, parse_cell("K9"), 0),
    Reason(Fact.IN_HAND, 0, 0.6, number=3),
)
PLAYED = (PlaceTile(parse_cell("M14"), 90), Deploy(Role.THIEF, "E"))
BETTER = (PlaceTile(parse_cell("M12"), 0), DeployNobody())
FIRST = ReviewedTurn(1, 0, 1, (0.0, 0.0), (2.0, -2.0), (), 0.0)
SECOND = ReviewedTurn(2, 1, 4, (5.0, -1.0), (4.0, 0.0), BETTER, -7.25, REASONS)
REVIEW = GameReview((FIRST, SECOND), (8, 8))
TABLE = seated(new_game(CLASSIC, 2), (ANN, BOB))


def said(*reasons: Reason, edition: str = "classic") -> str:
    return why_text(reasons, (ANN, BOB), find_ruleset(edition))


def test_the_sentence_names_what_the_better_turn_changes() -> None:
    assert said(*REASONS) == (
        f"The better turn leaves {ANN}'s cloister at M14 with 2 tiles to go (+4.0) "
        f"and gives {BOB} no way into {ANN}'s city at K9 (−2.4)."
    )
    assert said(REASONS[2]) == f"The better turn leaves {ANN} 3 followers in hand (+0.6)."
    assert said() == ""


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("fact", Fact)
@pytest.mark.parametrize("owner", [0, None])
def test_every_fact_has_words_with_its_numbers(language: str, fact: Fact, owner: int | None) -> None:
    with use_language(language):
        text = said(Reason(fact, 1, 2.25, Kind.CITY, M14, owner, 7))
    assert "+2.2" in text or "+2,2" in text
    assert "{" not in text
    assert ("M14" in text) or BOB in text
    assert ("7" in text) == (fact in {Fact.ENDS, Fact.TILES, Fact.CITIES, Fact.IN_HAND})


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_feature_of_an_edition_has_a_name(edition: str) -> None:
    rules = find_ruleset(edition)
    kinds = {one.kind for tile in rules.tiles.values() for one in tile.segments} - {Kind.RIVER}
    names = [
        said(Reason(Fact.FINISHES, 0, 2.0, kind, M14, owner), edition=edition) for kind in kinds for owner in (0, None)
    ]
    assert len(set(names)) == 2 * len(kinds)


def test_each_edition_has_its_words() -> None:
    monastery = Reason(Fact.FINISHES, 0, 2.0, Kind.MONASTERY, M14, 0)
    assert said(monastery) == f"The better turn finishes {ANN}'s cloister at M14 (+2.0)."
    assert said(monastery, edition="new-edition") == f"The better turn finishes {ANN}'s monastery at M14 (+2.0)."


def test_luck_and_losses_are_those_of_the_review() -> None:
    assert seat_lines(REVIEW, (ANN, BOB)) == [
        f"**{ANN}** gave away 0.0 points (0.0 a turn). The result: luck +2.0, the rest −2.0",
        f"**{BOB}** gave away 7.2 points (7.2 a turn). The result: luck −2.0, the rest +2.0",
    ]
    assert even_luck_text(REVIEW, (ANN, BOB)) == f"With even luck, {BOB} would have won by about 2 points."


def test_luck_and_the_rest_are_the_result_also_when_rounded() -> None:
    """A game of The Castle ended 128 : 8, and the review said: luck −16.8, the rest −103.1."""
    even, lucky = (0.0, 0.0), (16.85, 0.0)
    review = GameReview((replace(FIRST, expected=even, drawn=lucky),), (128, 8))
    assert [line.partition("result: ")[2] for line in seat_lines(review, (ANN, BOB))] == [
        "luck +16.9, the rest +103.1",
        "luck −16.9, the rest −103.1",
    ]


def test_the_whole_says_so_of_everybody_with_their_colours() -> None:
    first, *lines = review_text(TABLE, REVIEW).splitlines()
    assert first == "**Carcassonne #12 in review**"
    assert lines[:2] == [
        f"🔴 **{ANN}** gave away 0.0 points (0.0 a turn). The result: luck +2.0, the rest −2.0",
        f"🔵 **{BOB}** gave away 7.2 points (7.2 a turn). The result: luck −2.0, the rest +2.0",
    ]
    assert lines[2] == f"With even luck, {BOB} would have won by about 2 points."
    assert lines[3].startswith("-# ")


def test_a_turn_that_cost_says_what_expert_plays_and_why() -> None:
    assert turn_text(SECOND, TABLE, PLAYED).splitlines() == [
        f"**Turn 2: {BOB} gave away 7.2 points.**",
        "Played: M14 (90°), thief E. The expert computer plays M12 (0°), nobody.",
        "Why: " + why_text(REASONS, (ANN, BOB), CLASSIC),
    ]
    assert captions(SECOND) == ("Played", "Expert: +7.2")
    assert turn_label(SECOND, (ANN, BOB)) == f"Turn 2 · {BOB} · −7.2"


def test_a_good_turn_says_what_was_next_best() -> None:
    good = replace(SECOND, gain=3.04, reasons=REASONS[2:])
    assert turn_text(good, TABLE, PLAYED).splitlines() == [
        f"**Turn 2: {BOB} found the best turn, by 3.0 points.**",
        "Played: M14 (90°), thief E. The next best was M12 (0°), nobody.",
        f"Why: The better turn leaves {ANN} 3 followers in hand (+0.6).",
    ]
    assert captions(good) == ("Played: +3.0", "Next best")
    assert turn_label(good, (ANN, BOB)) == f"Turn 2 · {BOB} · +3.0"


def test_turns_that_differ_in_an_answer_say_so() -> None:
    """In The Castle a review said the same turn twice, once as played and once as better, and showed it twice."""
    moves, states = list[Move](), [new_game(find_ruleset("castle"), 2)]
    dice = random.Random(1)
    while not is_asked(state := states[-1], Asking.EXTRA_TURN):
        turns = best_turn(state, Asking.EXTRA_TURN) if state.tile else legal_moves(state)[:1]
        for move in [dice.choice(draws(state))] if draws(state) else turns:
            moves.append(move)
            states.append(apply(states[-1], move).state)
    kept, played_on = PlayWallTile(None), PlayWallTile(1)
    states.append(apply(state, kept).state)
    turn = replace(SECOND, number=state.turn, seat=state.seat, at=len(moves) - 2, instead=(*moves[-2:], played_on))
    table = over(seated(states[-1], (ANN, BOB)))
    game = ReviewedGame(table, GameHistory(tuple(states), (*moves, kept)), REVIEW)
    played = game.played(turn)
    assert played == (*moves[-2:], kept)
    told = turn_text(turn, table, played).splitlines()[1]
    shared = turn_words(moves[-2:], table.state)
    assert told == f"Played: {shared}, no wall tile. The expert computer plays {shared}, wall tile 1."
    assert turn_alt_text(turn, played, table.state) == (
        f"The board after {shared}, no wall tile, and after {shared}, wall tile 1."
    )


def test_the_curve_in_words_has_the_values_of_some_turns() -> None:
    assert curve_alt_text(TABLE, REVIEW).splitlines() == [
        "How many points each player was ahead, at turns 1, 2, and at the end.",
        f"{ANN}: +3.0, +3.0, 0.0",
        f"{BOB}: −3.0, −3.0, 0.0",
    ]


def test_with_even_luck_it_may_be_a_draw() -> None:
    even = GameReview((FIRST, SECOND), (9, 7))
    assert even_luck_text(even, (ANN, BOB)) == "With even luck, it would have been a draw."


def test_who_has_resigned_would_not_have_won_with_even_luck_either() -> None:
    three = [ReviewedTurn(turn + 1, turn, 1, (0.0,) * 3, (0.0,) * 3, (), 0.0) for turn in range(3)]
    review = GameReview(tuple(three), (30, 8, 5))
    table = seated(apply_all(new_game(CLASSIC, 3), [Resign(0)]).state, NAMES[:3])
    line = f"With even luck, {BOB} would have won by about 3 points."
    assert line in review_text(table, review).splitlines()
    alone = seated(apply_all(table.state, [Resign(2)]).state, NAMES[:3])
    assert "With even luck" not in review_text(alone, review)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_other_languages_have_the_same_numbers(language: str) -> None:
    with use_language(language):
        texts = [turn_text(SECOND, TABLE, PLAYED), *seat_lines(REVIEW, (ANN, BOB))]
    expected = ["7,2", "+4,0", "−2,4", "0,0", "0,0", "+2,0", "−2,0", "7,2", "7,2", "−2,0", "+2,0"]
    assert re.findall(r"[+−]?\d+,\d", " ".join(texts)) == expected
