"""The texts of the guided game. A test checks that each lesson has texts, and that the rules agree with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from carcassonne import State
from screens.text.editions import SMALL_CITIES
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.markup import subtext
from screens.text.placeholders import fill, fixed_text

OPPONENT: Final = "Mia"


@dataclass(frozen=True, slots=True)
class LessonTexts:
    """The texts of a task, marked for translation, with at most two short sentences each.

    Placeholders: ``opponent``, ``points`` (what the learner has just scored), ``undo`` and ``confirm`` (the labels of
    those buttons); ``cell``, ``rotation`` and ``follower`` are what to choose, where the task asks for it.
    """

    told: str
    """What has happened, and what to know."""
    asked: str
    """What to press next, in bold."""
    hint: str = ""
    """What is said after another choice. It replaces ``told``. Empty if there is no other choice."""
    note: str = ""
    """What else is good to know, in small letters."""


class Lesson(Enum):
    """What each task teaches, in the order of the tasks: its texts."""

    PLACE = LessonTexts(
        N_(
            "You and {opponent} take turns placing tiles. "
            "All sides must match: road to road, city to city, grass to grass."
        ),
        N_("Your first tile has a road. Make the road longer on the right: press the button **{cell}**."),
        N_("Your tile fits there too. But this time, let's go to the right."),
    )
    TURN = LessonTexts(
        N_("You can turn a tile before you place it. Here it fits in two ways."),
        N_("Let the road lead south, down the picture: press **{rotation}°**."),
        N_("That fits too. But this time, let's go south."),
    )
    THIEF = LessonTexts(
        N_(
            "You can put one of your 7 followers on the tile you just placed. On a road it's a thief, who scores 1 "
            "point a tile when both ends are closed."
        ),
        N_("Take the road: press **{follower}**."),
        N_("You could do that. But this road has no owner yet, so let's take it."),
        N_(
            "Each spot has a number, in the picture and on the button. The number stays with its road, city or field "
            "when you turn the tile."
        ),
    )
    CITY = LessonTexts(
        N_("{opponent} placed the framed tile, and a follower. It's your turn again."),
        N_("Your new tile makes the city on M13 bigger: press **{cell}**."),
        N_("It fits there too. But nobody has the city on M13 yet, so you can take it."),
    )
    KNIGHT = LessonTexts(
        N_("Here the tile fits in one way only, so it's turned for you. A follower in a city is a knight."),
        N_("Take the city: press **{follower}**."),
        N_("You could do that. But an open city without a knight is too good to leave."),
        N_("A road, city or field that somebody holds takes no other follower. Two meet only when a tile joins them."),
    )
    COMPLETE = LessonTexts(
        N_("Your city has one open end left. A city scores when it has none."),
        N_("Close it: press **{cell}**."),
        N_("It fits there too. But then your city stays open."),
    )
    SCORE = LessonTexts(
        N_(
            "Your city is finished: 3 tiles at 2 points each make {points}. Your knight is back with you, and your "
            "score is beside your name."
        ),
        N_("Your new tile is a cloister, which likes company. Place it among the others: press **{cell}**."),
        N_("It fits there too. But a cloister needs tiles on all sides."),
        SMALL_CITIES,
    )
    NOBODY = LessonTexts(
        N_("It's easy to forget a follower. Let's do it on purpose, and then undo it."),
        N_("Send no one: press **{follower}**."),
        N_("A follower comes next. First, try it without."),
    )
    UNDO = LessonTexts(
        N_("Your tile is placed, but its cloister is empty. In a game you have a few seconds to change your mind."),
        N_("Press **{undo}**."),
        note=N_("In a game you see your whole turn first, and press **{confirm}** to play it."),
    )
    MONK = LessonTexts(
        N_(
            "You can choose again. A follower in a cloister is a monk, who scores 9 points when the cloister and the "
            "8 cells around it have tiles."
        ),
        N_("7 of these 9 tiles are there already: press **{follower}**."),
        N_("This cloister is nearly surrounded. Don't leave it empty."),
    )
    SURROUND = LessonTexts(
        N_("{opponent} placed a road. Your monk still needs two tiles: above, and at the top right."),
        N_("Place one above: press **{cell}**."),
        N_("It fits there too. But let's fill the cell above your monk first."),
    )
    FARMER = LessonTexts(
        N_(
            "A follower in a field is a farmer, who stays until the end of the game. Then each finished city on this "
            "field scores 3 points."
        ),
        N_("Your finished city lies on this field: press **{follower}**."),
        N_("You could do that. But the game is nearly over, and the field is sure to score."),
    )
    LAST_TILE = LessonTexts(
        N_("{opponent}'s tile was the last one around your cloister. You score {points}, and your monk is back."),
        N_("The last tile is a crossing, where roads end. Press the cell that **closes your thief's road**."),
        N_("Your thief's road is still open there. Follow it south, to **{cell}**."),
    )

    INN = LessonTexts(
        N_("This tile has an inn at a lake, beside one of three roads. That road will score 2 points a tile, not 1."),
        N_("Turn the tile until the inn's road leads to the right: press **{rotation}°**."),
        N_("It fits that way too. But then another road leads to the right, and it has no inn."),
    )
    BIG_FOLLOWER = LessonTexts(
        N_("You have a big follower, too. It counts as two where players compare who has more."),
        N_("Take the road with the inn: press **{follower}**."),
        N_("You could do that. But let's make the road with the inn yours, and safe."),
    )
    INN_SCORES = LessonTexts(
        N_("{opponent} placed a monk. Beware: a road with an inn scores nothing if it's never finished."),
        N_("Close your road on the right: press **{cell}**."),
        N_("It fits there too. But first, let's finish the road with the inn."),
    )
    CATHEDRAL = LessonTexts(
        N_("Your road of 3 tiles had an inn, so it scored {points}. Your new tile is a cathedral."),
        N_("It fits in one place: press **{cell}**."),
        note=N_("A city with a cathedral scores 3 points a tile and 3 for each pennant, but only if it's finished."),
    )
    BUILDER = LessonTexts(
        N_("This road has your thief already, and your new tile makes it longer. So your builder can join him there."),
        N_("Send the builder: press **{follower}**."),
        N_("You could do that. But the builder is worth a whole extra turn."),
    )
    LONGER = LessonTexts(
        N_("Each tile of yours that makes this road longer now wins you another turn."),
        N_("Make it longer on the right: press **{cell}**."),
        N_("It fits there too. But then your builder's road doesn't grow."),
    )
    AGAIN = LessonTexts(
        N_(
            "It's your turn again, because your builder's road grew. Your new tile finishes the city with the wine, so "
            "you take the wine, though nobody holds the city."
        ),
        N_("Put a farmer into the field beside it: press **{follower}**."),
        N_("You could do that. But the farmer comes in handy in a moment."),
        N_("Wine, grain and cloth: the most of each scores 10 points at the end. You never get a third turn in a row."),
    )
    PIG = LessonTexts(
        N_("This tile makes your farmer's field bigger. So your pig can go there."),
        N_("Send the pig: press **{follower}**."),
        N_("You could do that. But with the pig, your field scores more."),
        N_("With your pig there, you score 4 points for each finished city on the field, not 3."),
    )


_FIRST_PROGRESS: Final = N_("-# {course}, step {number} of {tasks}. It doesn't count.")
_PROGRESS: Final = N_("-# {course}, step {number} of {tasks}")

GUIDED_OVER: Final = (
    N_("Your road is closed and scores {points}. The bag is empty, so the game is over."),
    N_(
        "**You win {total} to {other}!** Your farmer added {final} at the end, and {opponent} got 1 point a tile "
        "for what isn't finished."
    ),
    N_("That's all you need to play! {rules} has the rest."),
)


INNS_OVER: Final = (
    N_("The cathedral is in the city now. As long as the city isn't finished, it scores nothing for anyone."),
    N_("So inns and cathedrals are a promise on your own road or city, and a nuisance on somebody else's."),
    N_("The rules with all of it: {rules}, with the edition and its options."),
)
BUILDER_OVER: Final = (
    N_("At the end, your road scores 4, your field 4 because of the pig, and your wine 10: **{total} to {other}**."),
    N_("Builder and pig don't count when players compare who has more followers."),
    N_("The rules with all of it: {rules}, with the edition and its options."),
)


stopped_text = fixed_text(N_("You stopped the guided game. Start it again any time from {help}."))


def player_names() -> tuple[str, str]:
    """Return the names on the pictures by seat: the learner, then the opponent."""
    return _("You"), OPPONENT


def undo_label() -> str:
    return _(Label.TAKE_BACK)


def lesson_text(
    lesson: Lesson, course: str, words: Mapping[str, str], points: int, place: tuple[int, int], *, is_wrong: bool
) -> str:
    """Return what happened and what to press next, or after a wrong choice why to try again.

    ``course`` is what the guided game or the lesson is called, and ``place`` the number of the task, from 1, and of all
    its tasks.
    """
    texts, number = lesson.value, place[0]
    told = texts.hint if is_wrong else texts.told
    values = {**words, "opponent": OPPONENT, "undo": undo_label(), "confirm": _(Label.CONFIRM), "points": str(points)}
    lines = [_(told).format_map(values), _(texts.asked).format_map(values)]
    if texts.note:
        lines.append(subtext(_(texts.note).format_map(values)))
    progress = _FIRST_PROGRESS if number == 1 else _PROGRESS
    return "\n".join([*lines, _(progress).format(course=course, number=number, tasks=place[1])])


def over_text(over: Sequence[str], state: State, points: int, final: int) -> str:
    """Return the result of a course from its lines.

    ``points`` were scored by the last turn, ``final`` because it was that.
    """
    total, other = state.scores
    values = {"points": points, "final": final, "total": total, "other": other, "opponent": OPPONENT}
    return "\n".join(fill(_(line), **values) for line in over)
