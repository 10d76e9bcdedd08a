"""Texts of the vote on a late turn."""

from collections.abc import Iterator
from typing import Final

import discord

from cogs.text.clock import late_name
from cogs.text.formatting import safe_name, with_heading, word_list
from cogs.text.i18n import N_, _
from cogs.text.table import game_name
from host.model.clock import VoteChoice
from host.model.table import BaseTable, RunningTable
from host.model.vote_rules import valid_votes
from host.services.voting import OpenVote

VOTE_LABELS: Final = {
    VoteChoice.MORE_TIME: N_("More time"),
    VoteChoice.SKIP: N_("Skip turn"),
    VoteChoice.REPLACE: N_("Open seat"),
    VoteChoice.COMPUTER: N_("Computer"),
    VoteChoice.END: N_("End game"),
}

_DECIDED: Final = {
    VoteChoice.MORE_TIME: N_("{game}: you voted to give {name} more time."),
    VoteChoice.SKIP: N_("{game}: you voted to skip {name}'s turn."),
    VoteChoice.REPLACE: N_("{game}: you voted to open {name}'s seat to others."),
    VoteChoice.COMPUTER: N_("{game}: you voted that a computer plays on for {name}."),
    VoteChoice.END: N_("{game}: you voted to end the game."),
}


def vote_text(vote: OpenVote, *, is_gone: bool = False) -> str:
    """Return the question, who can vote, and the votes so far."""
    table = vote.table
    return "\n".join([_late_text(vote), *([_gone_text(table)] if is_gone else []), _rules_text(vote), *_tally(table)])


def decided_text(table: BaseTable, choice: VoteChoice, name: str) -> str:
    """Say what the table has decided about the late player of this name."""
    return _(_DECIDED[choice]).format(game=game_name(table), name=name)


def vote_opened_text(table: RunningTable) -> str:
    """Tell the person who has opened a vote where the others are asked."""
    return _("I've asked the others in <#{channel}>.").format(channel=table.venue.channel)


def _late_text(vote: OpenVote) -> str:
    table, since = vote.table, discord.utils.format_dt(vote.clock.since, "f")
    text = _("**Time's up** in {game}: it's been {name}'s turn since {since}.")
    return text.format(name=late_name(table), game=game_name(table), since=since)


def _gone_text(table: RunningTable) -> str:
    return _("{name} has left this server.").format(name=late_name(table))


def _rules_text(vote: OpenVote) -> str:
    voters = word_list([f"<@{one}>" for one in sorted(vote.voters)])
    text = _("What now, {voters}? More than half of you decide; until then {name} can still play.")
    return text.format(voters=voters, name=late_name(vote.table))


def _tally(table: RunningTable) -> Iterator[str]:
    names = {seat.person.id: safe_name(seat.name) for seat in table.seats if seat.person}
    votes = valid_votes(table)
    for choice in VoteChoice:
        if people := [names[one] for one in votes if votes[one] is choice]:
            yield "- " + with_heading(_(VOTE_LABELS[choice]), word_list(people))
