"""Texts of tournaments: who has signed up, who meets whom, who stands where and why."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from host.model.controllers import Person, is_nameless
from host.model.table import BaseTable
from host.model.tournaments import OrganisedTournament, TournamentStatus
from screens.text.choices import CUP_NAMES, choice_name
from screens.text.i18n import N_, _, ngettext
from screens.text.knockout import stage_texts
from screens.text.labels import Label
from screens.text.markup import (
    MESSAGE_LENGTH,
    join_lines,
    more_text,
    safe_name,
    split_pages,
    subtext,
    timestamp,
    with_heading,
)
from screens.text.matches import board_line, entrant_mention, entrant_name, points_text
from screens.text.names import player_names
from screens.text.placeholders import fill, fixed_text
from screens.text.seasons import move_lines
from screens.text.tie_breaks import deciding_text, tie_break_notes
from screens.text.tournament_names import cup_name
from screens.text.tournament_sign_up import (
    MOST_SHOWN,
    ROUND_TIME_TEXTS,
    applicant_lines,
    doubt_lines,
    head_lines,
    sign_up_lines,
    signed_up_text,
)
from tournaments.divisions import division_numbers, first_of_divisions, shown_places
from tournaments.kinds import KINDS, standings_of, total_rounds
from tournaments.standings import Standing

_PODIUM: Final = 3
"""The places on the podium."""
_MOST_RANKED: Final = 60
"""The most lines of the table in an answer of its own."""

no_own_tournaments_text = fixed_text(
    N_("You're in no tournament here. Press {sign_up} below one, or set one up with {tournament}."),
    sign_up=Label.SIGN_UP,
)


def cancelled_text(tournament: OrganisedTournament) -> str:
    """Say that a tournament is cancelled, and of one that had begun what becomes of its games."""
    if tournament.rounds:
        return _("The tournament is cancelled. Games under way go on as usual.")
    return _("**{name}** is cancelled.").format(name=cup_name(tournament))


def no_tournaments_text() -> str:
    text = _("There's no tournament on this server yet. Set one up with {tournament} and the choice {create}.")
    return fill(text, create=f"**{choice_name(CUP_NAMES, 'create')}**")


# The message of a tournament


def tournament_text(tournament: OrganisedTournament) -> str:
    """Return what the message of a tournament says, as it stands now."""
    match tournament.status:
        case TournamentStatus.DRAFT | TournamentStatus.OPEN:
            return join_lines([*head_lines(tournament), *sign_up_lines(tournament)])
        case TournamentStatus.CANCELLED:
            return _headline(tournament)
        case _:
            lines, last = [_headline(tournament), *standing_lines(tournament, MOST_SHOWN)], _moves_text(tournament)
            return join_lines(lines, MESSAGE_LENGTH - len(last)) + last


def _headline(tournament: OrganisedTournament) -> str:
    """Return how far a tournament has come."""
    name = cup_name(tournament)
    if tournament.status is TournamentStatus.CANCELLED:
        return _("**{name}** is cancelled.").format(name=name)
    if tournament.status is TournamentStatus.OVER:
        return _("**{name}** is over.").format(name=name)
    if not tournament.rounds:
        return _("**{name}** hasn't started yet.").format(name=name)
    text = _("**{name}** · round {number} of {total}, until {at}")
    if tournament.paused_at:
        text = _("**{name}** · round {number} of {total}, paused")
    at = timestamp(tournament.round_end, "f") if tournament.round_end else "?"
    return text.format(name=name, number=tournament.round, total=total_rounds(tournament.course), at=at)


# Who stands where


def standing_lines(tournament: OrganisedTournament, most: int) -> Iterator[str]:
    """Yield the first lines of the table: place, name, points, and the number that decided; of a knockout how far each
    has come.
    """
    table = standings_of(tournament.course)
    firsts = first_of_divisions(tournament.course, table)
    for one, line in _lines_of(tournament, table, table[:most]):
        if one.entrant in firsts:
            yield _("**Division {number}**").format(number=firsts[one.entrant])
        yield line
    if len(table) > most:
        yield more_text(len(table) - most)


def _lines_of(
    tournament: OrganisedTournament, table: Sequence[Standing], shown: Iterable[Standing]
) -> Iterator[tuple[Standing, str]]:
    """Yield rows of the table with their lines."""
    places, stages = shown_places(tournament.course, table), stage_texts(tournament.course)
    for one in shown:
        deciding = deciding_text(one, table)
        points = f"{points_text(one.points)} ({deciding})" if deciding else points_text(one.points)
        # in a list, Discord counts on where places are shared
        told = with_heading(_line_name(tournament, one), stages.get(one.entrant, points))
        yield one, f"{places[one.entrant]}\\. {told}"


def _line_name(tournament: OrganisedTournament, one: Standing) -> str:
    name = safe_name(entrant_name(tournament, one.entrant))
    if earlier := _predecessor_names(tournament, one.entrant):
        name = _("{name} (for {others})").format(name=name, others=", ".join(earlier))
    return name


def _predecessor_names(tournament: OrganisedTournament, entrant: int) -> list[str]:
    """Return who was replaced, but for those who are nameless now."""
    own = tournament.player(entrant)
    players = dict.fromkeys(one.player for one in tournament.predecessors_of(entrant) if one.player != own)
    known = [one for one in players if not isinstance(one, Person) or not is_nameless(one.id)]
    return [safe_name(player_names([one])[0]) for one in known]


def standings_text(tournament: OrganisedTournament) -> str:
    """Return the table, and what each tie-break is that has decided something."""
    table = standings_of(tournament.course)
    last = _moves_text(tournament) + "".join(f"\n{subtext(note)}" for note in tie_break_notes(table))
    lines = [_headline(tournament), *standing_lines(tournament, _MOST_RANKED)]
    return join_lines(lines, MESSAGE_LENGTH - len(last)) + last


def _moves_text(tournament: OrganisedTournament) -> str:
    """Return who goes up and down, in lines below the table; nothing before the end of a season."""
    lines = move_lines(tournament)
    return f"\n{join_lines(lines, MESSAGE_LENGTH // 3)}" if lines else ""


# Who meets whom


def games_texts(tournament: OrganisedTournament, tables: Mapping[int, BaseTable], number: int) -> list[str]:
    """Return the games of a round, in as many messages as it takes. ``tables`` are those that are known, by their
    numbers.
    """
    first = _headline(tournament)
    if number != tournament.round:
        first = _("**{name}**, round {number}").format(name=cup_name(tournament), number=number)
    end = tournament.round_end
    lines = (board_line(tournament, board, tables, named_end=end) for board in tournament.boards(number))
    return split_pages([first, *lines], MESSAGE_LENGTH)


def _board_lines(
    tournament: OrganisedTournament, tables: Mapping[int, BaseTable], pinged: Collection[int] = ()
) -> Iterator[str]:
    number_of, shown = division_numbers(tournament.course), 0
    for board in tournament.boards(tournament.round):
        number = number_of.get(board.pairing.seats[0], shown)
        if number != shown:
            yield _("**Division {number}**").format(number=number)
        shown = number
        yield board_line(tournament, board, tables, pinged, named_end=_first_end(tournament))


def mine_text(tournament: OrganisedTournament, person_id: int, tables: Mapping[int, BaseTable]) -> str:
    """Return how a person stands in a tournament, and whom they meet."""
    entrant, name = tournament.entrant_of(person_id), cup_name(tournament)
    if tournament.is_asking(person_id):
        return signed_up_text(tournament, person_id)
    if entrant is None:
        return _("You're not in **{name}**.").format(name=name)
    if not tournament.rounds:
        return _("You're signed up for **{name}**.").format(name=name)
    table = standings_of(tournament.course)
    own = next(one for one in table if one.entrant == entrant.id)
    lines = [_place_text(tournament, own, table)]
    for board in tournament.boards():
        if entrant.id in board.pairing.seats:
            line = board_line(tournament, board, tables)
            lines.append(_("Round {number}: {game}").format(number=board.round, game=line))
    return join_lines(lines)


def _place_text(tournament: OrganisedTournament, own: Standing, table: Sequence[Standing]) -> str:
    name, points, place = (
        cup_name(tournament),
        points_text(own.points),
        shown_places(tournament.course, table)[own.entrant],
    )
    number_of = division_numbers(tournament.course)
    if stage := stage_texts(tournament.course).get(own.entrant):
        text = _("**{name}**: place {place} of {total} · {stage}")
        return text.format(name=name, place=place, total=len(table), stage=stage)
    if not number_of:
        text = _("**{name}**: place {place} of {total} · points: {points}")
        return text.format(name=name, place=place, total=len(table), points=points)
    number = number_of[own.entrant]
    text, total = _("**{name}**: division {number}, place {place} of {total} · points: {points}"), [*number_of.values()]
    return text.format(name=name, number=number, place=place, total=total.count(number), points=points)


# What is posted


def round_text(tournament: OrganisedTournament, tables: Mapping[int, BaseTable], pinged: Collection[int] = ()) -> str:
    """Return the message that announces a round. It mentions those with the ids of ``pinged``."""
    name = cup_name(tournament)
    first = _("**{name}, round {number} of {total}**").format(
        name=name, number=tournament.round, total=total_rounds(tournament.course)
    )
    last = subtext(_rule_text(tournament))
    room = MESSAGE_LENGTH - len(last) - 1
    lines = [first, *_board_lines(tournament, tables, pinged)]
    if sum(len(line) + 1 for line in lines) > room:  # links are long, and each game pings its players anyway
        lines = [first, *_board_lines(tournament, {}, pinged)]
    return f"{join_lines(lines, room)}\n{last}"


def _rule_text(tournament: OrganisedTournament) -> str:
    """Return until when the games of a round are played, and what happens then."""
    first = _first_end(tournament)
    if first is None:
        return ""
    if tournament.paused_at:
        return _("Paused: the clock of the round stands still.")
    text = _("Play until {at}. The player whose turn it is then loses.")
    if tournament.best_of > 1:
        text = _(
            "Finish the first game by {at}; each further game has {time} more. "
            "The player whose turn it is then loses it."
        )
    return text.format(at=timestamp(first, "f"), time=_(ROUND_TIME_TEXTS[tournament.terms.round_time]))


def _first_end(tournament: OrganisedTournament) -> datetime | None:
    """Return when the first games of the round under way end, but for those that somebody has given more time."""
    return tournament.round_due and tournament.round_due - (tournament.best_of - 1) * tournament.round_time


def end_text(tournament: OrganisedTournament) -> str:
    """Return the message that announces the end: the podium."""
    if tournament.status is TournamentStatus.CANCELLED:
        return _headline(tournament)
    name = cup_name(tournament)
    podium = [one for one in standings_of(tournament.course) if one.place <= _PODIUM]
    winners = [entrant_mention(tournament, one.entrant) for one in podium if one.place == 1]
    if winners:
        text = ngettext("{winners} wins **{name}**!", "{winners} share first place in **{name}**!", len(winners))
    else:  # of a knockout: both have lost the final
        text = _("Nobody wins **{name}**.")
    table = standings_of(tournament.course)
    lines = [line for _one, line in _lines_of(tournament, table, podium)]
    notes = [subtext(_("There was no final: nobody won the other semi-final."))]
    notes = notes if is_final_unplayed(tournament) else []
    lower = _lower_division_lines(tournament, table)
    first, last = text.format(winners=", ".join(winners), name=name), _moves_text(tournament)
    return join_lines([first, *lines, *lower, *notes], MESSAGE_LENGTH - len(last)) + last


def _lower_division_lines(tournament: OrganisedTournament, table: Sequence[Standing]) -> Iterator[str]:
    """Yield who has won each division of a league but the first."""
    number_of, places = division_numbers(tournament.course), shown_places(tournament.course, table)
    for division in range(2, max(number_of.values(), default=0) + 1):
        firsts = [one for one in number_of if number_of[one] == division and places[one] == 1]
        names = ", ".join(safe_name(entrant_name(tournament, one)) for one in firsts)
        yield _("Division {number}: {name}").format(number=division, name=names)


def is_final_unplayed(tournament: OrganisedTournament) -> bool:
    """Return whether the final of a knockout has one player, because nobody won the other semi-final."""
    bracket, total = KINDS[tournament.terms.kind].bracket, total_rounds(tournament.course)
    if bracket is None or tournament.round < total or total < 2:
        return False
    return bracket(tournament.course)[-1][0].count(None) == 1


def channel_gone_text(tournament: OrganisedTournament) -> str:
    """Return what the host of a tournament is told in private."""
    text = _(
        "The channel of your tournament **{name}** is gone, but the tournament goes on. "
        "You can cancel it with {tournament} in another channel."
    )
    return fill(text, name=cup_name(tournament))


# Private answers


def manage_text(tournament: OrganisedTournament) -> str:
    if not tournament.rounds:
        return join_lines([*head_lines(tournament), *doubt_lines(tournament), *sign_up_lines(tournament)])
    note = subtext(_("Everyone reads what you change, and why."))
    return join_lines([_headline(tournament), *applicant_lines(tournament), note])


def export_cup_text(tournament: OrganisedTournament) -> str:
    text = _("**{name}**: the table and the pairings as CSV, a report for other programs, and the saved games.")
    return text.format(name=cup_name(tournament))
