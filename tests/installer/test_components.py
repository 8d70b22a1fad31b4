"""The shipped components: their licences, and the bill of materials."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from PIL import features

from installer import bundle, checksums, components, licences, packed_distributions, sbom
from installer.components import Component


@pytest.fixture(scope="module")
def shipped_components() -> list[Component]:
    """The parts of both packages."""
    return [*components.collect(), *components.collect(components.PYTORCH)]


def test_everything_that_is_shipped_may_be_shipped(shipped_components: list[Component]) -> None:
    assert licences.problems(shipped_components) == []


def test_each_package_lists_its_own_parts() -> None:
    first, second = (
        {item.name for item in components.collect(of)} for of in (components.MAIN, components.PYTORCH)
    )
    assert {"lancedb", "Qt", "DejaVu fonts", "all-MiniLM-L6-v2 (the language model)"} <= first - second
    assert {"torch", "scipy"} <= second - first


@pytest.mark.parametrize(
    "licence",
    [
        "AGPL-3.0-only",
        "SSPL-1.0",
        "CC-BY-NC-4.0",
        "GPL-3.0-or-later",
        "MIT AND AGPL-3.0-only",
        "GPL-3.0-or-later WITH Bison-exception-2.2",
        "LicenseRef-Proprietary",
        "",
    ],
)
def test_components_that_may_not_be_shipped_are_named(licence: str) -> None:
    assert licences.problems([Component("thing", "1", licence, "python")])[0].startswith("thing 1: ")


@pytest.mark.parametrize(
    "licence",
    ["MIT", "MIT OR AGPL-3.0-only", "(MIT OR GPL-2.0-only) AND Zlib", "LGPL-3.0-only OR GPL-2.0-only"],
)
def test_a_licence_that_gives_a_choice_passes_by_one_of_them(licence: str) -> None:
    assert licences.problem(licence) == ""


def test_parts_that_wheels_say_they_were_compiled_from_are_listed(
    shipped_components: list[Component],
) -> None:
    within = {part.within for part in shipped_components if part.kind == "part"}
    assert any("lancedb" in item for item in within) and any("tantivy" in item for item in within)


def test_a_package_whose_words_on_its_licence_changed_has_to_be_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = distribution("jinja2")
    assert components.package_licence("jinja2", package) == "BSD-3-Clause"
    monkeypatch.setitem(
        components.written_statements()["said"],
        "jinja2",
        {"says": "something else", "licence": "BSD-3-Clause"},
    )
    assert components.package_licence("jinja2", package) == ""


@pytest.mark.parametrize(("part", "package"), components.written_statements()["absent"].items())
def test_parts_listed_as_absent_from_a_wheel_are_not_in_it(part: str, package: str) -> None:
    files = [file.name.lower() for file in distribution(package).files or ()]
    assert not [name for name in files if f"lib{part.lower().removeprefix('lib')}" in name]
    assert not features.check("libimagequant")


def test_every_python_package_has_the_text_of_its_licence(shipped_components: list[Component]) -> None:
    assert [item.name for item in shipped_components if item.kind == "python" and not item.texts] == []


def test_the_report_says_of_each_part_under_the_lgpl_that_it_may_be_replaced(
    shipped_components: list[Component],
) -> None:
    report_words = words(licences.report(()).partition("are used")[0].rpartition("License\n\n")[2]) - {
        "and",
        "gnu",
    }
    bound = [
        suggestion.name
        for suggestion in shipped_components
        if "LGPL" in suggestion.licence and " OR " not in suggestion.licence
    ]
    assert {"Qt", "ldap3", "keyutils-libs"} <= set(bound)
    assert [name for name in bound if not words(name) & report_words] == []


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def test_the_closed_source_part_is_listed_with_its_licence_and_expected_in_each_new_torch(
    shipped_components: list[Component],
) -> None:
    (part,) = [item for item in shipped_components if "oneMKL" in item.name]
    assert [text.name for text in part.texts] == ["Intel-Simplified-2022.txt"]
    (entry,) = [item for item in components.written_statements()["native"] if item["name"] == part.name]
    locked = checksums.pinned_versions(components.FOLDER / "torch.lock")["torch"]
    assert entry["read_with"] == locked, "ask torch.__config__.show() for its version of oneMKL"


def test_the_report_names_each_part_and_its_texts_are_beside_it(
    tmp_path: Path, shipped_components: list[Component]
) -> None:
    licences.write(shipped_components, tmp_path)
    report = (tmp_path / "licences.md").read_text("utf-8")
    assert all(f"| {item.version} | {item.licence} |" in report for item in shipped_components)
    assert "LGPL" in report and "https://download.qt.io/official_releases/" in report
    named = {line.split("|")[4].strip() for line in report.splitlines() if line.count("|") == 5}
    folders = [text for text in named if text.startswith("texts/")]
    assert folders and all(any((tmp_path / folder).iterdir()) for folder in folders)


@pytest.mark.parametrize(
    "file",
    [
        "numpy/_core/_multiarray_umath.cpython-311-x86_64-linux-gnu.so",
        "libQt6Core.so.6",
        "resources/icons/add.svg",
    ],
)
def test_files_of_known_parts_pass(file: str) -> None:
    if file.startswith("numpy"):
        file = next(
            path
            for path in bundle.packaged_places()
            if path.startswith("numpy/") and path.endswith((".so", ".pyd"))
        )
    assert list(bundle.reasons_against(PurePosixPath(file))) == []


@pytest.mark.parametrize(
    ("file", "word"),
    [
        ("libsomething.so.5", "no known part"),
        ("odd/helper.dll", "no known part"),
        ("reportlab/fonts/DarkGardenMK.pfb", "GPL"),
        ("lxml/isoschematron/resources/xsl/RNG2Schtrn.xsl", "no licence"),
        ("libreadline.so.8", "GPL"),
        ("lib-dynload/readline.cpython-311-x86_64-linux-gnu.so", "GPL"),
    ],
)
def test_files_of_no_known_part_and_those_to_be_left_out_are_named(file: str, word: str) -> None:
    assert word in "".join(bundle.reasons_against(PurePosixPath(file)))


def test_a_built_folder_is_searched_recursively(tmp_path: Path) -> None:
    (tmp_path / "_internal/deep").mkdir(parents=True)
    (tmp_path / "_internal/deep/libunknown.so").write_bytes(b"")
    (tmp_path / "_internal/note.txt").write_bytes(b"")
    assert [line.partition(":")[0] for line in bundle.problems(tmp_path)] == ["deep/libunknown.so"]


pytestmark = pytest.mark.nightly
AT = datetime(2026, 1, 2, tzinfo=UTC)
ONE = Component(
    "one", "1.0", "MIT", "python", home="https://pypi.org/project/one/1.0/", purl="pkg:pypi/one@1.0"
)


@pytest.fixture(scope="module")
def whole() -> str:
    """A bill of all packages and native libraries, and of some of the thousand compiled parts."""
    results = components.collect()
    parts = [item for item in results if item.kind == "part"]
    return sbom.bill_of_materials([*(item for item in results if item.kind != "part"), *parts[::40]], AT)


def listed(text: str) -> dict[str, dict[str, Any]]:
    return {component["bom-ref"]: component for component in json.loads(text)["components"]}


def test_the_whole_bill_fits_the_schema(whole: str) -> None:
    assert sbom.schema_error(whole) == ""


def test_a_bill_of_materials_that_does_not_match_is_reported() -> None:
    assert sbom.schema_error('{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": 5}]}')


def test_every_shipped_package_is_in_it_with_the_checksums_of_its_release(whole: str) -> None:
    entries = listed(whole)
    lock = components.FOLDER / "requirements.lock"
    versions = checksums.pinned_versions(lock)
    for name in versions.keys() & {*packed_distributions.distribution_names(), "pyside6-essentials"}:
        version = versions[name]
        (reference,) = entries[f"python:{name}@{version}"]["externalReferences"]
        assert {hash_["content"] for hash_ in reference["hashes"]} == set(
            checksums.recorded_checksums(lock)[name]
        )


def test_the_language_model_has_the_checksum_of_its_file(whole: str) -> None:
    (model,) = [item for item in listed(whole).values() if item["type"] == "data"]
    assert len(model["hashes"][0]["content"]) == 64


def test_the_same_parts_give_the_same_bytes_in_any_order() -> None:
    two = Component("two", "2", "Zlib", "native")
    assert sbom.bill_of_materials([ONE, two], AT) == sbom.bill_of_materials([two, ONE], AT)


def test_the_time_in_it_is_the_one_that_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767312000")
    monkeypatch.setattr(components, "collect", lambda _package: [ONE])
    assert sbom.main([str(tmp_path / "bill.json")]) == 0
    assert json.loads((tmp_path / "bill.json").read_text())["metadata"]["timestamp"].startswith(
        "2026-01-02T00:00:00"
    )
