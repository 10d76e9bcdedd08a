"""The architecture: imports between rooms, lengths and names of files, and the examples in the documents."""

import ast
import re
import sys
from collections.abc import Iterator

import pytest

from carcassonne import NotationError, parse_choice, parse_record, parse_turn, replay
from tests.fixtures.project_modules import MODULES, ROOT, files, imports, nodes, tree

MAY_IMPORT = {
    "carcassonne": set[str](),
    "compiled": {"mypyc"},
    "players": {"carcassonne"},
    "tournaments": {"networkx"},
    "host": {"carcassonne", "tournaments", "aiosqlite", "alembic", "dotenv", "filelock", "openskill", "sqlalchemy"},
    "render": {"carcassonne", "PIL", "deflate", "isal"},
    "workers": {"carcassonne"},
    "screens": {"host", "tournaments", "render", "players", "workers", "carcassonne", "prometheus_client"},
    "cogs": {
        "screens",
        "host",
        "render",
        "players",
        "workers",
        "web",
        "carcassonne",
        "discord",
        "yarl",
        "aiohttp",
        "prometheus_client",
    },
    "web": {"screens", "host", "render", "workers", "carcassonne", "aiohttp", "prometheus_client"},
    "sandbox": {"simcord", "discord", "yarl"},
    "first_contact": {"cogs", "connection", "sandbox", "screens", "discord", "aiohttp"},
}
"""What each room may import besides itself and the standard library. Others, like bot, may import everything."""

PUBLIC_OF_HOST = {"host.errors", "host.model", "host.services", "host.host"}
"""The rooms of ``host`` from which others import. A name is imported from the module that defines it."""
PUBLIC_OF_STORAGE = {"host.storage.database_url", "host.storage.personal_data"}
"""The modules of its storage from which others import: they need no open database."""

ROOMS_OF_COGS = {
    "cogs.interaction": {
        "cogs.delivery",
        "cogs.discord_screens",
        "screens",
        *PUBLIC_OF_HOST,
        "render",
        "players",
        "workers",
        "carcassonne",
    },
    "cogs.delivery": {"cogs.discord_screens", "screens", *PUBLIC_OF_HOST, "carcassonne"},
    "cogs.discord_screens": {"screens"},
}
FEATURE = {*ROOMS_OF_COGS, "screens", *PUBLIC_OF_HOST, "render", "players", "workers", "web", "carcassonne"}
"""What a feature of ``cogs`` may import. Every other module or folder there is a feature; none imports another."""

ROOMS_OF_HOST = {
    "host.errors": {"carcassonne"},
    "host.model": {"host.errors", "carcassonne", "tournaments"},
    "host.storage": {"host.model", "host.errors", "carcassonne", "tournaments"},
    "host.services": {"host.storage", "host.model", "host.errors", "carcassonne", "tournaments"},
    "host.host": {"host.services", "host.storage", "host.model", "host.errors", "carcassonne"},
}
"""The command line of ``host`` may import all of these."""

ROOMS_OF_RENDER = {
    "render.text": set[str](),
    "render.art": {"render.text"},
    "render.look": {"render.text"},
    "render.pieces": {"render.text", "render.look", "render.art"},
    "render.board": {"render.text", "render.look", "render.art", "render.pieces"},
    "render.panel": {"render.text", "render.look", "render.art", "render.pieces"},
    "render.edition_picture": {"render.look", "render.board", "render.panel"},
    "render.castle": {
        "render.text", "render.look", "render.art", "render.pieces", "render.board", "render.panel",
        "render.edition_picture",
    },
    "render.goods": {"render.look", "render.panel", "render.edition_picture"},
    "render.editions": {"render.art", "render.castle", "render.goods", "render.edition_picture"},
    "render.layout": {
        "render.text", "render.look", "render.art", "render.pieces", "render.board", "render.panel",
        "render.edition_picture", "render.editions",
    },
}  # fmt: skip
"""``render`` itself and ``share`` may import all of these."""

ROOMS_OF_STORAGE = {
    "host.storage.engine": set[str](),
    "host.storage.schema": {"host.storage.engine"},
    "host.storage.games": {"host.storage.engine", "host.storage.schema"},
    "host.storage": {"host.storage.engine", "host.storage.schema", "host.storage.games"},
    "host.storage.copies": {"host.storage", "host.storage.engine", "host.storage.schema", "host.storage.games"},
}
"""What each folder of ``host.storage`` may import of the others. What lies in no folder is above all but the copies."""

SQL = {"aiosqlite", "alembic", "asyncpg", "sqlalchemy", "sqlite3"}

NOT_IN_THE_RULES = {"asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "sqlite3",
                    "subprocess", "sys", "tempfile", "threading", "time", "uuid"}  # fmt: skip
NO_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}
NO_NAMES = {"util", "utils", "helper", "helpers", "manager", "managers", "common", "misc"}
LONGEST = 450

RULES = [name for name in MODULES if name.split(".")[0] == "carcassonne" and not name.endswith("__main__")]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_go_one_way(room: str) -> None:
    allowed = MAY_IMPORT[room] | {room} | sys.stdlib_module_names
    inside = [name for name in MODULES if name.split(".")[0] == room]
    arrows = {
        f"{name} -> {target}" for name in inside for target in imports(name) if target.split(".")[0] not in allowed
    }
    assert arrows == set()
    assert inside or room != "carcassonne"


def room(name: str) -> str:
    """The room of a module: its folder below one of these, or the module itself if it lies in no folder."""
    parts = name.split(".")
    return ".".join(parts[:2]) if parts[0] in {"cogs", "host", "render"} else parts[0]


def arrows_of_rooms() -> Iterator[tuple[str, str, str]]:
    """Every import from one room into another: the module, its room, and the imported room.

    What is outside ``render`` sees it as one room.
    """
    ours = {room(name) for name in MODULES}
    for name in MODULES:
        for target in imports(name):
            known = next((one for one in (target, target.rpartition(".")[0]) if one in MODULES), None)
            if known in PUBLIC_OF_STORAGE and not name.startswith("host."):
                continue
            if known is not None and room(known) in ours and room(known) != room(name):
                is_outside = room(known).startswith("render.") and not name.startswith("render")
                yield name, room(name), "render" if is_outside else room(known)


def test_rooms_import_one_way() -> None:
    wrong = set[str]()
    for name, start, end in arrows_of_rooms():
        if start.startswith("cogs."):
            allowed = ROOMS_OF_COGS.get(start, FEATURE)
        elif start.startswith("host.") and start != "host.__main__":
            allowed = ROOMS_OF_HOST[start]
        elif start in ROOMS_OF_RENDER:
            allowed = ROOMS_OF_RENDER[start] | {"carcassonne"}
        else:
            continue
        if end not in allowed and end != "cogs":
            wrong.add(f"{start} -> {end}: {name}")
    assert wrong == set()


def test_rooms_of_the_storage_import_one_way() -> None:
    inside = {name: path.relative_to(ROOT).parts for name, path in MODULES.items() if name.startswith("host.storage")}
    folders = {name: ".".join(parts[:-1]) for name, parts in inside.items() if "revisions" not in parts}
    assert set(folders.values()) == set(ROOMS_OF_STORAGE)
    arrows = {(name, target) for name in folders for target in imports(name) if target in folders}
    allowed = {(start, end) for start, ends in ROOMS_OF_STORAGE.items() for end in (start, *ends)}
    assert {(name, target) for name, target in arrows if (folders[name], folders[target]) not in allowed} == set()


FLOORS_OF_TEXTS = 7
"""The most floors of ``screens.text``. There would be many more if labels, names and markup lay beside sentences."""


def test_texts_lie_on_few_floors() -> None:
    """The docstring of ``screens.text`` lists the floors. Each module is on one, and imports only earlier ones."""
    lines = [line for line in (ast.get_docstring(tree("screens.text")) or "").splitlines() if line.startswith("    ")]
    floors = [re.findall(r"\w+", line) for line in lines]
    assert len(floors) <= FLOORS_OF_TEXTS
    floor_of = {f"screens.text.{name}": number for number, names in enumerate(floors) for name in names}
    assert set(floor_of) == {name for name in MODULES if name.startswith("screens.text.")}
    assert sum(map(len, floors)) == len(floor_of)
    arrows = {(name, target) for name in floor_of for target in imports(name) if target in floor_of}
    assert {arrow for arrow in arrows if floor_of[arrow[1]] >= floor_of[arrow[0]]} == set()


def test_labels_lie_in_one_file() -> None:
    """A label beside the sentences of one topic is imported by those of others, and the floors grow."""
    labels = {
        name: target.id
        for name in MODULES
        if name.startswith("screens.text.")
        for node in tree(name).body
        if isinstance(node, ast.AnnAssign) and isinstance(target := node.target, ast.Name)
        if target.id.endswith(("_LABEL", "_LABELS"))
    }
    assert set(labels) == {"screens.text.labels"}


def test_texts_know_nothing_of_discord() -> None:
    """Another front end can use them. Discord's Markdown is only how they are written."""
    names = [name for name in MODULES if f"{name}.".startswith("screens.text.")]
    assert {name for name in names for target in imports(name) if target.split(".")[0] == "discord"} == set()
    assert names


def test_only_the_storage_knows_sql() -> None:
    arrows = {f"{name} -> {target}" for name in MODULES for target in imports(name) if target.split(".")[0] in SQL}
    outside = {arrow for arrow in arrows if not arrow.startswith(("host.storage.", "tests."))}
    assert outside == set()
    users = {name for name in MODULES if "host.storage.engine.database" in imports(name)}
    assert {name for name in users if not name.startswith(("host.storage.", "tests.host.", "tests.fixtures."))} == set()


def test_in_pictures_only_its_own_room_and_the_table_of_editions_know_the_castle() -> None:
    castle = ("carcassonne.castle", "render.castle")
    inside = ("render.castle", "render.editions")
    names = [name for name in MODULES if name.startswith("render") and not name.startswith(inside)]
    assert {f"{name} -> {to}" for name in names for to in imports(name) if to.startswith(castle)} == set()


def test_only_castle_rooms_know_its_state() -> None:
    """Other rooms ask the ruleset or a table of editions. All rooms may pass on the answers planned with a turn."""
    rooms = ("carcassonne.castle", "render.castle", "screens.text.castle", "tests.")
    entrances = {"carcassonne.catalogue -> carcassonne.castle.edition"}
    arrows = {
        f"{name} -> {target}"
        for name in MODULES
        if not name.startswith(rooms)
        for target in imports(name)
        if target in MODULES and f"{target}.".startswith("carcassonne.castle.")
    }
    assert {arrow for arrow in arrows - entrances if not arrow.endswith(".planned_answers")} == set()
    asking = {name for name in MODULES for node in nodes(name) if _asks_for_castle(node)}
    assert asking <= {"carcassonne.castle.state"}


def _asks_for_castle(node: ast.AST) -> bool:
    is_question = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"
    return is_question and any(isinstance(one, ast.Name) and one.id == "CastleState" for one in ast.walk(node))


def test_nothing_imports_in_a_circle() -> None:
    """This is about modules, not only rooms. Imports behind ``TYPE_CHECKING`` count as well."""
    graph = {
        name: {
            known
            for target in imports(name)
            if (known := next((one for one in (target, target.rpartition(".")[0]) if one in MODULES), None))
            and known != name
            and not known.startswith(name + ".")  # a package exports what its modules define
        }
        for name in MODULES
    }
    assert circle(graph) == []


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle in a graph, with its first node at the end again; empty if there is none."""
    done, path = set[str](), list[str]()

    def walk(node: str) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        path.append(node)
        found = next((one for target in sorted(graph[node]) if (one := walk(target))), [])
        path.pop()
        done.add(node)
        return found

    return next((one for node in sorted(graph) if (one := walk(node))), [])


def test_no_test_file_is_imported() -> None:
    """What several test files need is in a module of its own, named for what it provides."""
    files_of_tests = {name for name in MODULES if name.rpartition(".")[2].startswith("test_")}
    assert {f"{name} -> {target}" for name in MODULES for target in imports(name) if target in files_of_tests} == set()


def test_the_rules_have_no_clock_no_dice_and_no_files() -> None:
    arrows = {f"{name} -> {target}" for name in RULES for target in imports(name)}
    assert {arrow for arrow in arrows if arrow.split(" -> ")[1].split(".")[0] in NOT_IN_THE_RULES} == set()
    calls = [(name, node.func) for name in RULES for node in nodes(name) if isinstance(node, ast.Call)]
    assert [(name, call.id) for name, call in calls if isinstance(call, ast.Name) and call.id in NO_CALLS] == []


def test_nobody_imports_the_command_line_of_the_rules() -> None:
    assert [name for name in MODULES if "carcassonne.__main__" in imports(name)] == []


def test_every_room_has_its_row_above() -> None:
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert rooms <= set(MAY_IMPORT)


def test_only_the_rooms_of_the_castle_know_its_state() -> None:
    """Otherwise a check of its state could stand in for a check of the edition."""
    its_own = {"CastleState", "castle_state", "find_castle_state"}
    outside = {
        f"{name}, line {node.lineno}"
        for name in MODULES
        if "castle" not in name.split(".") and not name.startswith("tests.")
        for node in nodes(name)
        if (isinstance(node, ast.Name) and node.id in its_own)
        or (isinstance(node, ast.ImportFrom) and not its_own.isdisjoint(alias.name for alias in node.names))
    }
    assert outside == set()


def test_no_edition_is_compared_by_name_in_the_rules() -> None:
    compared = [
        f"{name}, line {node.lineno}"
        for name in RULES
        for node in nodes(name)
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Attribute) and side.attr == "edition"
    ]
    assert compared == []


def test_files_are_short_and_named_for_what_they_hold() -> None:
    assert {name: n for name, path in MODULES.items() if (n := len(path.read_bytes().splitlines())) > LONGEST} == {}
    assert [name for name in MODULES if not NO_NAMES.isdisjoint(name.split("."))] == []


def test_nothing_outside_the_project_is_needed() -> None:
    """Only tests may read files outside the project, and they skip if there are none."""
    outside = "../" + "shared"
    for path in files("*.py", "*.md", "*.toml", "*.txt", "*.sql", "*.json", "Makefile", ".ci/*"):
        if outside in path.read_text("utf-8"):
            assert path.parts[len(ROOT.parts)] == "tests", path
            assert "skip" in path.read_text("utf-8"), path


DOCUMENTS = [path for path in files("*.md") if "tests" not in path.relative_to(ROOT).parts]


def test_files_named_in_the_documents_exist() -> None:
    """Checks each path in backticks that has a slash and an ending and lies below one of the project's folders."""
    folders = "|".join([*MAY_IMPORT, "tests", "benchmarks", "docs"])
    named = re.compile(rf"`((?:{folders})/[\w/]+\.\w+)`")
    found = {(path.name, file) for path in DOCUMENTS for file in named.findall(path.read_text("utf-8"))}
    assert {(document, file) for document, file in found if not (ROOT / file).is_file()} == set()
    assert found or not DOCUMENTS


def blocks(language: str) -> list[tuple[str, str]]:
    """The fenced blocks in the documents that are written in a language, with their places."""
    fence = re.compile(rf"^```{language}\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return [
        (f"{path.relative_to(ROOT)} {number}", text)
        for path in DOCUMENTS
        for number, text in enumerate(fence.findall(path.read_text("utf-8")), 1)
    ]


@pytest.mark.parametrize(("where", "text"), blocks("carc"))
def test_records_in_the_documents_are_legal(where: str, text: str) -> None:
    done = replay(parse_record(text))
    assert done.error is None, where
    assert done.turns, where


@pytest.mark.parametrize(("where", "text"), blocks("python"))
def test_python_in_the_documents_runs(where: str, text: str) -> None:
    exec(compile(text, where, "exec"), {})


def test_turns_in_the_documents_can_be_read() -> None:
    """Checks each text in backticks that begins like a turn, with a cell and a number. A follower may be a spot's."""
    turn = re.compile(r"`(-?[A-Z]{1,2}-?[0-9]{1,3} [0-9][^`\n]*)`")
    found = [text for path in DOCUMENTS for text in turn.findall(path.read_text("utf-8"))]
    for text in found:
        cell, rotation, *follower = text.split(maxsplit=2)
        try:
            parse_turn(f"{cell} {rotation}")
            for choice in follower:
                parse_choice(choice)
        except NotationError as error:
            raise AssertionError(text) from error
    assert found or not DOCUMENTS


def test_the_image_has_every_folder_that_the_bot_imports() -> None:
    copied = set(re.findall(r"^COPY (\w+)(?:\.py)? ", (ROOT / "Dockerfile").read_text(), re.M))
    kept = set(re.findall(r"^!(\w+)", (ROOT / ".dockerignore").read_text(), re.M))
    needed, left = set[str](), ["bot"]
    while left:
        name = left.pop()
        targets = {one for one in imports(name) if one in MODULES} - needed
        needed |= targets
        left += targets
    rooms = {name.split(".")[0] for name in needed}
    assert rooms <= copied
    assert rooms | {"bot"} <= kept
