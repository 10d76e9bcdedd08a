"""The example positions in the rules: every edition has some, and each shows what its caption says."""

import io

import pytest
from PIL import Image

from carcassonne import EDITIONS, Phase, legal_deployments
from cogs.message.examples import EXAMPLES, Lesson, caption
from cogs.text.i18n import use_language
from host import LANGUAGES
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room


def test_every_edition_has_examples() -> None:
    assert set(EXAMPLES) == set(EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_shows_what_it_is_to_show(edition: str) -> None:
    for example in EXAMPLES[edition]:
        state = example.state(edition)
        said = caption(example.lesson, state)
        match example.lesson:
            case Lesson.SPOTS:
                assert len(legal_deployments(state)) >= 3
            case Lesson.SCORED:
                assert state.phase is Phase.DEPLOY
                assert said.startswith("The tile just placed completes something! A scores ")
            case Lesson.AT_THE_END:
                assert said.startswith("If the game ended here: A scores ")


@pytest.mark.parametrize(
    ("edition", "points"), [("classic", "6"), ("chat-room", "6"), ("new-edition", "6"), ("castle", "4")]
)
def test_the_points_are_those_of_the_edition(edition: str, points: str) -> None:
    [example] = [one for one in EXAMPLES[edition] if one.lesson is Lesson.SCORED]
    assert f"A scores {points} for a " in caption(example.lesson, example.state(edition))


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_fit_as_descriptions(language: str) -> None:
    with use_language(language):
        for edition in EDITIONS:
            assert all(len(caption(one.lesson, one.state(edition))) <= 1_024 for one in EXAMPLES[edition])


@WITH_PICTURES
@ON_SIMCORD
async def test_the_rules_come_with_pictures(room: Room) -> None:
    shown = await room.ann.slash(room.channel, "rules", edition="castle")
    [pictures] = shown.followups
    assert pictures.ephemeral
    assert [line[:3] for line in pictures.content.splitlines()] == ["1. ", "2. "]
    for picture, line in zip(pictures.attachments, pictures.content.splitlines(), strict=True):
        assert picture.description == line[3:]
        assert Image.open(io.BytesIO(await picture.read())).size[0] > 200
