"""Checks after the month: how every game stands, and whether each ping agrees with the log.

Of the bot's own data, only the log and the rows of reminders are used; the latter are compared with what was sent.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from carcassonne import DrawTile, Phase, Resign, State, format_record, parse_record, replay
from host import FinishedTable, Host, LoggedMove, RunningTable, StartedTable, Undo, timed_turn
from tests.host.tables import player
from tests.month.people import Habits
from tests.month.sent_messages import Sent
from tests.month.simulation import Month, Outage

PACES = {"12h": timedelta(hours=12), "24h": timedelta(hours=24), "3d": timedelta(days=3)}
REMINDERS = ("half", "nearly", "out")
SLACK = timedelta(minutes=12)
"""By so much an outage may seem longer to the bot than it was."""


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must not be; ply 0 where it belongs to no ply."""

    game: int
    ply: int
    what: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, or a question, that somebody has to be told of. `answered` is when its first move was made. Its time runs
    `since` it began, for a question to who has just laid a tile since that turn did.
    """

    ply: int
    person: int
    begun: datetime
    answered: datetime | None
    since: datetime


@dataclass(frozen=True, slots=True)
class Row:
    """A ping about time as the store has it."""

    kind: str
    person: int
    at: datetime
    outcome: str | None
    message: int | None


@dataclass(frozen=True, slots=True)
class Story:
    """A game as it was in the end: its log, the state at every ply, seats given away, its reminders."""

    table: StartedTable
    log: Sequence[LoggedMove]
    states: Sequence[State]
    givers: Sequence[tuple[int, int, int]]
    rows: Sequence[Row]

    def turns(self) -> list[Turn]:
        """Every turn that began, and every question that was not answered beforehand."""
        turns: list[Turn] = []
        for ply in (entry.ply for entry in self.log if self._asks(entry.ply)):
            earlier = turns[-1] if turns and self._goes_on(turns[-1].ply, ply) else None
            turns.append(self._turn(ply, earlier))
        return turns

    def _goes_on(self, ply: int, later: int) -> bool:
        before, now = self.states[ply], self.states[later]
        return now.phase is Phase.ASK and (before.turn, before.seat) == (now.turn, now.seat)

    def _asks(self, ply: int) -> bool:
        phase, entry = self.states[ply].phase, self.log[ply - 1]
        if phase is Phase.PLACE and isinstance(entry.move, Undo):
            return self.states[ply - 1].phase is not Phase.DRAW  # a turn that was taken back at once goes on
        if phase is Phase.PLACE and isinstance(entry.move, Resign):
            return self.states[ply - 1].seat != self.states[ply].seat  # the tile has gone to the next seat
        if phase is Phase.PLACE:
            return isinstance(entry.move, DrawTile)
        return phase is Phase.ASK and (ply == len(self.log) or self.log[ply].at != entry.at)

    def _turn(self, ply: int, earlier: Turn | None) -> Turn:
        seat = self.states[ply].seat
        given = [giver for at, number, giver in self.givers if number == seat and at >= ply]
        person = given[0] if given else player(self.table.seats[seat]).id
        later = self.log[ply].at if ply < len(self.log) else None
        begun = self.log[ply - 1].at
        return Turn(ply, person, begun, later, earlier.since if earlier else begun)


@dataclass(slots=True)
class Accounts:
    """Totals by name, the games that wait and for whom, and every violation."""

    totals: Counter[str] = field(default_factory=Counter)
    waiting: list[str] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)

    def claim(self, holds: object, game: int, ply: int, what: str) -> None:
        """Note a violation where something does not hold."""
        if not holds:
            self.violations.append(Violation(game, ply, what))


async def settle(month: Month, database: str) -> Accounts:
    """Look at everything that is left of a month."""
    accounts, host, sent = Accounts(), month.world.host, month.world.ledger.sent
    stories = [await _story(host, number, database) for number in range(1, month.plan.games + 1)]
    turns = {story.table.number: story.turns() for story in stories}
    for story in stories:
        await _check_end(accounts, host, story, month.world.now)
        gone = month.world.gone.get(story.table.venue.home)
        check_turns(accounts, story.table.number, turns[story.table.number], sent, month.outages, gone)
        check_rows(accounts, story, sent)
        _check_reminders(accounts, month, story, turns[story.table.number])
        _check_messages(accounts, month, story)
    check_every_ping(accounts, stories, turns, sent)
    check_quiet(accounts, month.habits, month.quiet_since, sent)
    for table in await host.message_log.unannounced():
        accounts.claim(table.venue.home in month.world.gone, table.number, table.ply, "not announced")
    accounts.totals["messages sent"] = len(sent)
    accounts.totals["requests to Discord"] = month.world.requests
    for problem in month.world.problems:
        accounts.claim(False, 0, 0, f"Discord would refuse: {problem}")
    return accounts


async def _story(host: Host, number: int, database: str) -> Story:
    with sqlite3.connect(database) as store:
        givers = store.execute("SELECT ply, seat, giver FROM substitutions WHERE game = ? ORDER BY rowid", (number,))
        rows = store.execute(
            "SELECT kind, person, at, outcome, message FROM pings WHERE game = ? ORDER BY rowid", (number,)
        )
        return Story(
            await host.tables.load_started(number),
            await host.history.log(number),
            await host.history.states(number),
            [tuple(row) for row in givers],
            [Row(kind, person, datetime.fromisoformat(at), *rest) for kind, person, at, *rest in rows],
        )


async def _check_end(accounts: Accounts, host: Host, story: Story, now: datetime) -> None:
    table, number = story.table, story.table.number
    accounts.totals[f"games {table.status}"] += 1
    accounts.totals["turns"] += len(story.turns())
    accounts.totals["turns undone or taken back"] += sum(isinstance(entry.move, Undo) for entry in story.log)
    if table.to_move is not None:
        since = story.turns()[-1].begun
        told = f", told: {story.rows[-1].kind}" if story.rows and story.rows[-1].at >= since else ""
        accounts.waiting.append(f"#{number} for {table.to_move.name} ({(now - since).days} days{told})")
    accounts.claim(table.status.is_over or table.to_move is not None, number, table.ply, "waits for nobody")
    done = replay(parse_record(format_record(await host.history.record(number))))
    accounts.claim(done.error is None, number, table.ply, f"the record does not replay: {done.error}")
    if isinstance(table, FinishedTable) and table.final_scores is not None and done.state:
        accounts.claim(tuple(done.state.scores) == table.final_scores, number, table.ply, "other scores in the record")


def check_turns(
    accounts: Accounts,
    number: int,
    turns: Iterable[Turn],
    sent: Sequence[Sent],
    outages: Sequence[Outage] = (),
    gone: datetime | None = None,
) -> None:
    """Hold the messages of a game's turns against its log: each turn has one, with a ping to who is to move. Only a
    turn that was over before it could be told has a message without one, or none at all if Discord took no messages
    from its begin to its end: its ping has merged into the next. Since the channel is ``gone`` they come in private;
    there a turn that had been told before is told once more.
    """
    public, private = _told(number, sent), _told(number, sent, since=gone) if gone else {}
    for turn in turns:
        messages, letters = public.pop(turn.ply, []), private.pop(turn.ply, [])
        if not messages and not letters and any(outage.has(turn.begun, turn.answered) for outage in outages):
            accounts.totals["turn pings merged"] += 1
            continue
        has_both = gone is not None and turn.begun < gone and len(messages) == len(letters) == 1
        accounts.totals["turns told once more, their channel being gone"] += has_both
        is_once = len(messages) + len(letters) == 1 or has_both
        accounts.claim(is_once, number, turn.ply, f"told {len(messages)} times, in private {len(letters)} times")
        accounts.totals["turns told in private, the channel being gone"] += len(letters)
        for one in [*messages, *letters]:
            is_merged = not one.pinged and turn.answered is not None and turn.answered <= one.at
            accounts.totals["turn pings merged" if is_merged else "turn pings"] += 1
            is_right = one.pinged == (turn.person,) or is_merged
            accounts.claim(is_right, number, turn.ply, f"pinged {one.pinged}, not {turn.person}")
    for ply, messages in public.items():
        for one in messages:
            accounts.totals["other messages of a game"] += 1
            accounts.claim(not one.pinged, number, ply, f"pinged {one.pinged}, and no turn began")
    accounts.totals["other letters of a game"] += sum(map(len, private.values()))


def _told(number: int, sent: Sequence[Sent], since: datetime | None = None) -> dict[int, list[Sent]]:
    """The messages that tell of a game's plies; those in private where they are asked for since some time."""
    told: dict[int, list[Sent]] = {}
    for one in sent:
        is_of_game = one.turn is not None and one.turn[0] == number and not one.is_end
        if one.turn and is_of_game and (one.at >= since and one.is_private if since else not one.is_private):
            told.setdefault(one.turn[1], []).append(one)
    return told


def check_rows(accounts: Accounts, story: Story, sent: Sequence[Sent]) -> None:
    """Hold a game's reminders as stored against what was sent."""
    number, by_id = story.table.number, {one.message: one for one in sent}
    for row in story.rows:
        accounts.totals[f"pings about time: {row.kind}, {row.outcome}"] += 1
        accounts.claim(row.outcome in ("sent", "private", "void"), number, 0, f"ping {row.kind}: {row.outcome}")
        if row.outcome in ("sent", "private"):
            one = by_id.get(row.message or 0)
            accounts.claim(one, number, 0, f"ping {row.kind} of {row.at} was never sent")
            is_for_all = row.kind in ("open", "taken")  # who takes a seat is pinged only where it is their turn
            has_pinged = one is None or one.is_private or one.pinged or is_for_all
            accounts.claim(has_pinged, number, 0, f"ping {row.kind} of {row.at} pinged nobody")


def _check_messages(accounts: Accounts, month: Month, story: Story) -> None:
    """The message of a turn that waits tells its deadline as it is; of a game that is over, no question has buttons."""
    world, table = month.world, month.world.host.deadlines.with_expected_deadline(story.table)
    messages = world.env.backend.messages.get(table.venue.channel, {})
    shown = messages.get(table.message or 0)
    turn = timed_turn(table) if isinstance(table, RunningTable) else None
    if turn and turn.clock.due and shown:
        due = f"<t:{int(turn.clock.due.timestamp())}:"
        accounts.claim(due in shown.content, table.number, table.ply, "its message tells another deadline")
        accounts.totals["deadlines in messages"] += 1
    for row in story.rows:
        asked = messages.get(row.message or 0)
        if table.status.is_over and asked:
            accounts.claim(not asked.components, table.number, 0, f"a question {row.kind} outlives its game")


def check_every_ping(
    accounts: Accounts, stories: Iterable[Story], turns: dict[int, list[Turn]], sent: Sequence[Sent]
) -> None:
    """No message pings anybody but those of turns, those that the store knows, and the first one of a thread."""
    threads = {story.table.venue.channel for story in stories if story.table.venue.parent}
    known = {row.message for story in stories for row in story.rows}
    begun = {(number, turn.ply) for number, several in turns.items() for turn in several}
    for one in sent:
        if one.channel in threads:
            threads.remove(one.channel)
            accounts.totals["pings at the opening of a thread"] += 1
        elif one.pinged and not one.is_private and one.message not in known and one.turn not in begun:
            game, ply = one.turn or (0, 0)
            accounts.claim(False, game, ply, f"a ping nobody knows of, at {one.at}: {one.text[:60]}")


def check_quiet(
    accounts: Accounts, people: dict[int, Habits], quiet_since: dict[int, datetime], sent: Iterable[Sent]
) -> None:
    """Nobody's quiet hours are broken by a ping that makes a sound."""
    for one in sent:
        for person in one.pinged:
            if person in quiet_since and quiet_since[person] < one.at and people[person].is_asleep(one.at):
                accounts.totals["pings in quiet hours"] += 1
                game, ply = one.turn or (0, 0)
                accounts.claim(
                    one.is_silent, game, ply, f"a sound for {person} in quiet hours, at {one.at}: {one.text[:60]}"
                )


def _check_reminders(accounts: Accounts, month: Month, story: Story, turns: Sequence[Turn]) -> None:
    """Who has let half of the time pass was reminded, and nobody else. What stops the clock only puts it off."""
    pace = PACES.get(story.table.settings.pace)
    if pace is None:
        return
    nexts = [turn.begun for turn in turns[1:]] + [month.world.now]
    for turn, begun in zip(turns, nexts, strict=True):
        last = min(turn.answered or begun, begun)
        stopped = _stopped(month, turn.person, turn.since, last)
        rows = [row for row in story.rows if turn.since <= row.at <= last]
        reminders = [row for row in rows if row.kind in REMINDERS]
        starts = [turn.since, *(row.at for row in rows if row.kind == "given")]  # who comes to a turn has all its time
        longest = max(end - start for start, end in pairwise([*starts, last]))
        if last - turn.since < pace / 2:
            accounts.claim(not reminders, story.table.number, turn.ply, "reminded too early")
        elif longest - stopped > pace / 2 and not story.table.status.is_over:
            accounts.claim(reminders, story.table.number, turn.ply, "not reminded")


def _stopped(month: Month, person: int, start: datetime, end: datetime) -> timedelta:
    """By how much the clock of a turn was put off at most."""
    times = [(one.start, one.until) for one in month.outages if one.kind != "deaf"]
    if person in month.vacations:
        times.append(month.vacations[person])
    laps = (min(end, until) - max(start, begun) for begun, until in times)
    return sum((lap + SLACK for lap in laps if lap > timedelta(0)), timedelta(minutes=1))
