"""Checks after the simulation: how every game stands, and whether each ping agrees with the log.

The checks read only two kinds of the bot's own data: the log, and the stored notifications. They compare both with the
messages that were sent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from carcassonne import DrawTile, Phase, Resign, State, format_record, parse_record, replay
from host.host import Host
from host.model.game_log import LogEntry, Undo
from host.model.table import FinishedTable, RunningTable, StartedTable
from host.model.turn_clock import timed_turn
from tests.fixtures.databases import database_of, fetch
from tests.month.outages import Outage, OutageKind
from tests.month.people import Habits
from tests.month.rematch_checks import check_rematches, invitations
from tests.month.results import CheckResults
from tests.month.sent_messages import SentMessage
from tests.month.simulation import Simulation
from tests.month.tournament_checks import announced_round, check_tournaments, is_change_of_people

PACES = {"12h": timedelta(hours=12), "24h": timedelta(hours=24), "3d": timedelta(days=3)}
REMINDERS = ("half", "nearly", "out")
LONGEST_COMPUTER_TURN = timedelta(minutes=12)
"""How long a computer may take: its pause, and while people are asked to agree to an undo ten minutes."""
OUTAGE_TOLERANCE = timedelta(minutes=12)
"""How much longer than it was the bot may take an outage to be."""
_STARTED = "SELECT number FROM games WHERE ply > 0 ORDER BY number"
_SUBSTITUTIONS = "SELECT ply, seat, giver FROM substitutions WHERE game = :game ORDER BY number"
_PINGS = "SELECT kind, person, at, outcome, message FROM pings WHERE game = :game ORDER BY at, round, kind"


@dataclass(frozen=True, slots=True)
class ExpectedNotification:
    """A turn or a question of which the bot has to notify a player; `person` is None where a computer is to move.

    `answered` is when the player made its first move, or when the game was ended instead. `since` is when its time
    began to run: for a turn when it began, for a question about the tile just laid when the turn of that tile began.
    `comes_late` says whether a message about it comes even if it is over by then. Otherwise another message tells of
    it: that of the whole turn of a question, that of the end of a game which was ended.
    """

    ply: int
    person: int | None
    begun: datetime
    answered: datetime | None
    since: datetime
    comes_late: bool = True


@dataclass(frozen=True, slots=True)
class StoredNotification:
    """A notification about time, as the database has it."""

    kind: str
    person: int
    at: datetime
    outcome: str | None
    message: int | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game at the end of the simulation: its log, the state at every ply, its substitutions and its stored
    notifications. A substitution is the ply, the seat, and the person who was replaced, None for a computer.
    """

    table: StartedTable
    log: Sequence[LogEntry]
    states: Sequence[State]
    substitutions: Sequence[tuple[int, int, int | None]]
    notifications: Sequence[StoredNotification]

    def expected_notifications(self) -> list[ExpectedNotification]:
        """Every turn that began, and every question that was not answered in advance."""
        turns: list[ExpectedNotification] = []
        for ply in (entry.ply for entry in self.log if self._starts_turn(entry.ply)):
            earlier = turns[-1] if turns and self._continues_turn(turns[-1].ply, ply) else None
            turns.append(self._expected_notification(ply, earlier))
        return turns

    def _continues_turn(self, ply: int, later: int) -> bool:
        before, now = self.states[ply], self.states[later]
        return now.phase is Phase.ASK and (before.turn, before.seat) == (now.turn, now.seat)

    def _starts_turn(self, ply: int) -> bool:
        phase, entry = self.states[ply].phase, self.log[ply - 1]
        if self.table.status.is_over and ply == len(self.log) and self.table.moved_at == entry.at:
            return False  # the game ended with it, as when the last person has resigned
        if phase is Phase.PLACE and isinstance(entry.move, Undo):
            return self.states[ply - 1].phase is not Phase.DRAW  # a turn that was taken back at once goes on
        if phase is Phase.PLACE and isinstance(entry.move, Resign):
            return self.states[ply - 1].seat != self.states[ply].seat  # the tile has gone to the next seat
        if phase is Phase.PLACE:
            return isinstance(entry.move, DrawTile)
        return phase is Phase.ASK and (ply == len(self.log) or self.log[ply].at != entry.at)

    def people_at(self, ply: int, *, is_end: bool = False) -> set[int]:
        """The people who played on when a ply began, or when it ended. One alone has no time limit."""
        resigned, at = self.states[ply].resigned, ply + 1 if is_end else ply
        there = {self._person_at(at, seat.number) for seat in self.table.seats if seat.number not in resigned}
        return {person for person in there if person is not None}

    def has_substitution_at(self, ply: int) -> bool:
        """Return whether a seat changed hands at a ply."""
        return any(at == ply for at, _, _ in self.substitutions)

    def _person_at(self, ply: int, seat: int) -> int | None:
        """The person who had a seat at a ply; None where a computer had it."""
        given = [replaced for at, number, replaced in self.substitutions if number == seat and at >= ply]
        person = self.table.seats[seat].person
        return given[0] if given else person.id if person else None

    def _expected_notification(self, ply: int, earlier: ExpectedNotification | None) -> ExpectedNotification:
        seat = self.states[ply].seat
        person = self._person_at(ply, seat)
        is_ended = self.table.status.is_over and ply == len(self.log)
        later = self.log[ply].at if ply < len(self.log) else self.table.moved_at if is_ended else None
        begun = self.log[ply - 1].at
        comes_late = not is_ended and self.states[ply].phase is not Phase.ASK
        return ExpectedNotification(ply, person, begun, later, earlier.since if earlier else begun, comes_late)


async def check_simulation(simulation: Simulation) -> CheckResults:
    """Run every check on a finished simulation."""
    results, host, sent = CheckResults(), simulation.world.host, simulation.world.sent_messages.sent
    games = [await load_game(host, number) for number in await _started_games(host)]
    turns = {game.table.number: game.expected_notifications() for game in games}
    for game in games:
        await _check_end(results, host, game, simulation.world.now)
        deleted_at = simulation.world.deleted_channels.get(game.table.venue.home)
        check_turn_messages(results, game.table.number, turns[game.table.number], sent, simulation.outages, deleted_at)
        check_stored_notifications(results, game, sent)
        _check_reminders(results, simulation, game, turns[game.table.number])
        _check_computers(results, simulation, game, turns[game.table.number])
        _check_current_messages(results, simulation, game)
    check_unexpected_pings(results, games, turns, sent)
    check_rematches(results, [game.table for game in games], sent)
    await check_tournaments(results, simulation, sent)
    check_quiet_hours(results, simulation.habits, simulation.quiet_since, sent)
    for table in await host.message_log.unannounced():
        results.check(table.venue.home in simulation.world.deleted_channels, table.number, table.ply, "not announced")
    results.totals["messages sent"] = len(sent)
    results.totals["requests to Discord"] = simulation.world.requests
    for problem in simulation.world.problems:
        results.check(False, 0, 0, f"Discord would refuse: {problem}")
    return results


async def _started_games(host: Host) -> list[int]:
    """The numbers of the games that have begun, rematches too."""
    return [row["number"] for row in await fetch(database_of(host), _STARTED)]


async def load_game(host: Host, number: int) -> PlayedGame:
    substitutions = await fetch(database_of(host), _SUBSTITUTIONS, game=number)
    pings = await fetch(database_of(host), _PINGS, game=number)
    return PlayedGame(
        await host.tables.load_started(number),
        await host.history.log(number),
        (await host.history.replay_log(number)).states,
        [(row["ply"], row["seat"], row["giver"]) for row in substitutions],
        [
            StoredNotification(
                row["kind"], row["person"], datetime.fromisoformat(row["at"]), row["outcome"], row["message"]
            )
            for row in pings
        ],
    )


async def _check_end(results: CheckResults, host: Host, game: PlayedGame, now: datetime) -> None:
    table, number = game.table, game.table.number
    results.totals[f"games {table.status}"] += 1
    results.totals["turns"] += len(game.expected_notifications())
    results.totals["turns undone or taken back"] += sum(isinstance(entry.move, Undo) for entry in game.log)
    if table.to_move is not None:
        since = game.expected_notifications()[-1].begun
        reminded = (
            f", told: {game.notifications[-1].kind}"
            if game.notifications and game.notifications[-1].at >= since
            else ""
        )
        results.waiting.append(f"#{number} for {table.to_move.name} ({(now - since).days} days{reminded})")
    results.check(table.status.is_over or table.to_move is not None, number, table.ply, "waits for nobody")
    done = replay(parse_record(format_record(await host.history.record(number))))
    results.check(done.error is None, number, table.ply, f"the record does not replay: {done.error}")
    if isinstance(table, FinishedTable) and table.final_scores is not None and done.state:
        results.check(tuple(done.state.scores) == table.final_scores, number, table.ply, "other scores in the record")


def check_turn_messages(
    results: CheckResults,
    number: int,
    turns: Iterable[ExpectedNotification],
    sent: Sequence[SentMessage],
    outages: Sequence[Outage] = (),
    deleted_at: datetime | None = None,
) -> None:
    """Compare the messages about a game's turns with its log.

    Each turn has one message, which pings the player to move. There is one exception: a turn that was over before it
    could be announced. Its message pings nobody; if Discord took no messages while it lasted, it has no message at all.
    Its ping has then merged into the next. After the channel was deleted (``deleted_at``) the messages come in private,
    and a turn that was announced before comes once more; only the current turn is announced.
    """
    public, private = (
        _messages_by_ply(number, sent),
        _messages_by_ply(number, sent, since=deleted_at) if deleted_at else {},
    )
    for turn in turns:
        messages, private_messages = public.pop(turn.ply, []), private.pop(turn.ply, [])
        if not messages and not private_messages and _was_over_untold(turn, outages, deleted_at):
            results.totals["turn pings merged"] += 1
            continue
        has_both = deleted_at is not None and turn.begun < deleted_at and len(messages) == len(private_messages) == 1
        results.totals["turns told once more, their channel being gone"] += has_both
        is_for_nobody = deleted_at is not None and turn.person is None  # nobody is told of it in private
        is_once = len(messages) + len(private_messages) == 1 or has_both or is_for_nobody
        results.check(
            is_once, number, turn.ply, f"told {len(messages)} times, in private {len(private_messages)} times"
        )
        results.totals["turns told in private, the channel being gone"] += len(private_messages)
        for one in [*messages, *private_messages]:
            is_merged = not one.pinged and turn.answered is not None and turn.answered <= one.at
            kind = "turn pings merged" if is_merged else "turn pings"
            results.totals["turns of computers" if turn.person is None else kind] += 1
            is_right = one.pinged == (() if turn.person is None else (turn.person,)) or is_merged
            results.check(is_right, number, turn.ply, f"pinged {one.pinged}, not {turn.person}")
    for ply, messages in public.items():
        for one in messages:
            results.totals["other messages of a game"] += 1
            results.check(not one.pinged, number, ply, f"pinged {one.pinged}, and no turn began")
    results.totals["other private messages of a game"] += sum(map(len, private.values()))


def _was_over_untold(turn: ExpectedNotification, outages: Sequence[Outage], deleted_at: datetime | None) -> bool:
    """Return whether a turn may have no message, because it was over before one could be sent."""
    if turn.answered is None:
        return False
    is_private = deleted_at is not None and deleted_at <= turn.answered
    comes_late = turn.comes_late and not is_private
    return any(outage.has(turn.begun, turn.answered, with_pause=not comes_late) for outage in outages)


def _messages_by_ply(
    number: int, sent: Sequence[SentMessage], since: datetime | None = None
) -> dict[int, list[SentMessage]]:
    """The messages about a game, by ply: the public ones, or with ``since`` the private ones sent from then on."""
    messages: dict[int, list[SentMessage]] = {}
    for one in sent:
        is_of_game = one.turn is not None and one.turn[0] == number and not one.is_end
        if one.turn and is_of_game and (one.at >= since and one.is_private if since else not one.is_private):
            messages.setdefault(one.turn[1], []).append(one)
    return messages


def check_stored_notifications(results: CheckResults, game: PlayedGame, sent: Sequence[SentMessage]) -> None:
    """Compare a game's stored notifications with the messages that were sent."""
    number, by_id = game.table.number, {one.id: one for one in sent}
    for row in game.notifications:
        results.totals[f"pings about time: {row.kind}, {row.outcome}"] += 1
        results.check(row.outcome in ("sent", "private", "void"), number, 0, f"ping {row.kind}: {row.outcome}")
        if row.outcome in ("sent", "private"):
            one = by_id.get(row.message or 0)
            results.check(one, number, 0, f"ping {row.kind} of {row.at} was never sent")
            is_for_all = row.kind in ("open", "taken", "left")  # who takes a seat is pinged only if it is their turn
            has_pinged = one is None or one.is_private or one.pinged or is_for_all
            results.check(has_pinged, number, 0, f"ping {row.kind} of {row.at} pinged nobody")


def _check_current_messages(results: CheckResults, simulation: Simulation, game: PlayedGame) -> None:
    """The message of a turn shows the current deadline. No question has buttons after its game is over."""
    world, table = simulation.world, simulation.world.host.deadlines.with_expected_deadline(game.table)
    messages = world.env.backend.messages.get(table.venue.channel, {})
    shown = messages.get(table.message or 0)
    turn = timed_turn(table) if isinstance(table, RunningTable) else None
    if turn and turn.clock.due and shown:
        due = f"<t:{int(turn.clock.due.timestamp())}:"
        results.check(due in shown.content, table.number, table.ply, "its message tells another deadline")
        results.totals["deadlines in messages"] += 1
    for row in game.notifications:
        asked = messages.get(row.message or 0)
        if table.status.is_over and asked:
            results.check(not asked.components, table.number, 0, f"a question {row.kind} outlives its game")


def check_unexpected_pings(
    results: CheckResults,
    games: Iterable[PlayedGame],
    turns: dict[int, list[ExpectedNotification]],
    sent: Sequence[SentMessage],
) -> None:
    """No other messages ping: only those about turns, the stored notifications, the first one in each thread, and what
    tournaments tell.
    """
    threads = {game.table.venue.channel for game in games if game.table.venue.parent}
    known = {row.message for game in games for row in game.notifications} | {one.id for one in invitations(sent)}
    known |= {one.id for one in sent if announced_round(one) or is_change_of_people(one)}
    begun = {(number, turn.ply) for number, several in turns.items() for turn in several}
    for one in sent:
        if one.channel in threads:
            threads.remove(one.channel)
            results.totals["pings at the opening of a thread"] += 1
        elif one.pinged and not one.is_private and one.id not in known and one.turn not in begun:
            game, ply = one.turn or (0, 0)
            results.check(False, game, ply, f"a ping nobody knows of, at {one.at}: {one.text[:60]}")


def check_quiet_hours(
    results: CheckResults, people: dict[int, Habits], quiet_since: dict[int, datetime], sent: Iterable[SentMessage]
) -> None:
    """No ping makes a sound in somebody's quiet hours. An answer to what they do in private is none."""
    for one in sent:
        for person in () if one.is_private and one.is_answer else one.pinged:
            if person in quiet_since and quiet_since[person] < one.at and people[person].is_asleep(one.at):
                results.totals["pings in quiet hours"] += 1
                game, ply = one.turn or (0, 0)
                results.check(
                    one.is_silent, game, ply, f"a sound for {person} in quiet hours, at {one.at}: {one.text[:60]}"
                )


def _check_reminders(
    results: CheckResults, simulation: Simulation, game: PlayedGame, turns: Sequence[ExpectedNotification]
) -> None:
    """Players were reminded if half of their time had passed, and only then. A stopped clock delays the reminder."""
    pace = PACES.get(game.table.settings.pace)
    if pace is None:
        return
    nexts = [turn.begun for turn in turns[1:]] + [simulation.world.now]
    for turn, begun in zip(turns, nexts, strict=True):
        last = min(turn.answered or begun, begun)
        stopped = _paused_time(simulation, turn.person, turn.since, last)
        rows = [row for row in game.notifications if turn.since <= row.at <= last]
        if len(game.people_at(turn.ply, is_end=True)) < 2:  # whoever is alone has all the time from then on
            last = max((row.at for row in rows if row.kind == "left"), default=last)
        # Somebody may play at the instant of their reminder: then the turn of the next player begins at that time.
        own = [row for row in rows if row.at > turn.since or row.person == turn.person]
        reminders = [row for row in own if row.kind in REMINDERS]
        starts = [
            turn.since,
            *(row.at for row in rows if row.kind == "given"),
        ]  # a player who takes over a turn has the full time
        longest = max(end - start for start, end in pairwise([*starts, last]))
        if last - turn.since < pace / 2:
            told = ", ".join(f"{row.kind} to {row.person} at {row.at}" for row in reminders)
            problem = f"reminded too early: {told}; {turn.person}'s turn from {turn.since} to {last}, pace {pace}"
            results.check(not reminders, game.table.number, turn.ply, problem)
        elif turn.person is None or len(game.people_at(turn.ply)) < 2:
            is_quiet = not reminders or game.has_substitution_at(turn.ply)
            results.check(is_quiet, game.table.number, turn.ply, "reminded where nobody waits")
        elif longest - stopped > pace / 2 and not game.table.status.is_over:
            results.check(reminders, game.table.number, turn.ply, "not reminded")


def _check_computers(
    results: CheckResults, simulation: Simulation, game: PlayedGame, turns: Sequence[ExpectedNotification]
) -> None:
    """No game waits long for a computer, whatever fails."""
    for turn in turns:
        if turn.person is None and not game.has_substitution_at(turn.ply):
            last = turn.answered or simulation.world.now
            longest = LONGEST_COMPUTER_TURN + _paused_time(simulation, None, turn.begun, last)
            what = f"a computer took {last - turn.begun}"
            results.check(last - turn.begun <= longest, game.table.number, turn.ply, what)


def _paused_time(simulation: Simulation, person: int | None, start: datetime, end: datetime) -> timedelta:
    """How long the clock of a turn was stopped at most."""
    times = [(one.start, one.until) for one in simulation.outages if one.kind is not OutageKind.DISCORD_ERRORS]
    if person is not None and person in simulation.vacations:
        times.append(simulation.vacations[person])
    laps = (min(end, until) - max(start, begun) for begun, until in times)
    return sum((lap + OUTAGE_TOLERANCE for lap in laps if lap > timedelta(0)), timedelta(minutes=1))
