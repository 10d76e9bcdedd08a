"""Texts of the puzzle of the day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from carcassonne import State
from host.model.puzzles import PuzzleStanding, PuzzleStreaks
from screens.text.choices import edition_name
from screens.text.hints import signed_text
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import safe_name, subtext
from screens.text.placeholders import fill, fixed_text
from screens.text.typed_input import format_day

MOST_LISTED: Final = 10
"""How many people a list has at most."""


@dataclass(frozen=True, slots=True)
class PuzzleLine:
    """A turn of a puzzle, with what it's worth, and how many people have chosen it."""

    place: int
    """Its rank among all turns, from 1."""
    words: str
    """The turn in words."""
    value: float
    chosen: int


being_made_text = fixed_text(N_("I'm still making today's puzzle. It takes some minutes, and then it shows up here."))
over_text = fixed_text(N_("The day of this puzzle is over, so your turn doesn't count. {puzzle} shows today's."))
no_server_text = fixed_text(N_("Each server has a list. Use {puzzle} on a server to see it."))


def being_searched_text(positions: int) -> str:
    """Say that a puzzle is being made, and about how many positions were looked at so far."""
    so_far = _("Positions looked at so far: about {number}.").format(number=positions)
    return f"{being_made_text()} {so_far}"


def question_text(day: date, state: State) -> str:
    """Return what a puzzle asks. The picture and the text below it say the rest."""
    head = _("**Puzzle of {day}**: find the best turn. You have one try.").format(day=format_day(day))
    rules = _("You play on from a game of the expert computer. Rules: {edition}.")
    return "\n".join([head, subtext(rules.format(edition=edition_name(state.ruleset.edition)))])


def verdict_text(lost: float) -> str:
    """Say how good the turn was that somebody has answered with, by how many points it loses."""
    if lost == 0:
        return _("**You found the best turn!**")
    return _("**Not the best turn**: yours loses {points} points.").format(points=signed_text(lost).lstrip("+"))


def solution_text(lines: Sequence[PuzzleLine], own: PuzzleLine | None, people: int) -> str:
    """Return what the best turns are worth, and how many people have chosen each, with the reader's own turn."""
    head = _("The best turns, with your lead at the end and who chose them:")
    rows = [_line(one, people, is_own=own is not None and own.place == one.place) for one in lines]
    if own is not None and own.place not in [one.place for one in lines]:
        rows += ["…", _line(own, people, is_own=True)]
    shown = {one.place: one.chosen for one in [*lines, *([own] if own else [])]}
    if others := people - sum(shown.values()):
        rows.append(_("Other turns: {share}").format(share=_share(others, people)))
    return "\n".join([head, *rows])


def _line(line: PuzzleLine, people: int, *, is_own: bool) -> str:
    parts = [f"{line.place}\\. {line.words}", f"**{signed_text(line.value)}**"]
    if line.chosen:
        parts.append(_share(line.chosen, people))
    if is_own:
        parts.append(_("yours"))
    return " · ".join(parts)


def _share(number: int, people: int) -> str:
    return f"{round(100 * number / people)} %"


def people_text(people: int) -> str:
    return subtext(
        ngettext("{number} person has answered.", "{number} people have answered.", people).format(number=people)
    )


def why_not_text(tempting: str, why: str) -> str:
    """Say why the turn that looks best is not; empty if there is nothing to say. ``tempting`` is the turn in words."""
    text = _("At first sight, the best turn is {turn}. {why}")
    return text.format(turn=tempting, why=why) if why else ""


def streaks_text(streaks: PuzzleStreaks) -> str:
    text = _("Days in a row: {current} (most: {longest}) · solved: {solved} of {answered}")
    return subtext(
        text.format(current=streaks.current, longest=streaks.longest, solved=streaks.solved, answered=streaks.answered)
    )


# The list of a server


def lists_text(week: Sequence[PuzzleStanding], month: Sequence[PuzzleStanding]) -> str:
    """Return who has solved most puzzles on a server in this week, and in this month."""
    if not month and not week:
        return fill(_("Nobody has answered a puzzle on this server this month. {puzzle} shows today's."))
    parts = {_("Puzzles this week"): week, _("Puzzles this month"): month}
    return "\n".join(line for head, standings in parts.items() for line in _list(head, standings))


def _list(head: str, standings: Sequence[PuzzleStanding]) -> list[str]:
    text = _("{rank}. {name}: {solved} of {answered} solved, {lost} points lost")
    rows = [
        text.format(
            rank=f"{rank}\\",
            name=safe_name(one.person.name),
            solved=one.solved,
            answered=one.answered,
            lost=signed_text(one.lost).lstrip("+"),
        )
        for rank, one in enumerate(standings[:MOST_LISTED], 1)
    ]
    return [f"**{head}**", *(rows or ["–"])]


# What is posted


def posted_text(day: date) -> str:
    """Return the puzzle of a day as it's posted."""
    return _("**Puzzle of {day}**: what's the best turn here?").format(day=format_day(day))


def yesterday_text(best: str, why_not: str, chosen: Mapping[str, int], solved: int) -> str:
    """Return the solution of yesterday, which shows when somebody clicks it, and how many people have found it.

    ``best`` is the solution in words.
    """
    solution = _("Yesterday's solution: {solution}").format(solution=f"||{best}. {why_not}".rstrip() + "||")
    people = sum(chosen.values())
    if not people:
        return solution
    told = ngettext("{solved} of {number} person found it.", "{solved} of {number} people found it.", people)
    return f"{solution} {told.format(solved=solved, number=people)}"


# The managers' panel


def panel_text(channel: int | None) -> str:
    """Say where the puzzle of each day is posted."""
    if channel is None:
        return _("The puzzle of each day isn't posted. Choose a channel for it.")
    text = _("The puzzle of each day is posted in {channel}, at midnight UTC, with yesterday's solution hidden in it.")
    return text.format(channel=f"<#{channel}>")
