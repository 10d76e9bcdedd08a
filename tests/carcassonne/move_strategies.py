"""Strategies for Hypothesis: any cell, placement, follower and move."""

from hypothesis import strategies as st

from carcassonne import (
    ABBOT,
    Deploy,
    Deployment,
    DeployNobody,
    DrawTile,
    Move,
    PlaceTile,
    Recall,
    Resign,
    Role,
    Skip,
    find_ruleset,
    position_at,
)
from carcassonne.geometry import CENTRE, MARGIN, PORT_POINTS, ROTATIONS

ordinates = st.integers(-MARGIN + 1, MARGIN - 1)
positions = st.builds(position_at, ordinates, ordinates)
placements = st.builds(PlaceTile, positions, st.sampled_from(ROTATIONS))
deployments = st.one_of(
    st.builds(Deploy, st.sampled_from([Role.KNIGHT, Role.THIEF, Role.FARMER]), st.sampled_from([*PORT_POINTS, CENTRE])),
    st.sampled_from([Deploy(Role.MONK), Deploy(Role.ABBOT, figure=ABBOT)]),
)
followers: st.SearchStrategy[Deployment] = st.one_of(deployments, st.just(DeployNobody()), st.just(Recall()))
tiles = st.sampled_from(sorted(find_ruleset("new-edition", ["river", "abbot"]).tiles))
seats = st.integers(0, 4)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(DrawTile, tiles), placements, followers, st.builds(Skip, seats), st.builds(Resign, seats)
)
