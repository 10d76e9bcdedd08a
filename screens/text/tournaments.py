"""Texts of tournaments: who has signed up, who meets whom, who stands where and why."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from host.model.clock import NO_TIME, parse_pace
from host.model.controllers import Person, is_nameless
from host.model.table import BaseTable
from host.model.table_options import DEFAULT_EDITION
from host.model.tournaments import Entry, OrganisedTournament, TournamentStatus, played_size
from screens.text.choices import CUP_NAMES, PACE_TEXTS
from screens.text.editions import edition_text
from screens.text.i18n import N_, _, ngettext
from screens.text.labels import Label
from screens.text.markup import (
    MESSAGE_LENGTH,
    bold_label,
    join_lines,
    more_text,
    safe_name,
    split_pages,
    subtext,
    timestamp,
)
from screens.text.matches import board_line, entrant_name, points_text
from screens.text.names import mention, player_names, role_mention
from screens.text.placeholders import fill, fixed_text
from screens.text.seasons import move_lines
from screens.text.tie_breaks import deciding_text, tie_break_notes
from screens.text.tournament_names import cup_name, kind_name
from tournaments.divisions import division_numbers, first_of_divisions, shown_places
from tournaments.kinds import KINDS, standings_of, total_rounds
from tournaments.standings import Standing

MOST_SHOWN: Final = 16
"""The most people that a public message lists."""

ENTRY_TEXTS: Final[Mapping[Entry, str]] = {
    Entry.EVERYBODY: N_("everyone on this server"),
    Entry.ROLE: N_("members with a role"),
    Entry.APPROVED: N_("those I let in"),
}
"""Who may sign up, as whoever sets a tournament up chooses it."""
ROUND_TIME_TEXTS: Final = {
    "1h": N_("1 hour"),
    "1d": N_("1 day"),
    "3d": N_("3 days"),
    "7d": N_("7 days"),
    "14d": N_("14 days"),
}
_PODIUM: Final = 3
"""The places on the podium."""

cancelled_text = fixed_text(N_("The tournament is cancelled. Games that run go on as usual."))
no_tournaments_text = fixed_text(
    N_("There's no tournament on this server yet. Set one up with {tournament} and the choice {create}."),
    create=CUP_NAMES["create"],
)
no_own_tournaments_text = fixed_text(
    N_("You're in no tournament here. Press {sign_up} below one, or set one up with {tournament}."),
    sign_up=Label.SIGN_UP,
)


# The message of a tournament


def tournament_text(tournament: OrganisedTournament) -> str:
    """Return what the message of a tournament says, as it stands now."""
    match tournament.status:
        case TournamentStatus.DRAFT | TournamentStatus.OPEN:
            return join_lines([*_head_lines(tournament), *_sign_up_lines(tournament)])
        case TournamentStatus.CANCELLED:
            return _headline(tournament)
        case _:
            lines, last = [_headline(tournament), *standing_lines(tournament, MOST_SHOWN)], _moves_text(tournament)
            return join_lines(lines, MESSAGE_LENGTH - len(last)) + last


def _head_lines(tournament: OrganisedTournament) -> Iterator[str]:
    terms = tournament.terms
    size = tournament.course.table_size
    text = _("**{name}** · {kind}") if size == 2 else _("**{name}** · {kind}, tables of {size}")
    text = _("**{name}** · {kind}, best of {games}") if tournament.best_of > 1 else text
    values = {"name": cup_name(tournament), "kind": kind_name(terms.kind), "size": size, "games": tournament.best_of}
    yield text.format(**values)
    options = terms.table_options
    rules = edition_text(options.edition or DEFAULT_EDITION, options.options or ())
    pace = PACE_TEXTS.get(options.pace or "")
    yield (_("{rules}, {pace} for a turn").format(rules=rules, pace=_(pace)) if pace else rules)
    yield _round_line(tournament)
    yield from _entry_lines(tournament)


def _entry_lines(tournament: OrganisedTournament) -> Iterator[str]:
    """Yield who may sign up, where not everybody may."""
    match tournament.terms.entry:
        case Entry.ROLE:
            yield _("Only members with {role} can sign up.").format(role=role_mention(tournament.terms.role))
        case Entry.APPROVED:
            yield fill(_("{host} decides who can play."), host=tournament.organiser)
    if tournament.terms.computers:
        yield _("For practice: computers can play too, and no game is rated.")


def _round_line(tournament: OrganisedTournament) -> str:
    longest = _(ROUND_TIME_TEXTS[tournament.terms.round_time])
    kind, chosen = KINDS[tournament.terms.kind], tournament.terms.rounds
    if tournament.best_of > 1:
        text = _("A game takes {time} at most. Who is to move then loses it, and the next one starts.")
        return text.format(time=longest)
    if chosen and kind.chooses_rounds:
        text = ngettext(
            "{number} round, {time} at most. Who is to move then loses.",
            "{number} rounds, {time} at most each. Who is to move then loses.",
            chosen,
        )
        return text.format(number=chosen, time=longest)
    return _("A round takes {time} at most. Who is to move then loses.").format(time=longest)


def _sign_up_lines(tournament: OrganisedTournament) -> Iterator[str]:
    if tournament.begins_at:
        at, when = timestamp(tournament.begins_at, "F"), timestamp(tournament.begins_at, "R")
        yield fill(_("Starts {at}, {when}."), at=at, when=when)
    else:
        yield fill(_("Starts when {host} presses {start}."), host=tournament.organiser, start=bold_label(Label.START))
    number = len(tournament.people)
    text = ngettext("{number} player signed up:", "{number} players signed up:", number)
    if tournament.is_seeded:
        text = ngettext("{number} player, seeded by hand:", "{number} players, seeded by hand:", number)
    yield text.format(number=number) if number else _("Nobody has signed up yet.")
    yield from _name_lines([entrant_name(tournament, one.entrant.id) for one in tournament.by_seed])
    yield from _applicant_lines(tournament)


def _applicant_lines(tournament: OrganisedTournament) -> Iterator[str]:
    names = [one.name for one in tournament.applicants]
    if names:
        text = ngettext("{number} player waits to be let in:", "{number} players wait to be let in:", len(names))
        yield text.format(number=len(names))
    yield from _name_lines(names)


def _name_lines(names: Sequence[str]) -> Iterator[str]:
    shown = [safe_name(name) for name in names[: 3 * MOST_SHOWN]]
    rest = len(names) - len(shown)
    if shown:
        more = ngettext("and {number} more", "and {number} more", rest).format(number=rest)
        yield ", ".join([*shown, *([more] if rest else [])])


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
    """Yield the first lines of the table: place, name, points, and the number that decided."""
    table = standings_of(tournament.course)
    firsts, places = first_of_divisions(tournament.course, table), shown_places(tournament.course, table)
    for one in table[:most]:
        if one.entrant in firsts:
            yield _("**Division {number}**").format(number=firsts[one.entrant])
        yield _standing_line(tournament, one, table, places)
    if len(table) > most:
        yield more_text(len(table) - most)


def _standing_line(
    tournament: OrganisedTournament, one: Standing, table: Sequence[Standing], places: Mapping[int, int]
) -> str:
    name = safe_name(entrant_name(tournament, one.entrant))
    if earlier := _predecessor_names(tournament, one.entrant):
        name = _("{name} (for {others})").format(name=name, others=", ".join(earlier))
    # in a list, Discord counts on where places are shared
    text = f"{places[one.entrant]}\\. {name}: {points_text(one.points)}"
    deciding = deciding_text(one, table)
    return f"{text} ({deciding})" if deciding else text


def _predecessor_names(tournament: OrganisedTournament, entrant: int) -> list[str]:
    """Return who was replaced, but for those who are nameless now."""
    own = tournament.player(entrant)
    players = dict.fromkeys(one.player for one in tournament.predecessors_of(entrant) if one.player != own)
    known = [one for one in players if not isinstance(one, Person) or not is_nameless(one.id)]
    return [safe_name(player_names([one])[0]) for one in known]


def standings_text(tournament: OrganisedTournament, most: int = 60) -> str:
    """Return the table, and what each tie-break is that has decided something."""
    table = standings_of(tournament.course)
    last = _moves_text(tournament) + "".join(f"\n{subtext(note)}" for note in tie_break_notes(table))
    lines = [_headline(tournament), *standing_lines(tournament, most)]
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
    text = _("Play until {at}. Who is to move then loses.")
    if tournament.best_of > 1:
        text = _("Finish the first game by {at}; each further game has {time} more. Who is to move then loses it.")
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
    winners = [_winner(tournament, one.entrant) for one in podium if one.place == 1]
    if winners:
        text = ngettext("{winners} wins **{name}**!", "{winners} share first place in **{name}**!", len(winners))
    else:  # of a knockout: both have lost the final
        text = _("Nobody wins **{name}**.")
    table = standings_of(tournament.course)
    lines = [_standing_line(tournament, one, table, shown_places(tournament.course, table)) for one in podium]
    notes = [subtext(_("There was no final: nobody came out of the other semi-final."))]
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
    """Return whether the final of a knockout has one player, because nobody came out of the other semi-final."""
    bracket, total = KINDS[tournament.terms.kind].bracket, total_rounds(tournament.course)
    if bracket is None or tournament.round < total or total < 2:
        return False
    return bracket(tournament.course)[-1][0].count(None) == 1


def _winner(tournament: OrganisedTournament, entrant: int) -> str:
    """Return the mention of a winner; the name of one whom nobody can mention."""
    person = tournament.person(entrant)
    return safe_name(entrant_name(tournament, entrant)) if is_nameless(person.id) else mention(person)


def channel_gone_text(tournament: OrganisedTournament) -> str:
    """Return what the host of a tournament is told in private."""
    text = _(
        "The channel of your tournament **{name}** is gone, but the tournament goes on. "
        "You can cancel it with {tournament} in another channel."
    )
    return fill(text, name=cup_name(tournament))


# Private answers


def draft_text(tournament: OrganisedTournament) -> str:
    """Return what the host of a tournament sees before sign-up is posted."""
    note = _("Only you see this. Press {post} when it's right.").format(post=bold_label(Label.POST_CUP))
    lines = [*_head_lines(tournament), *_doubt_lines(tournament), *list(_sign_up_lines(tournament))[:1]]
    return join_lines([*lines, subtext(note)])


def _doubt_lines(tournament: OrganisedTournament) -> Iterator[str]:
    """Yield what was chosen before another kind was, and doesn't count there; and whether a round is shorter than a
    turn may be.
    """
    terms, kind = tournament.terms, kind_name(tournament.terms.kind)
    pace = terms.table_options.pace or ""
    if (parse_pace(pace) or NO_TIME) > tournament.round_time and pace in PACE_TEXTS:
        text = _(
            "A turn can take {pace}, but a round only {time}: it can end during the first turn, and "
            "the player to move loses."
        )
        yield text.format(pace=_(PACE_TEXTS[pace]), time=_(ROUND_TIME_TEXTS[terms.round_time]))
    if terms.table_size != played_size(terms):
        yield _("{kind} is for two at a table, so {size} at a table doesn't count.").format(
            kind=kind, size=terms.table_size
        )
    if terms.rounds and not KINDS[terms.kind].chooses_rounds:
        text = _("{kind} has as many rounds as it takes, so your choice of rounds ({number}) doesn't count.")
        yield text.format(kind=kind, number=terms.rounds)


def signed_up_text(tournament: OrganisedTournament, person_id: int) -> str:
    name = cup_name(tournament)
    if tournament.is_asking(person_id):
        text = _("You've asked to play in **{name}**. {host} decides, and its message shows who is in.")
        return fill(text, name=name, host=tournament.organiser)
    if tournament.rounds:
        return _("You're in **{name}** from the next round on.").format(name=name)
    return _("You're signed up for **{name}**. I'll ping you when your game starts.").format(name=name)


def posted_text(tournament: OrganisedTournament) -> str:
    return _("**{name}** is posted. People can sign up now.").format(name=cup_name(tournament))


def manage_text(tournament: OrganisedTournament) -> str:
    if not tournament.rounds:
        return join_lines([*_head_lines(tournament), *_doubt_lines(tournament), *_sign_up_lines(tournament)])
    note = subtext(_("Everyone reads what you change, and why."))
    return join_lines([_headline(tournament), *_applicant_lines(tournament), note])


def askers_text(tournament: OrganisedTournament) -> str:
    """Return what the host of a tournament reads above the menus of those who ask to be let in."""
    return join_lines([*_applicant_lines(tournament)]) or _("Nobody waits to be let in.")


def export_cup_text(tournament: OrganisedTournament) -> str:
    text = _("**{name}**: the table and the pairings as CSV, a report for other programs, and the saved games.")
    return text.format(name=cup_name(tournament))
