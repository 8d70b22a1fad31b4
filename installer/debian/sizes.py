"""Measures a package by component, and checks the budget that a build must keep."""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePosixPath

MIB = 2**20
INSTALLED_MIB, PACKED_MIB = 800, 250  # Limits of BriefBank's package, without briefbank-pytorch

COMPONENTS = {
    "Qt": ("PySide6", "shiboken6"),
    "LanceDB and Arrow": ("lancedb", "pyarrow", "lance_namespace", "lance_namespace_urllib3_client"),
    "Encoder": ("models", "tokenizers"),
    "ONNX Runtime": ("onnxruntime", "google"),
    "Local models": ("llama_cpp",),
    "Tantivy": ("tantivy",),
    "NumPy": ("numpy", "numpy.libs"),
    "BriefBank": ("resources", "briefbank", "ui", "LICENSE"),
    "Python": ("base_library.zip", "lib-dynload", "python3.11"),
}
"""Names at the top of the package's folder; all others count as other libraries."""


def by_component(folder: Path) -> Counter[str]:
    """Return the bytes of each component below the folder of a one-dir build."""
    names = {name: component for component, listed in COMPONENTS.items() for name in listed}
    found: Counter[str] = Counter()
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            place = PurePosixPath(file.relative_to(folder).as_posix())
            found[_component(place, names)] += file.stat().st_size
    return found


def _component(place: PurePosixPath, names: dict[str, str]) -> str:
    if place.parts[0] != "_internal":
        return "Programs"
    head = place.parts[1]
    return "Python" if head.startswith("libpython") else names.get(head, "Other libraries")


def table(sizes: Counter[str]) -> str:
    """Return one line for each component, the largest first, and the sum."""
    lines = [f"{size / MIB:9.1f} MiB  {name}" for name, size in sizes.most_common()]
    return "\n".join([*lines, f"{sum(sizes.values()) / MIB:9.1f} MiB  together"])


def over_budget(installed: int, packed: int) -> str:
    """Return a sentence on what is over the budget, or an empty text; sizes are in bytes."""
    said = [
        f"{what} is {size / MIB:.0f} MiB; the budget is {budget} MiB."
        for what, size, budget in (
            ("Installed", installed, INSTALLED_MIB),
            ("The package", packed, PACKED_MIB),
        )
        if size > budget * MIB
    ]
    return " ".join(said)
