"""Lists the components of BriefBank: each shipped part with its version, licence and licence text.

Three sources are read, in this order: the metadata of the installed Python packages that the locks name; the
bills of materials in which wheels list what was compiled into them (PEP 770); and ``components.toml``,
written by a person, for what the other two leave out. Nothing is guessed: a licence that no source names as
an SPDX expression stays empty, and ``installer/licences`` then fails.
"""

from __future__ import annotations

import json
import platform
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePath
from typing import Any, Literal

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.utils import canonicalize_name

from briefbank import __version__
from installer import packed_distributions
from installer.checksums import pinned_versions

FOLDER = Path(__file__).resolve().parent
PROJECT = FOLDER.parent
LOCKS = ("torch.lock", "requirements.lock")
OPTIONAL_LOCKS = ("requirements-llm.lock",)
"""Locks whose packages are shipped where they are installed; the application works without them."""
NOT_SHIPPED = ("setuptools", "wheel")
MAIN, PYTORCH = "briefbank", "briefbank-pytorch"  # The two packages
_TEXTS = ("LICEN", "COPYING", "NOTICE", "THIRDPARTY")
_STANDARD = {
    "Apache-2.0": (PROJECT / "LICENSE",),
    "LGPL-2.1-or-later": (FOLDER / "licence_texts" / "LGPL-2.1.txt",),
    "LGPL-3.0-only": (FOLDER / "licence_texts" / "LGPL-3.0.txt", FOLDER / "licence_texts" / "GPL-3.0.txt"),
}
"""Licence texts that are the same for everyone, for packages that bring none."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component. ``licence`` is an SPDX expression or empty; ``within`` is the package that brings it."""

    name: str
    version: str
    licence: str
    kind: Literal["python", "part", "native"]
    within: str = ""
    home: str = ""
    purl: str = ""
    texts: tuple[Path, ...] = ()
    data: Path | None = None  # A file whose checksum identifies the component


@cache
def written_statements() -> dict[str, Any]:
    """Return the content of ``components.toml``."""
    return tomllib.loads((FOLDER / "components.toml").read_text(encoding="utf-8"))


def collect(package: str = MAIN) -> list[Component]:
    """Return all components of one of the packages in order of kind and name.

    Raises SystemExit where the installed packages are not those of the locks.
    """
    found: dict[tuple[str, str, str], Component] = {}
    for each in shipped_distributions():
        if _package_with(each.name) != package:
            continue
        for component in (python_component(each), *compiled_in_components(each)):
            key = (component.kind, component.name, component.version)
            found[key] = _merged(found.get(key), component)
    for component in native_components():
        if _package_with(component.within) == package:
            found[component.kind, component.name, component.version] = component
    return sorted(found.values(), key=lambda each: (_ORDER[each.kind], each.name.lower(), each.version))


def _package_with(distribution: str) -> str:
    """Return the package that a distribution, or what is within it, goes into."""
    return PYTORCH if _normalised(distribution) in packed_distributions.PYTORCH else MAIN


def _merged(former: Component | None, component: Component) -> Component:
    """Merge a component that several packages bring into one."""
    return replace(former, within=f"{former.within}, {component.within}") if former else component


_ORDER = {"python": 0, "native": 1, "part": 2}


def shipped_distributions() -> Iterator[Distribution]:
    """Return the Python packages that the application runs with."""
    for file in (*LOCKS, *OPTIONAL_LOCKS):
        for name, version in pinned_versions(FOLDER / file).items():
            if name not in NOT_SHIPPED:
                package = _installed(name, version, file)
                if package is not None:
                    yield package


def _installed(name: str, version: str, file: str) -> Distribution | None:
    try:
        package = distribution(name)
    except PackageNotFoundError:
        if file in OPTIONAL_LOCKS:
            return None
        raise SystemExit(f"{name} {version} is in {file} and not installed here.") from None
    if package.version.partition("+")[0] != version:
        raise SystemExit(f"{file} says {name} {version}, and {package.version} is installed here.")
    return package


def python_component(package: Distribution) -> Component:
    name = _normalised(package.name)
    licence = package_licence(name, package)
    texts = tuple(Path(str(package.locate_file(file))) for file in package.files or () if _is_text(file))
    return Component(
        name,
        package.version,
        licence,
        "python",
        home=f"https://pypi.org/project/{name}/{package.version.partition('+')[0]}/",
        purl=f"pkg:pypi/{name}@{package.version.replace('+', '%2B')}",
        texts=texts or _standard_texts(licence),
    )


def package_licence(name: str, package: Distribution) -> str:
    """Return the SPDX licence from the metadata.

    Otherwise it is taken from ``components.toml``, provided that the metadata are the same as when it was
    written.
    """
    fields = ("License-Expression", "License")
    named = [each for field in fields for each in package.metadata.get_all(field) or ()]
    says = [each.strip() for each in (*named, *_classifiers(package))]
    said = written_statements()["said"].get(name)
    if said and any(each == said["says"] for each in says):
        return str(said["licence"])
    return next((spdx for each in says if (spdx := normalised_expression(each))), "")


def _classifiers(package: Distribution) -> list[str]:
    named = package.metadata.get_all("Classifier") or []
    return [each.rpartition("::")[2].strip() for each in named if each.startswith("License ::")]


def normalised_expression(text: str) -> str:
    """Return the normalised SPDX expression, or an empty text if the text is none."""
    try:
        return canonicalize_license_expression(text.replace("/", " OR "))
    except InvalidLicenseExpression:
        return ""


def compiled_in_components(package: Distribution) -> Iterator[Component]:
    """Return what was compiled into a package, by its own bills of materials."""
    for file in package.files or ():
        if "sboms" in file.parts and file.suffix == ".json":
            bill = json.loads(file.read_text(encoding="utf-8"))
            yield from _compiled_in(bill.get("components", []), package)


def _compiled_in(entries: Iterable[dict[str, Any]], package: Distribution) -> Iterator[Component]:
    within = package.name.lower()
    for entry in entries:
        name, version = str(entry["name"]), str(entry.get("version", ""))
        if written_statements()["absent"].get(name) == within or _normalised(name) == _normalised(within):
            continue
        licence = written_statements()["parts"].get(name) or _entry_licence(entry)
        purl, text = str(entry.get("purl", "")), written_statements()["texts"].get(name)
        address, texts = _crate_address(purl, name, version), (PROJECT / text,) if text else ()
        yield Component(name, version, licence, "part", package.name, address, purl, texts=texts)


def _normalised(name: str) -> str:
    return str(canonicalize_name(name))


def _entry_licence(entry: dict[str, Any]) -> str:
    named = [each.get("expression") or each["license"].get("id", "") for each in entry.get("licenses", [])]
    every = [normalised_expression(each) for each in named]
    return " AND ".join(every) if every and all(every) else ""


def _crate_address(purl: str, name: str, version: str) -> str:
    return f"https://crates.io/crates/{name}/{version}" if purl.startswith("pkg:cargo/") else ""


def native_components() -> Iterator[Component]:
    """Return the components written down by a person, for packages that are installed here."""
    for entry in written_statements()["native"]:
        within = entry.get("within", "")
        try:
            version = _native_version(entry)
        except PackageNotFoundError:
            continue
        made = Component(entry["name"], version, entry["licence"], "native", within, entry["home"])
        data = Path(str(distribution(within).locate_file(entry["data"]))) if "data" in entry else None
        texts = (PROJECT / entry["text"],) if "text" in entry and "://" not in entry["text"] else ()
        yield replace(made, data=data, texts=texts or _standard_texts(made.licence))


def _native_version(entry: dict[str, Any]) -> str:
    version = str(entry.get("version", ""))
    if version == "python":
        return platform.python_version()
    if version == "briefbank":
        return __version__
    if version.startswith("package:"):
        return distribution(version.removeprefix("package:")).version
    return version or distribution(entry["within"]).version


def _is_text(file: PurePath) -> bool:
    named = file.name.upper().startswith(_TEXTS) or "licenses" in file.parts
    return named and file.suffix not in (".py", ".pyc", ".so", ".json")


def _standard_texts(licence: str) -> tuple[Path, ...]:
    return _STANDARD.get(licence.split(" OR ")[0], ())
