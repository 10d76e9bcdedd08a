"""The words for figures: whole phrases, because other languages decline them, and one row for each figure."""

import pytest

from carcassonne import ABBOT, FOLLOWER, Deploy, IllegalMoveError, Reason, Recall, Role
from carcassonne.figures import BIG_FOLLOWER
from host.model.table_options import LANGUAGES
from screens.text.i18n import _, use_language
from screens.text.move_errors import ActionContext, rejection_text
from screens.text.nouns import FIGURE_WORDS, FigureWords, RoleWords, figure_name, in_hand_text, placed_figure
from screens.text.typed_input import read_deployment

TERMS = {"thief": "highwayman"}
BIG_KNIGHT = RoleWords(
    lambda number: "grand knight" if number == 1 else "grand knights",
    "on a grand knight",
    "No grand knight goes here.",
    "No grand knight goes to {point}.",
)
BIG_WORDS = FigureWords({"knight": BIG_KNIGHT}, lambda number: f"{number} grand follower", "All gone.")


def refusal(reason: Reason, **data: object) -> str:
    return rejection_text(IllegalMoveError(reason, **data), ActionContext())


@pytest.mark.parametrize(
    ("language", "role", "words"),
    [
        ("en", Role.ABBOT, "with an abbot"),
        ("en", Role.THIEF, "with a highwayman"),
        ("de", Role.FARMER, "mit einem Bauern"),
        ("de", Role.SQUIRE, "mit einem Knappen"),
        ("es", Role.THIEF, "con un bandido"),
        ("fr", Role.ABBOT, "avec un abbé"),
    ],
)
def test_a_figure_is_declined(language: str, role: Role, words: str) -> None:
    figure = ABBOT if role is Role.ABBOT else FOLLOWER
    with use_language(language):
        assert placed_figure(role, figure, TERMS) == words


def test_a_refusal_has_the_right_article() -> None:
    text = refusal(Reason.NO_SUCH_SEGMENT, role="abbot", point=None)
    assert text == "There's no place for an abbot on this tile."


def test_a_figure_needs_one_row_for_all_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FIGURE_WORDS, BIG_FOLLOWER.name, BIG_WORDS)
    assert figure_name(Role.KNIGHT, BIG_FOLLOWER, TERMS) == "grand knight"
    assert figure_name(Role.KNIGHT, BIG_FOLLOWER, TERMS, 2) == "grand knights"
    assert placed_figure(Role.KNIGHT, BIG_FOLLOWER, TERMS) == "on a grand knight"
    assert in_hand_text(BIG_FOLLOWER, 1) == "1 grand follower"
    named = {"role": "knight", "prefix": BIG_FOLLOWER.prefix}
    assert refusal(Reason.NO_SUCH_SEGMENT, point=None, **named) == "No grand knight goes here."
    assert refusal(Reason.NO_SUCH_SEGMENT, point="E", **named) == "No grand knight goes to E."
    assert refusal(Reason.SEGMENT_TAKEN, point="E", **named) == "Grand knight E: already taken."
    assert refusal(Reason.NONE_LEFT, **named) == "All gone."
    assert read_deployment("Grand Knight E") == Deploy(Role.KNIGHT, "E", BIG_FOLLOWER)


@pytest.mark.parametrize("typed", ["big knight E", "big city E", "BIG Ritter O", "big Stadt O"])
def test_a_figure_without_a_row_is_called_by_its_prefix(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.delitem(FIGURE_WORDS, BIG_FOLLOWER.name, raising=False)
    with use_language("de"):
        assert figure_name(Role.KNIGHT, BIG_FOLLOWER, TERMS) == "big Ritter"
        assert in_hand_text(BIG_FOLLOWER, 2) == "2 big Gefolgsleute"
        assert read_deployment(typed) == Deploy(Role.KNIGHT, "E", BIG_FOLLOWER)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_button_says_of_the_abbot_can_be_typed(language: str) -> None:
    with use_language(language):
        assert read_deployment(_("take your abbot back").title()) == Recall()
