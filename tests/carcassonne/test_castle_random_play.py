"""Invariants of every state of games of The Castle, including questions and revealed wall tiles."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from carcassonne import (
    FOLLOWER,
    CarcassonneError,
    Event,
    FeatureScored,
    KeepMoved,
    Kind,
    Phase,
    PlayWallTile,
    Resign,
    RevealWallTile,
    ScoreFirst,
    Skip,
    State,
    TileDiscarded,
    WallTilePlayed,
    WallTileTaken,
    apply,
    column_row,
    draws,
    format_move,
    legal_moves,
    parse_move,
    step,
)
from carcassonne.castle import castle_state
from carcassonne.castle.final_scoring import DEARER_MARKETS, FIVE_POINTS, LARGER_KEEP, MARKET_POINTS, UNCOMPLETED
from carcassonne.castle.tiles import CORNER_TOWERS, SPACES, TRACK
from carcassonne.lookahead import legal_turns

from .castle_random_play import GAMES, Ply, castle, play
from .castle_scenario import EVERY_WALL_TILE
from .scenario import state_text

every_game = pytest.mark.parametrize(("seed", "greed"), GAMES)

STARTS = len(castle().cells)
ANSWERS = [
    "first A1 N",
    "first C1 S",
    "wall -",
    *(f"wall {n}" for n in range(1, 10)),
    *(f"takes {n}" for n in range(1, 10)),
]


def of_interest(plies: tuple[Ply, ...]) -> list[Ply]:
    """Some plies: all questions, all revealed wall tiles, and the last ply."""
    rare = [ply for ply in plies if ply.before.phase in (Phase.ASK, Phase.REVEAL)]
    return [*plies[::10], *rare, *plies[-2:]]


@every_game
def test_legal_moves_are_unique_readable_and_accepted(seed: str, greed: float) -> None:
    for ply in of_interest(play(seed, greed)):
        moves = legal_moves(ply.before)
        texts = [format_move(move) for move in moves]
        assert len(set(texts)) == len(texts) > 0
        assert [parse_move(text) for text in texts] == moves
        for move in moves:
            assert apply(ply.before, move).state is not ply.before


@every_game
def test_kinds_of_moves_belong_to_their_phases(seed: str, greed: float) -> None:
    for ply in play(seed, greed):
        match ply.before.phase:
            case Phase.REVEAL:
                assert all(isinstance(move, RevealWallTile) for move in legal_moves(ply.before))
                assert set(draws(ply.before)) == set(legal_moves(ply.before))
            case Phase.ASK:
                moves = legal_moves(ply.before)
                assert len(moves) > 1
                assert draws(ply.before) == []
                assert all(isinstance(move, ScoreFirst) for move in moves) or (
                    moves[0] == PlayWallTile(None) and len(moves) == 2
                )


@every_game
def test_answers_that_are_not_asked_for_change_nothing(seed: str, greed: float) -> None:
    for ply in of_interest(play(seed, greed)):
        legal, before = legal_moves(ply.before), state_text(ply.before)
        for text in ANSWERS:
            move = parse_move(text)
            if move not in legal:
                with pytest.raises(CarcassonneError):
                    step(ply.before, move)
        assert state_text(ply.before) == before


@every_game
def test_apply_never_changes_its_argument(seed: str, greed: float) -> None:
    plies = play(seed, greed)
    texts = {number: state_text(ply.before) for number, ply in enumerate(plies) if not number % 7}
    for ply in plies:
        own = ply.before.copy()
        assert tuple(step(own, ply.move)) == ply.events
    for number, text in texts.items():
        assert state_text(plies[number].before) == text


@every_game
def test_pieces_tiles_points_and_wall_tiles_are_conserved(seed: str, greed: float) -> None:
    events: list[Event] = []
    for ply in play(seed, greed):
        events += ply.events
        state, kept = ply.after, castle_state(ply.after)
        standing = Counter(placed.seat for placed in state.figures.values())
        assert [state.supply[FOLLOWER][seat] + standing[seat] for seat in range(2)] == [6, 6]
        discarded = sum(isinstance(event, TileDiscarded) for event in events)
        assert state.tiles_left + state.turn + discarded == 60
        assert len(state.cells) == state.turn + STARTS
        assert state.scores == points_by_seat(events)
        taken = Counter(event.number for event in events if isinstance(event, WallTileTaken))
        played = Counter(event.number for event in events if isinstance(event, WallTilePlayed))
        assert Counter(kept.hands[0]) + Counter(kept.hands[1]) + played == taken
        assert Counter(kept.unseen) + taken == Counter(EVERY_WALL_TILE)
        waiting = state.phase is Phase.REVEAL
        assert len(CORNER_TOWERS) - len(kept.towers) == taken.total() + waiting


def points_by_seat(events: list[Event]) -> list[int]:
    scores = [0, 0]
    for event in events:
        if isinstance(event, FeatureScored):
            assert event.points == sum(item.points for item in event.items) > 0
            assert len(event.seats) <= 1
            for seat in event.seats:
                scores[seat] += event.points
    return scores


@every_game
def test_tiles_lie_within_the_wall_and_no_path_breaks_off(seed: str, greed: float) -> None:
    state = play(seed, greed)[-1].after
    assert len(SPACES & state.cells.keys()) == state.turn
    assert len(state.cells) - state.turn == STARTS
    for position, laid in state.cells.items():
        for border in laid.turned.borders:
            beyond = state.cells.get(position + border.step)
            if beyond is not None and border.terrain.name != "WALL":
                other = beyond.turned.terrain[border.across]
                assert other.name == "WALL" or (border.terrain.name == "PATH") == (other.name == "PATH")


@every_game
def test_a_wall_tile_is_turned_over_exactly_at_a_landing(seed: str, greed: float) -> None:
    for ply in play(seed, greed):
        if ply.after.phase is Phase.REVEAL:
            scored = next(event for event in reversed(ply.events) if isinstance(event, FeatureScored))
            (seat,) = scored.seats
            space = ply.after.scores[seat] % TRACK
            assert {space, space - 1} & set(CORNER_TOWERS)
            assert castle_state(ply.after).taker == seat


@every_game
def test_keep_stands_on_the_largest_house_that_its_owner_has_scored(seed: str, greed: float) -> None:
    largest = [0, 0]
    for ply in play(seed, greed):
        for event in ply.events:
            if isinstance(event, FeatureScored) and event.kind == "house" and not event.is_final:
                for seat in event.seats:
                    largest[seat] = max(largest[seat], event.items[0].amount)
            if isinstance(event, KeepMoved):
                assert event.tiles == largest[event.seat]
        assert [keep.tiles for keep in castle_state(ply.after).keeps] == largest


@every_game
def test_log_as_text_tells_the_same_game(seed: str, greed: float) -> None:
    plies = play(seed, greed)
    state = castle()
    for ply in plies:
        step(state, parse_move(format_move(ply.move)))
    assert state_text(state) == state_text(plies[-1].after)


@every_game
def test_legal_turns_are_those_that_play_allows(seed: str, greed: float) -> None:
    for ply in [ply for ply in play(seed, greed) if ply.before.phase is Phase.PLACE][::6]:
        listed = {
            (position, rotation, format_move(move) if move else "deploy -")
            for position, rotation, move in legal_turns(ply.before)
        }
        laid = {
            (place.position, place.rotation, format_move(move))  # type: ignore[union-attr]
            for place in legal_moves(ply.before)
            for move in legal_moves(apply(ply.before, place).state)
        }
        assert listed == laid


def used(plies: tuple[Ply, ...]) -> Iterator[int]:
    """The wall tiles that had an effect: those played during the game, and those in the final scoring."""
    for ply in plies:
        for event in ply.events:
            match event:
                case WallTilePlayed():
                    yield event.number
                case FeatureScored(is_final=True, kind=Kind.KEEP, seats=(seat,)):
                    if LARGER_KEEP in castle_state(ply.after).hands[seat]:
                        yield LARGER_KEEP
                case FeatureScored(is_final=True, kind=Kind.COURT):
                    if event.items[0].each > MARKET_POINTS:
                        yield DEARER_MARKETS
                case FeatureScored(is_final=True):
                    yield UNCOMPLETED.get(event.kind, FIVE_POINTS)


def test_every_wall_tile_is_used_somewhere_in_these_games() -> None:
    assert {number for game in GAMES for number in used(play(*game))} == set(EVERY_WALL_TILE)


@pytest.mark.parametrize("seed", range(3))
def test_games_in_which_seats_are_skipped_and_one_gives_up(seed: int) -> None:
    dice, state = random.Random(seed), castle()
    while not state.is_over:
        if state.phase is Phase.PLACE and dice.random() < 0.2:
            state = apply(state, Skip(state.seat)).state
        elif state.turn > 30 and dice.random() < 0.05:
            state = apply(state, Resign(dice.randrange(2))).state
        else:
            state = apply(state, dice.choice(draws(state) or legal_moves(state))).state
    assert legal_moves(state) == []


def test_cells_of_the_wall_are_never_offered() -> None:
    def offered(state: State) -> set[int]:
        return {position for position, _, _ in legal_turns(state)}

    for ply in play(*GAMES[0]):
        assert offered(ply.before) <= SPACES
    assert min(column_row(space) for space in SPACES) == (0, 0)
