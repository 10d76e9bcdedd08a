"""The command line: ``python -m carcassonne replay | random | bench``.

The only module here that reads files, the clock or dice; nothing imports it.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

from carcassonne.catalogue import EDITIONS, find_ruleset
from carcassonne.errors import CarcassonneError, NotationError, Reason
from carcassonne.events import FeatureScored
from carcassonne.moves import DeployNobody, DrawTile, Move, PlaceTile
from carcassonne.notation import format_cell
from carcassonne.record import Record, format_entry, format_record, read_record
from carcassonne.recording import record_game
from carcassonne.replay import Replay, TurnReport, replay
from carcassonne.rules import draws, legal_deployments, legal_moves, legal_placements, new_game, step
from carcassonne.state import Phase, Ruleset, State
from carcassonne.turn import legal_answers


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    args = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal without a letter shows its number
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        exit_code: int = args.run(args)
    except CarcassonneError as error:
        print(f"carcassonne: {_why_not(error)}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    return exit_code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m carcassonne", description="Carcassonne's rules.")
    commands = parser.add_subparsers(required=True)
    replaying = commands.add_parser("replay", help="play records again and show the scores")
    replaying.add_argument("--json", action="store_true", help="one JSON object a file, one a line")
    replaying.add_argument("--legal", action="store_true", help="with --json: what was legal each turn")
    replaying.add_argument("files", nargs="+", metavar="GAME.carc")
    replaying.set_defaults(run=_replay_files)
    dice = commands.add_parser("random", help="play a random legal game and print its record")
    dice.add_argument("--players", type=int, default=2)
    dice.add_argument("--seed", type=int, default=None)
    dice.set_defaults(run=_random)
    bench = commands.add_parser("bench", help="random games for two a second of CPU time, as one line of JSON")
    bench.add_argument("--seconds", type=float, default=5.0)
    bench.set_defaults(run=_bench)
    for command in (dice, bench):
        command.add_argument("--edition", default="classic", choices=list(EDITIONS))
        command.add_argument("--options", default="", help='rule options, such as "river abbot"')
    return parser


def _why_not(error: CarcassonneError) -> str:
    """Return a sentence that says what is wrong with the arguments, and what would be right."""
    match error.reason, error.data:
        case Reason.PLAYERS, {"players": players, "fewest": fewest, "most": most}:
            wanted = f"{fewest} to {most}" if fewest < most else f"{most}"
            return f"this edition is for {wanted} players, not {players}"
        case Reason.UNKNOWN_OPTION, {"option": option, "needs": needs}:
            return f'the option {option} is for games with {needs}: --options "{needs} {option}"'
        case Reason.UNKNOWN_OPTION, {"option": option, "edition": edition, "known": known}:
            return f"{edition} has no option {option}; it has {', '.join(known) or 'none'}"
        case _:
            return str(error)


def _replay_files(args: argparse.Namespace) -> int:
    code = 0
    for name in args.files:
        record, done = _replay_file(Path(name), with_legal=args.legal)
        if args.json:
            print(json.dumps(_as_json(record, done)), flush=True)
        elif record is None and done.error is not None:
            print(f"carcassonne: {name} cannot be read: {done.error.data['text']}", file=sys.stderr)
        else:
            print(f"{name}:", *_as_text(done), sep="\n")
        code = code or int(done.error is not None)
    return code


def _replay_file(path: Path, *, with_legal: bool) -> tuple[Record | None, Replay]:
    try:
        record = read_record(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        return None, Replay(error=NotationError(Reason.UNREADABLE, line=0, text=_why_unread(error)))
    return record, replay(record, with_legal=with_legal)


def _why_unread(error: OSError | UnicodeDecodeError) -> str:
    return error.strerror or "cannot be opened" if isinstance(error, OSError) else "not UTF-8 text"


def _as_json(record: Record | None, done: Replay) -> dict[str, Any]:
    players = record.tags.get("Players") if record else None
    state = done.state
    return {
        "edition": record.tags["Edition"].values[0] if record and "Edition" in record.tags else None,
        "players": len(players.values) if players else None,
        "error": _error_json(done.error) if done.error else None,
        "turns": [_turn_json(turn) for turn in done.turns],
        "final": _scored_json(done.final),
        "scores": list(state.scores) if state else None,
        "finished": done.is_finished,
    }


def _error_json(error: CarcassonneError) -> dict[str, Any]:
    data = {name: _WRITTEN[name](value) if name in _WRITTEN else value for name, value in error.data.items()}
    return {"line": data.pop("line", 0), "reason": error.reason.value, **data}


_WRITTEN: Final[dict[str, Callable[[Any], Any]]] = {
    "cell": format_cell,
    "end": lambda cell: None if cell is None else format_cell(cell),
    "seat": lambda seat: seat + 1,
    "to_move": lambda seat: seat + 1,
}
"""How an error's data is written: cells by their names, seats from 1."""


def _turn_json(turn: TurnReport) -> dict[str, Any]:
    known: dict[str, Any] = {"n": turn.entry.number, "seat": turn.entry.seat + 1, "tile": turn.entry.tile}
    if turn.legal is not None and turn.followers is not None:
        known["legal"] = sorted([format_cell(position), rotation] for position, rotation in turn.legal)
        known["followers"] = list(turn.followers)
    known |= {"scored": _scored_json(turn.scored), "scores": list(turn.scores)}
    if turn.goods is not None:
        known["goods"] = [[took.seat + 1, good.value, number] for took in turn.goods for good, number in took.goods]
        known["again"] = turn.is_again
    return known


def _scored_json(events: Iterable[FeatureScored]) -> list[dict[str, Any]]:
    return [
        {"seat": seat + 1, "points": event.points, "kind": event.kind.value} for event in events for seat in event.seats
    ]


def _as_text(done: Replay) -> Iterable[str]:
    for turn in done.turns:
        gains = " ".join(f"{row['kind']} {row['points']} to {row['seat']}" for row in _scored_json(turn.scored))
        yield f"  {format_entry(turn.entry):<30}  {' '.join(map(str, turn.scores)):>12}  {gains}".rstrip()
    for row in _scored_json(event for event in done.final if event.points):
        yield f"  final: {row['kind']} {row['points']} to {row['seat']}"
    if done.error is not None:
        fault = _error_json(done.error)
        details = " ".join(f"{name}={value}" for name, value in fault.items() if name not in {"line", "reason"})
        yield f"  line {fault['line']}: {fault['reason']} {details}".rstrip()
    elif done.state is not None:
        yield f"  {'result' if done.is_finished else 'so far'}: {' '.join(map(str, done.state.scores))}"


def _random(args: argparse.Namespace) -> int:
    rules, dice = find_ruleset(args.edition, args.options.split()), random.Random(args.seed)  # noqa: S311 (no secret)
    start = new_game(rules, args.players)
    moves = list(_random_moves(start.copy(), dice))
    names = [f"P{seat + 1}" for seat in range(args.players)]
    print(format_record(record_game(start, moves, names)), end="")
    return 0


def _random_moves(state: State, dice: random.Random) -> Iterable[Move]:
    """Yield the moves of a random game, stepping the state in place."""
    while not state.is_over:
        move = dice.choice(draws(state) or legal_moves(state))
        step(state, move)
        yield move


def _bench(args: argparse.Namespace) -> int:
    rules, dice = find_ruleset(args.edition, args.options.split()), random.Random(1)  # noqa: S311 (no secret)
    for _ in range(3):
        _play_out(rules, dice)  # builds the tables that are built at their first use
    games, began = 0, time.process_time()
    while (spent := time.process_time() - began) < args.seconds:
        _play_out(rules, dice)
        games += 1
    print(
        json.dumps({
            "edition": args.edition,
            "players": 2,
            "games": games,
            "seconds": round(spent, 3),
            "games_per_second": round(games / spent, 1),
        })
    )  # fmt: skip
    return 0


def _play_out(rules: Ruleset, dice: random.Random) -> State:
    """Play one random game for two: a placement uniformly, then a follower or nobody uniformly."""
    state = new_game(rules, 2)
    pick, nobody = dice.random, DeployNobody()
    for draw in _shuffled(rules, dice):
        step(state, draw)
        if state.phase is not Phase.PLACE:
            continue
        legal = legal_placements(state)
        step(state, PlaceTile(*legal[int(pick() * len(legal))]))
        followers = legal_deployments(state)
        choice = int(pick() * (len(followers) + 1))
        step(state, followers[choice] if choice < len(followers) else nobody)
        while answers := legal_answers(state):
            step(state, dice.choice(answers))
    return state


def _shuffled(rules: Ruleset, dice: random.Random) -> list[DrawTile]:
    draws = []
    for copies_of in rules.bags:
        bag = [draw for tile, copies in copies_of.items() for draw in [DrawTile(tile)] * copies]
        dice.shuffle(bag)
        draws += bag
    return draws


if __name__ == "__main__":
    sys.exit(main())
