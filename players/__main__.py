"""The command line: ``python -m players match | move | puzzle | puzzles | tune | errors``.

The only module here that reads files; nothing imports it.
"""

import argparse
import json
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from carcassonne import (
    EDITIONS,
    CarcassonneError,
    Deploy,
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    Recall,
    Turn,
    find_ruleset,
    format_move,
    format_position,
    format_record,
    format_turn,
    new_game,
    parse_record,
    record_game,
    replay,
)
from players.error_rates import ReviewedPlayer, error_rates
from players.levels import LEVELS, choose
from players.match import Match, play_pairs
from players.policies import POLICIES
from players.puzzles import find_puzzle
from players.solving import TriedPuzzle, tried_puzzles
from players.strength import Strength, strength
from players.tune import Course, average, learn
from players.valuations import CLUB, LEARNT, valuation_of
from players.weights import PARTS


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    args = _parser().parse_args(arguments)
    try:
        line: str = args.run(args)
    except (CarcassonneError, OSError, UnicodeDecodeError, ValueError) as error:
        print(f"players: {error}", file=sys.stderr)
        return 2
    print(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m players", description="Computer players, and how strong they are.")
    commands = parser.add_subparsers(required=True)
    match = commands.add_parser("match", help="play swapped pairs of games; the last line is the result as JSON")
    match.add_argument("first", choices=POLICIES)
    match.add_argument("second", choices=POLICIES)
    match.add_argument("--pairs", type=_number, default=100, help="how many pairs of games (100)")
    match.add_argument("--players", type=_number, default=2, help="how many seats; the two take turns round the table")
    match.add_argument(
        "--alone", action="store_true", help="the first sits alone among the second: each order is played in every seat"
    )
    _add_game_options(match)
    match.set_defaults(run=_match)
    move = commands.add_parser("move", help="print the turn that a level takes with the tile in hand")
    move.add_argument("level", choices=LEVELS)
    move.add_argument("file", type=Path, metavar="GAME.carc")
    move.add_argument("--seed", type=int, default=1)
    move.set_defaults(run=_move)
    puzzle = commands.add_parser("puzzle", help="find the puzzle of a seed, and show it; takes a minute")
    puzzle.add_argument("--seed", type=int, default=1)
    puzzle.set_defaults(run=_puzzle)
    puzzles = commands.add_parser("puzzles", help="find many puzzles, and say who solves them; takes hours")
    puzzles.add_argument("--seed", type=int, default=1, help="of the first one")
    puzzles.add_argument("--number", type=_number, default=40)
    puzzles.add_argument("--jobs", type=_number, default=1, help="how many processes")
    puzzles.set_defaults(run=_puzzles)
    tune = commands.add_parser("tune", help="learn weights from games of self-play, and print them; takes hours")
    tune.add_argument("--games", type=_number, default=1000, help="how many games a round (1000)")
    tune.add_argument("--rounds", type=_number, default=8, help="how many rounds; the later half is averaged (8)")
    tune.add_argument("--players", type=_number, default=2, help="how many seats (2)")
    tune.add_argument("--only", nargs="+", choices=PARTS, help="learn the weights of these parts; the rest is expert's")
    tune.add_argument("--search", action="store_true", help="play as expert does, not at one ply; ten times as long")
    _add_game_options(tune)
    tune.set_defaults(run=_tune)
    errors = commands.add_parser(
        "errors", help="have levels play each other, and print by level what reviews say that a turn costs, as JSON"
    )
    errors.add_argument("levels", nargs="+", choices=LEVELS)
    errors.add_argument("--games", type=_number, default=10, help="how many games each two of them play (10)")
    _add_game_options(errors)
    errors.set_defaults(run=_errors)
    return parser


def _add_game_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--edition", default="classic", choices=EDITIONS)
    command.add_argument("--options", default="", help='rule options, such as "river abbot"')
    command.add_argument("--jobs", type=_number, default=1, help="how many processes")


def _number(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"at least 1, not {number}")
    return number


def _match(args: argparse.Namespace) -> str:
    match = Match(args.first, args.second, args.edition, tuple(args.options.split()), args.players, args.alone)
    new_game(find_ruleset(match.edition, match.options), match.seats)  # what is wrong is said before anything is played
    played = []
    for pair in play_pairs(match, args.pairs, args.seed, args.jobs):
        played.append(pair)
        share = strength(played).share
        print(f"{len(played)} of {args.pairs} pairs: {match.first} has won {share:.0%}", file=sys.stderr, flush=True)
    return json.dumps(_as_json(strength(played)))


def _as_json(result: Strength) -> dict[str, Any]:
    """Return the result as JSON, which knows no infinite numbers."""
    return {name: None if value in (math.inf, -math.inf) else value for name, value in asdict(result).items()}


def _move(args: argparse.Namespace) -> str:
    done = replay(parse_record(args.file.read_text("utf-8")))
    if done.error is not None:
        raise done.error
    if done.state is None or done.state.phase is not Phase.PLACE:
        raise ValueError(f"{args.file}: no tile is in hand; the last line must end with ?")
    dice = random.Random(args.seed)  # noqa: S311 (nobody gains by guessing)
    return _as_notation(choose(done.state, LEVELS[args.level], dice.randrange))


def _puzzle(args: argparse.Namespace) -> str:
    """Return the game up to the puzzle, its position, all choices with what they are worth, and what looks best."""
    puzzle = find_puzzle(args.seed)
    start = new_game(puzzle.state.ruleset, puzzle.state.seats)
    record = format_record(record_game(start, puzzle.moves, ["Expert", "Expert 2"]))
    choices = [f"{one.value:+7.2f}  {_as_notation(one.moves)}" for one in puzzle.choices]
    tempting = f"looks best: {_as_notation(puzzle.tempting)}"
    return "\n".join([record, format_position(puzzle.state), "", *choices, "", tempting])


def _puzzles(args: argparse.Namespace) -> str:
    """Return as JSON how many of some puzzles each policy has solved, and what it took to find them."""
    found: list[TriedPuzzle] = []
    for one in tried_puzzles(args.seed, args.number, args.jobs):
        found.append(one)
        told = f"{one.seconds:.0f} s, solved by {', '.join(sorted(one.solvers)) or 'nobody'}"
        print(f"seed {one.puzzle.seed}: {told}", file=sys.stderr, flush=True)
    solved = {name: sum(name in one.solvers for one in found) for name in POLICIES}
    seconds = [round(one.seconds, 1) for one in found]
    longest = round(max(one.longest_step for one in found), 1)
    return json.dumps({"puzzles": len(found), "solved": solved, "seconds": seconds, "longest step": longest})


def _tune(args: argparse.Namespace) -> str:
    options, only = tuple(args.options.split()), tuple(args.only or PARTS)
    course = Course(args.edition, options, args.games, args.rounds, args.players, only, args.search)
    state, found = new_game(find_ruleset(course.edition, course.options), course.seats), []
    begin = valuation_of(LEARNT if args.only else CLUB, state)
    for valuation in learn(course, begin, args.seed, args.jobs):
        found.append(valuation)
        print(f"round {len(found)} of {course.rounds}: {valuation}", file=sys.stderr, flush=True)
    return str(average(found[len(found) // 2 :]))


def _errors(args: argparse.Namespace) -> str:
    if len(set(args.levels)) < len(args.levels) or len(args.levels) == 1:
        raise ValueError("name two levels or more, each once")
    by_level: dict[str, list[ReviewedPlayer]] = {level: [] for level in args.levels}
    rates = error_rates(args.levels, args.games, args.seed, args.edition, tuple(args.options.split()), args.jobs)
    for number, players in enumerate(rates, 1):
        for one in players:
            by_level[one.level].append(one)
        told = ", ".join(f"{one.level} {one.lost / one.turns:.2f}" for one in players)
        print(f"game {number}: {told} points a turn; {players[0].seconds:.1f} s", file=sys.stderr, flush=True)
    return json.dumps({level: _sums(players) for level, players in by_level.items()})


def _sums(players: Sequence[ReviewedPlayer]) -> dict[str, float]:
    """Return what the reviews of a level say, on average; luck as its standard deviation."""
    games = len(players)
    return {
        "games": games,
        "lost a turn": round(sum(one.lost for one in players) / sum(one.turns for one in players), 3),
        "lost a game": round(sum(one.lost for one in players) / games, 1),
        "result": round(sum(one.result for one in players) / games, 1),
        "luck": round(sum(one.luck for one in players) / games, 1),
        "luck spreads": round(math.sqrt(sum(one.luck**2 for one in players) / games), 1),
        "seconds": round(sum(one.seconds for one in players) / games, 1),
    }


def _as_notation(moves: Sequence[Move]) -> str:
    """Write a turn as a record does: the placement with the deployment, then the answers."""
    place, deployment, *answers = moves
    assert isinstance(place, PlaceTile)  # noqa: S101 (the type checker learns it)
    assert isinstance(deployment, Deploy | Recall | DeployNobody)  # noqa: S101
    return "; ".join([format_turn(Turn(place, deployment)), *map(format_move, answers)])


if __name__ == "__main__":
    sys.exit(main())
