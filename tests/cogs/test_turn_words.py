"""What a turn's texts say of the drawn tile and of points: what the picture shows, and what the rules give."""

import random
import re
from itertools import islice

from carcassonne import (
    Deploy,
    FeatureScored,
    Item,
    Kind,
    Unit,
    apply,
    draws,
    find_ruleset,
    legal_deployments,
    legal_moves,
    new_game,
)
from render.pieces.spots import shown_tile
from screens.text.features import deployment_text, tile_text
from screens.text.status import score_text
from screens.text.tile_notes import tile_notes
from screens.text.turns import announcement
from tests.cogs.example_tables import NAMES, every_turn

RULES = find_ruleset("new-edition", ("abbot",))
AT_ONCE = re.compile(r"(take your abbot) back: (\d+) points?|.*, (scores) (\d+) now")


def test_what_a_figure_scores_at_once_is_what_the_rules_give() -> None:
    dice, seen = random.Random(5), set[str]()
    state = new_game(RULES, 2)
    while len(seen) < 2:
        for move in legal_deployments(state):
            applied = apply(state, move)
            scored = [event.points for event in applied.events if isinstance(event, FeatureScored)]
            comes_back = len(applied.state.figures) < len(state.figures) + isinstance(move, Deploy)
            if said := AT_ONCE.fullmatch(deployment_text(state, move, RULES.terms)):
                assert comes_back
                assert int(said[2] or said[4]) in scored
                seen.add(said[1] or said[3])
        state = apply(state, dice.choice(draws(state) or legal_moves(state))).state


def test_a_drawn_tile_is_described_as_the_picture_turns_it() -> None:
    rotations = set()
    for played in islice(every_turn("chat-room", (), NAMES[:2], seed=3), 25):
        turned = shown_tile(played.after.state)
        assert turned is not None
        letter = f"{turned.tile.name}, {turned.rotation}°" if turned.rotation else turned.tile.name
        shows = tile_text(turned, played.after.state.ruleset.terms)
        assert f"\nTile {letter}: **{shows}**\n" in announcement(played)
        rotations.add(turned.rotation)
    assert len(rotations) > 1


def test_six_players_read_what_scores_for_what_and_often_what_signs_mean() -> None:
    """Everybody's points, which the picture shows, are left out before that."""
    scored, notes = list[str](), list[bool]()
    for played in every_turn("new-edition", ("river", "abbot", "inns", "traders"), NAMES[:6], seed=3):
        text, tile = announcement(played), played.after.state.tile
        if any(isinstance(event, FeatureScored) and not event.is_final for event in played.events):
            scored.append(text)
        if tile and list(tile_notes(tile)):
            notes.append("-# " in text)
    assert len(scored) > 10
    assert all(re.search(r" scores? \d+ (each )?for a ", text) for text in scored)
    assert sum(notes) > 0.6 * len(notes)


def test_a_score_is_told_to_one_of_those_who_get_it() -> None:
    def told(*seats: int) -> str:
        event = FeatureScored(Kind.CITY, None, 8, seats, (Item(Unit.TILE, 4, 2),))
        return score_text(event, NAMES, RULES.terms, reader=0)

    assert told(0) == "You score 8 for a city of 4 tiles."
    assert told(0, 1) == f"You and {NAMES[1]} score 8 each for a city of 4 tiles."
    assert told(1) == f"{NAMES[1]} scores 8 for a city of 4 tiles."
