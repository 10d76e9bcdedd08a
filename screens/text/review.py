"""Texts of a game in review: who lost what, why, and what the draws made of it."""

from collections.abc import Container, Sequence
from typing import Final

from carcassonne import Answer, Deploy, Move, PlaceTile, Recall, State
from host.model.table import StartedTable
from players.review import GameReview, ReviewedTurn
from screens.text.editions import texts_of
from screens.text.features import placement_text, recorded_name
from screens.text.hints import decimal_text, signed_text
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import (
    DESCRIPTION_LENGTH,
    subtext,
    truncate,
    with_heading,
)
from screens.text.names import game_name, safe_labels, seat_labels
from screens.text.placeholders import fixed_text
from screens.text.reasons import why_text

_ALT_PARTS: Final = 5
"""At how many turns the description of a curve says how far ahead everybody was."""


def review_text(table: StartedTable, review: GameReview) -> str:
    """Return what the turns of each seat cost, and what the draws made of the result."""
    head = _("**{game} in review**").format(game=game_name(table))
    note = _("A guess by the expert computer, in points. The rest is skill, and what the computer didn't foresee.")
    names = safe_labels(table)
    marks = [seat.colour.mark for seat in table.seats]
    lines = [f"{mark} {line}" for mark, line in zip(marks, seat_lines(review, safe_labels(table)), strict=True)]
    even = even_luck_text(review, names, table.state.resigned)
    return "\n".join([head, *lines, *filter(None, [even]), subtext(note)])


def seat_lines(review: GameReview, names: Sequence[str]) -> list[str]:
    """Return a line for each seat: what its turns gave away, what luck made of the result, and what all else did.

    These two are the result together, also when rounded.
    """
    text = _("**{name}** gave away {lost} points ({rate} a turn). The result: luck {luck}, the rest {rest}")
    return [
        text.format(
            name=name,
            lost=decimal_text(review.lost(seat)),
            rate=decimal_text(review.error_rate(seat)),
            luck=signed_text(review.luck(seat)),
            rest=signed_text(review.result(seat) - round(review.luck(seat), 1)),
        )
        for seat, name in enumerate(names)
    ]


def turn_text(turn: ReviewedTurn, table: StartedTable, played: Sequence[Move]) -> str:
    """Return what a turn that stands out has cost or gained, what else could have been played, and why."""
    names, state = safe_labels(table), table.state
    if turn.gain < 0:
        head = _("**Turn {number}: {name} gave away {points} points.**")
        other = _("Played: {played}. The expert computer plays {other}.")
    else:
        head = _("**Turn {number}: {name} found the best turn, by {points} points.**")
        other = _("Played: {played}. The next best was {other}.")
    lines = [
        head.format(number=turn.number, name=names[turn.seat], points=decimal_text(abs(turn.gain))),
        other.format(played=turn_words(played, state), other=turn_words(turn.instead, state)),
    ]
    if why := why_text(turn.reasons, names, state.ruleset):
        lines.append(with_heading(_("Why"), why))
    return "\n".join(lines)


def turn_words(moves: Sequence[Move], state: State) -> str:
    """Return a turn in words: ``M14 (90°), thief E``. Answers follow: ``C4 (0°), nobody, wall tile 2``.

    ``state`` is any position of the game.
    """
    placement, deployment = moves[0], moves[1] if len(moves) > 1 else None
    if not isinstance(placement, PlaceTile):
        raise ValueError(moves)
    follower = _("the abbot back") if isinstance(deployment, Recall) else _("nobody")
    if isinstance(deployment, Deploy):
        follower = recorded_name(deployment, state.ruleset.terms)
    answers = [texts_of(state).answer_words(one) for one in moves[2:] if isinstance(one, Answer)]
    return ", ".join([placement_text(placement), follower, *answers])


def turn_label(turn: ReviewedTurn, names: Sequence[str]) -> str:
    """Return a turn in a menu."""
    text = _("Turn {number} · {name} · {points}")
    return text.format(number=turn.number, name=names[turn.seat], points=signed_text(turn.gain))


def captions(turn: ReviewedTurn) -> tuple[str, str]:
    """Return what stands below the pictures of a turn, and of what else could have been played."""
    if turn.gain < 0:
        return _("Played"), _("Expert: {points}").format(points=signed_text(-turn.gain))
    return _("Played: {points}").format(points=signed_text(turn.gain)), _("Next best")


def turn_alt_text(turn: ReviewedTurn, played: Sequence[Move], state: State) -> str:
    text = _("The board after {played}, and after {other}.")
    return text.format(played=turn_words(played, state), other=turn_words(turn.instead, state))


def curve_alt_text(table: StartedTable, review: GameReview) -> str:
    """Return how far ahead each seat was at some turns of the game."""
    text = _("How many points each player was ahead, at turns {numbers}, and at the end.")
    last = len(review.turns)
    places = sorted({round(share * (last - 1) / _ALT_PARTS) for share in range(_ALT_PARTS)})
    lines = [
        with_heading(name, ", ".join(signed_text(review.curve(seat)[place]) for place in (*places, last)))
        for seat, name in enumerate(seat_labels(table))
    ]
    numbers = ", ".join(str(review.turns[place].number) for place in places)
    return truncate("\n".join([text.format(numbers=numbers), *lines]), DESCRIPTION_LENGTH)


def progress_text(done: int, total: int) -> str:
    """Return how many turns were looked at so far."""
    return _("I'm going through the game: turn {done} of {total}.").format(done=done, total=total)


waiting_text = fixed_text(N_("I'm going through the game. That takes a moment."))
no_review_now_text = fixed_text(N_("I can't review the game right now. Try again in a moment."))
turns_placeholder = fixed_text(N_("Turns that stand out"))
players_placeholder = fixed_text(N_("Whose turns?"))
everyone_label = fixed_text(N_("Everyone"))
back_label = fixed_text(N_("Back"))


def even_luck_text(review: GameReview, names: Sequence[str], resigned: Container[int] = ()) -> str:
    """Say what the result would have been with even luck: who would have won, and how far ahead of the second.

    Seats that have resigned can't win. If only one is left, luck has nothing to do with it, and the text is empty.
    """
    scores = {seat: points for seat, points in enumerate(review.even_scores()) if seat not in resigned}
    if len(scores) == 1:
        return ""
    second, first = sorted(scores.values())[-2:]
    points = round(first - second)
    if not points:
        return _("With even luck, it would have been a draw.")
    text = ngettext(
        "With even luck, {name} would have won by about {points} point.",
        "With even luck, {name} would have won by about {points} points.",
        points,
    )
    return text.format(name=names[max(scores, key=scores.__getitem__)], points=points)
