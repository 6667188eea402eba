"""Who may import whom, read from the sources; and that the public names are what can be imported."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import pyrsolve

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pyrsolve"
SOLVERS = ("backends", "kernels", "analysis", "generate")
REMOVAL_GAMES = ("removal", "mahjong", "pyramids", "love")
GAMES = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists())

# what a command's module may load before it is known to be the one that runs
LIGHT = {
    "__future__",
    "collections",
    "contextlib",
    "dataclasses",
    "enum",
    "functools",
    "importlib",
    "itertools",
    "os",
    "pathlib",
    "re",
    "signal",
    "sys",
    "time",
    "typing",
}


@dataclass(frozen=True)
class Import:
    """One import statement's target: a module's full name. `eager`: run when the module is; `typing`: for checkers only."""

    module: str
    target: str
    line: int
    eager: bool
    typing: bool

    def __str__(self) -> str:
        return f"{self.module}, line {self.line}: {self.target}"

    @property
    def top(self) -> str:
        return self.target.partition(".")[0]

    def leads_to(self, *packages: str) -> bool:
        """Whether the target is one of pyrsolve's `packages` or lies in one."""
        return any(within(self.target, f"pyrsolve.{name}") for name in packages)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def read(module: str, tree: ast.Module) -> Iterator[Import]:
    """The imports of a module, wherever they stand in it."""
    todo: list[tuple[ast.AST, bool, bool]] = [(tree, True, False)]
    while todo:
        node, eager, typing = todo.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, alias.name, node.lineno, eager and not typing, typing)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}, line {node.lineno}: imports say their full name"
            assert node.module is not None
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                target = full if full in modules() else node.module
                yield Import(module, target, node.lineno, eager and not typing, typing)
        inside = eager and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test) and child in node.body
            todo.append((child, inside, typing or guarded))


@cache
def imports() -> tuple[Import, ...]:
    return tuple(
        found
        for module, path in modules().items()
        for found in read(module, ast.parse(path.read_text(encoding="utf-8"), str(path)))
    )


def imports_of(*packages: str) -> list[Import]:
    """What the modules of pyrsolve's `packages` import; there must be such modules."""
    found = [entry for entry in imports() if any(within(entry.module, f"pyrsolve.{name}") for name in packages)]
    assert found, f"no imports in {packages}: was it renamed?"
    return found


def reachable(start: str, follow: Callable[[Import], bool]) -> dict[str, list[str]]:
    """Every module of pyrsolve that is imported from `start`, and how, along the imports that `follow` takes."""
    ways = {start: [start]}
    todo = [start]
    while todo:
        at = todo.pop()
        for entry in imports():
            if entry.module == at and follow(entry) and entry.target in modules() and entry.target not in ways:
                ways[entry.target] = [*ways[at], entry.target]
                todo.append(entry.target)
    return ways


def refuse(entries: list[Import], allowed: Callable[[Import], bool]) -> None:
    wrong = [str(entry) for entry in entries if not allowed(entry)]
    assert not wrong, "\n".join(wrong)


def is_standard(entry: Import) -> bool:
    return entry.top in sys.stdlib_module_names


def rule_modules() -> list[tuple[str, str]]:
    """(game, module) of every rules.py and of what lies in a folder rules/."""
    return [
        (game, module)
        for game in GAMES
        for module in modules()
        if within(module, f"pyrsolve.games.{game}.rules") or module == f"pyrsolve.games.{game}.geometry"
    ]


# --- the test's own eyes ------------------------------------------------------------------------------------------
def test_imports_are_found_wherever_they_stand() -> None:
    tree = ast.parse(
        "import a.b, c\nfrom pyrsolve import errors, Deal\n"
        "if TYPE_CHECKING:\n    import t\nelse:\n    import e\n"
        "def f():\n    from pyrsolve.kernels import pairing\n"
        "class K:\n    import k\n    def m(self):\n        if True:\n            import deep\n"
    )
    found = {(entry.target, entry.eager, entry.typing) for entry in read("pyrsolve.sample", tree)}
    assert found == {
        ("a.b", True, False),
        ("c", True, False),
        ("pyrsolve.errors", True, False),
        ("pyrsolve", True, False),
        ("t", False, True),
        ("e", True, False),
        ("pyrsolve.kernels.pairing", False, False),
        ("k", True, False),
        ("deep", False, False),
    }


# --- games --------------------------------------------------------------------------------------------------------
def test_rules_import_the_standard_library_outcome_errors_and_a_naive_geometry() -> None:
    found = rule_modules()
    assert found
    for game, module in found:
        allowed = {"pyrsolve.outcome", "pyrsolve.errors"}
        if game in REMOVAL_GAMES:
            allowed.add("pyrsolve.games.removal.geometry")
        refuse(
            [entry for entry in imports() if entry.module == module],
            lambda entry, game=game, allowed=allowed: (
                is_standard(entry) or entry.target in allowed or within(entry.target, f"pyrsolve.games.{game}.rules")
            ),
        )


def test_games_import_nothing_that_searches_or_runs_them() -> None:
    refuse(
        imports_of("games"),
        lambda entry: (
            not entry.leads_to(
                "backends", "analysis", "generate", "verify", "batch", "report", "render", "cli", "api", "inputs"
            )
        ),
    )


def test_games_import_each_other_only_below_removal() -> None:
    def allowed(entry: Import) -> bool:
        game = entry.module.split(".")[2] if "." in entry.module[len("pyrsolve.") :] else ""
        return (
            not entry.leads_to(*(f"games.{name}" for name in GAMES))
            or entry.leads_to(f"games.{game}")
            or (entry.leads_to("games.removal") and (game in REMOVAL_GAMES or entry.typing))
        )

    refuse(imports_of("games"), allowed)


# --- those who decide and those who check -------------------------------------------------------------------------
def test_backends_know_the_game_protocol_and_no_game() -> None:
    def allowed(entry: Import) -> bool:
        protocol = entry.target in ("pyrsolve.games.base", "pyrsolve.games.options", "pyrsolve.games.play")
        form = entry.typing and entry.target == "pyrsolve.games.removal.pairing"  # the type of a form
        return protocol or form or not entry.leads_to("games")

    refuse(imports_of("backends"), allowed)
    refuse(imports_of("backends"), lambda entry: not entry.leads_to("verify", "batch", "report", "cli", "api"))


def test_kernels_know_only_kernels() -> None:
    refuse(
        imports_of("kernels"),
        lambda entry: is_standard(entry) or entry.top == "cython" or entry.leads_to("kernels"),
    )


def test_verify_imports_nothing_that_searches() -> None:
    refuse(imports_of("verify"), lambda entry: not entry.leads_to(*SOLVERS, "batch", "api", "cli"))


def test_verify_reaches_nothing_that_searches() -> None:
    for module in modules():
        if within(module, "pyrsolve.verify"):
            # registry loads games and backends by name, never by an import of its own
            for target, way in reachable(module, lambda entry: entry.eager).items():
                assert not any(within(target, f"pyrsolve.{name}") for name in SOLVERS), " -> ".join(way)


def test_verifying_loads_no_solver() -> None:
    code = (
        "import sys\n"
        "from pyrsolve.cli.main import run\n"
        "code = run(['verify', 'examples/results'])\n"
        "print(code, sorted(name for name in sys.modules if name.startswith('pyrsolve.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    code_text, _, loaded = done.stdout.splitlines()[-1].partition(" ")
    assert code_text == "0"
    found = ast.literal_eval(loaded)
    assert "pyrsolve.verify.refutation" in found
    assert [name for name in found if any(within(name, f"pyrsolve.{part}") for part in SOLVERS)] == []


def test_running_many_deals_knows_no_game_and_no_backend() -> None:
    refuse(
        # warm only lists what workers load ahead; nothing of it is used there
        [entry for entry in imports_of("batch") if entry.module != "pyrsolve.batch.warm"],
        lambda entry: not entry.leads_to("backends", "kernels", *(f"games.{name}" for name in GAMES)),
    )


def test_report_and_records_and_formats_run_nothing() -> None:
    parts = [name for name in ("records", "report", "formats", "render") if f"pyrsolve.{name}" in modules()]
    refuse(
        imports_of(*parts),
        lambda entry: not entry.leads_to(*SOLVERS, "verify", "batch", "cli", "api", "inputs"),
    )


# --- the command line ---------------------------------------------------------------------------------------------
def test_commands_import_nothing_heavy_at_module_level() -> None:
    refuse(
        [entry for entry in imports_of("cli") if entry.eager],
        lambda entry: (
            entry.top == "click"
            or entry.top in LIGHT
            or entry.leads_to("cli")
            or entry.target in ("pyrsolve.errors", "pyrsolve.escape", "pyrsolve.outcome", "pyrsolve._version")
        ),
    )


def test_only_the_command_line_knows_the_command_line() -> None:
    def outside(entry: Import) -> bool:
        return not within(entry.module, "pyrsolve.cli") and entry.module != "pyrsolve.__main__"

    def allowed(entry: Import) -> bool:
        commands = entry.module.startswith("pyrsolve.games.") and entry.module.endswith(".commands")
        return commands or not (entry.leads_to("cli") or entry.top == "click")

    refuse([entry for entry in imports() if outside(entry)], allowed)


# --- everything ---------------------------------------------------------------------------------------------------
def test_imports_at_module_level_go_round_in_no_circle() -> None:
    for module in modules():
        below = {
            entry.target for entry in imports() if entry.module == module and entry.eager and entry.target != "pyrsolve"
        }
        for target in below & set(modules()):
            way = reachable(target, lambda entry: entry.eager and entry.target != "pyrsolve").get(module)
            assert way is None, " -> ".join([module, *way])


def test_other_packages_are_declared_and_optional_ones_are_imported_late() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def names(requirements: list[str]) -> set[str]:
        return {requirement.partition(">")[0].strip().lower() for requirement in requirements}

    needed = names(project["dependencies"])
    extras = {name for key, group in project["optional-dependencies"].items() if key != "test" for name in names(group)}

    def allowed(entry: Import) -> bool:
        name = {"pil": "pillow"}.get(entry.top.lower(), entry.top.lower())
        if is_standard(entry) or name == "pyrsolve" or name in needed:
            return True
        return name in extras and not entry.eager

    refuse(list(imports()), allowed)
    unused = needed - {entry.top.lower() for entry in imports()}
    assert not unused, f"declared, but never imported: {unused}"


# --- the public names ---------------------------------------------------------------------------------------------
def test_all_is_what_can_be_imported() -> None:
    assert pyrsolve.__all__ == sorted(pyrsolve.__all__)
    for name in pyrsolve.__all__:
        assert getattr(pyrsolve, name) is not None
    starred: dict[str, object] = {}
    exec("from pyrsolve import *", starred)
    assert {name for name in starred if name != "__builtins__"} == set(pyrsolve.__all__)
    assert set(dir(pyrsolve)) == set(pyrsolve.__all__)


def test_type_checkers_see_the_same_public_names() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    seen = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for statement in node.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert seen | {"__version__"} == set(pyrsolve.__all__)


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        pyrsolve.solver  # noqa: B018


def test_verbs_that_are_packages_too_can_be_called() -> None:
    import pyrsolve.backends
    import pyrsolve.games
    import pyrsolve.verify.replay

    assert "mahjong" in pyrsolve.games()
    assert "pairing" in pyrsolve.backends()
    assert callable(pyrsolve.verify)


def test_importing_the_package_loads_almost_nothing() -> None:
    code = "import sys, pyrsolve; print(*sorted(name for name in sys.modules if name.startswith('pyrsolve')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"pyrsolve", "pyrsolve._version", "pyrsolve._pure"}
