"""What people read of a tournament before it starts: what it is, who can play, and who has signed up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from host.model.clock import NO_TIME, parse_pace
from host.model.controllers import is_nameless
from host.model.table_options import DEFAULT_EDITION
from host.model.tournaments import FEWEST, Entry, OrganisedTournament, played_size
from screens.text.choices import PACE_TEXTS
from screens.text.editions import edition_text
from screens.text.i18n import N_, _, ngettext
from screens.text.labels import Label
from screens.text.markup import (
    bold_label,
    join_lines,
    safe_name,
    subtext,
    timestamp,
)
from screens.text.matches import entrant_name
from screens.text.names import role_mention
from screens.text.placeholders import fill
from screens.text.tournament_names import cup_name, kind_name
from tournaments.divisions import division_numbers
from tournaments.kinds import KINDS, total_rounds

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

_TWO_AT_A_TABLE: Final[Mapping[str, str]] = {
    "everybody": N_("Where everyone meets everyone, two sit at a table, so {size} at a table doesn't count."),
    "knockout": N_("A knockout is for two at a table, so {size} at a table doesn't count."),
}
"""For each kind without larger tables that a choice of them doesn't count."""
_ROUNDS_IT_TAKES: Final[Mapping[str, str]] = {
    "everybody": N_(
        "Where everyone meets everyone, there are as many rounds as it takes, so your choice of rounds ({number}) "
        "doesn't count."
    ),
    "league": N_("A league has as many rounds as it takes, so your choice of rounds ({number}) doesn't count."),
    "knockout": N_("A knockout has as many rounds as it takes, so your choice of rounds ({number}) doesn't count."),
}
"""For each kind that chooses its rounds itself that a choice of them doesn't count."""


def head_lines(tournament: OrganisedTournament) -> Iterator[str]:
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
    if tournament.best_of > 1 and _has_chosen_rounds(tournament):  # else the line above names them
        yield _("Rounds: {number}").format(number=terms.rounds)
    yield from _entry_lines(tournament)


def _entry_lines(tournament: OrganisedTournament) -> Iterator[str]:
    """Yield who may sign up, where not everybody may."""
    match tournament.terms.entry:
        case Entry.ROLE:
            yield _("Only members with {role} can sign up.").format(role=role_mention(tournament.terms.role))
        case Entry.APPROVED:
            if is_nameless(tournament.organiser.id):
                yield _("Server managers decide who can play.")
            else:
                yield fill(_("{host} decides who can play."), host=tournament.organiser)
    if tournament.terms.computers:
        yield _("For practice: computers can play too, and no game is rated.")


def _round_line(tournament: OrganisedTournament) -> str:
    longest = _(ROUND_TIME_TEXTS[tournament.terms.round_time])
    chosen = tournament.terms.rounds if _has_chosen_rounds(tournament) else None
    if tournament.best_of > 1:
        text = _("A game takes {time} at most. The player whose turn it is then loses it, and the next one starts.")
        return text.format(time=longest)
    if chosen:
        text = ngettext(
            "{number} round, {time} at most. The player whose turn it is then loses.",
            "{number} rounds, {time} at most each. The player whose turn it is then loses.",
            chosen,
        )
        return text.format(number=chosen, time=longest)
    return _("A round takes {time} at most. The player whose turn it is then loses.").format(time=longest)


def _has_chosen_rounds(tournament: OrganisedTournament) -> bool:
    return tournament.terms.rounds is not None and KINDS[tournament.terms.kind].chooses_rounds


def sign_up_lines(tournament: OrganisedTournament) -> Iterator[str]:
    if tournament.begins_at:
        at, when = timestamp(tournament.begins_at, "F"), timestamp(tournament.begins_at, "R")
        yield fill(_("Starts {at}, {when}."), at=at, when=when)
    elif is_nameless(tournament.organiser.id):
        yield fill(_("Starts when a server manager presses {start}."), start=bold_label(Label.START))
    else:
        yield fill(_("Starts when {host} presses {start}."), host=tournament.organiser, start=bold_label(Label.START))
    if tournament.previous is not None:
        text = _("Everyone who finished last season is signed up already; press {leave} if you don't play this time.")
        yield text.format(leave=bold_label(Label.LEAVE))
    number, divisions = len(tournament.people), _division_lines(tournament)
    text = ngettext("{number} player signed up:", "{number} players signed up:", number)
    if tournament.is_seeded:
        text = ngettext("{number} player, seeded by hand:", "{number} players, seeded by hand:", number)
    yield text.format(number=number) if number else _("Nobody has signed up yet.")
    if not divisions:
        yield from _name_lines([entrant_name(tournament, one.entrant.id) for one in tournament.by_seed])
    if number >= FEWEST and not _has_chosen_rounds(tournament):
        yield _("Rounds with these players: {number}").format(number=total_rounds(tournament.course))
    yield from applicant_lines(tournament)
    yield from divisions  # last: where they are too many, the lower ones are left out


def _division_lines(tournament: OrganisedTournament) -> list[str]:
    """Return who plays in which division of a season that follows another one if it starts now; nothing where there is
    only one, and before the first season, which goes by ratings.
    """
    found = dict[int, list[str]]()
    if tournament.previous is not None:
        for entrant, number in division_numbers(tournament.course).items():
            found.setdefault(number, []).append(safe_name(entrant_name(tournament, entrant)))
    text = _("Division {number}: {name}")
    return [text.format(number=number, name=", ".join(names)) for number, names in found.items()]


def applicant_lines(tournament: OrganisedTournament) -> Iterator[str]:
    names = [one.name for one in tournament.applicants]
    if names:
        text = ngettext(
            "{number} player is waiting to be let in:", "{number} players are waiting to be let in:", len(names)
        )
        yield text.format(number=len(names))
    yield from _name_lines(names)


def _name_lines(names: Sequence[str]) -> Iterator[str]:
    shown = [safe_name(name) for name in names[: 3 * MOST_SHOWN]]
    rest = len(names) - len(shown)
    if shown:
        more = ngettext("and {number} more", "and {number} more", rest).format(number=rest)
        yield ", ".join([*shown, *([more] if rest else [])])


def draft_text(tournament: OrganisedTournament) -> str:
    """Return what the host of a tournament sees before sign-up is posted."""
    note = _("Only you see this. Press {post} when it's right.").format(post=bold_label(Label.POST_CUP))
    lines = [*head_lines(tournament), *doubt_lines(tournament), *list(sign_up_lines(tournament))[:1]]
    return join_lines([*lines, subtext(note)])


def doubt_lines(tournament: OrganisedTournament) -> Iterator[str]:
    """Yield what was chosen before another kind was, and doesn't count there; and whether a round is shorter than a
    turn may be.
    """
    terms = tournament.terms
    pace = terms.table_options.pace or ""
    if (parse_pace(pace) or NO_TIME) > tournament.round_time and pace in PACE_TEXTS:
        text = _(
            "A turn can take {pace}, but a round only {time}: it can end during the first turn, and "
            "the player to move loses."
        )
        yield text.format(pace=_(PACE_TEXTS[pace]), time=_(ROUND_TIME_TEXTS[terms.round_time]))
    if terms.table_size != played_size(terms):
        yield _(_TWO_AT_A_TABLE[terms.kind]).format(size=terms.table_size)
    if terms.rounds and not KINDS[terms.kind].chooses_rounds:
        yield _(_ROUNDS_IT_TAKES[terms.kind]).format(number=terms.rounds)


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


def askers_text(tournament: OrganisedTournament) -> str:
    """Return what the host of a tournament reads above the menus of those who ask to be let in."""
    return join_lines([*applicant_lines(tournament)]) or _("Nobody is waiting to be let in.")
