"""Writes the lock files from the environment that runs this: exact versions of all that pyproject.toml needs.

    .venv/bin/python installer/make_lock.py

PyTorch has a file of its own, because it comes from an index of its own; what only its build for graphics
cards needs is left out. Run it in an environment in which the tests pass.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FOLDER = Path(__file__).resolve().parent
HEAD = "# Written by installer/make_lock.py. Do not change by hand.\n"
GRAPHICS = ("cuda-", "nvidia-", "triton")
ONLY_NEEDS = {"olmocr": ("pillow", "pyyaml")}
"""Packages of which a part is used: olmOCR's drawing of pages and its prompts. The rest of it works on cloud
storage and needs some hundred megabytes of packages, some of which open connections."""
BUILD = ("setuptools", "wheel")
"""Needed to install BriefBank itself, and not named among its dependencies."""


def main() -> int:
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = closure([*project["dependencies"], *BUILD])
    test = closure(project["optional-dependencies"]["test"])
    torch = needed.pop("torch")
    write("torch.lock", {"torch": torch.partition("+")[0]})
    write("requirements.lock", needed)
    write("requirements-test.lock", without(test, needed))
    write("requirements-llm.lock", without(closure(project["optional-dependencies"]["llm"]), needed))
    return 0


def without(versions: dict[str, str], needed: dict[str, str]) -> dict[str, str]:
    """Those that are not installed in any case."""
    return {name: version for name, version in versions.items() if name not in needed}


def closure(lines: Iterable[str]) -> dict[str, str]:
    """Version by name of the requirements and of all that they need here, extras included."""
    found: dict[str, str] = {}
    waiting = [(Requirement(line), "") for line in lines]
    done: set[tuple[str, str]] = set()
    while waiting:
        requirement, extra = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name.startswith(GRAPHICS):
            continue
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        package = installed(name)
        found[name] = package.version
        for wanted in ("", *requirement.extras):
            if (name, wanted) not in done:
                done.add((name, wanted))
                lines = ONLY_NEEDS.get(name, package.requires or [])
                waiting += [(Requirement(line), wanted) for line in lines]
    return found


def installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        sys.exit(f"{name} is needed and not installed here. Install it and run this again.")


def write(file: str, versions: dict[str, str]) -> None:
    lines = "".join(f"{name}=={version}\n" for name, version in sorted(versions.items()))
    (FOLDER / file).write_text(HEAD + lines, encoding="utf-8")
    sys.stdout.write(f"{file}: {len(versions)} packages\n")


if __name__ == "__main__":
    sys.exit(main())
