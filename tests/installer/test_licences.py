"""Tests of the shipped components: which ones, under which licences, and that none is shipped unlisted."""

from __future__ import annotations

import re
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import features

from installer import bundle, checksums, components, licences
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


@given(
    st.recursive(st.sampled_from(["MIT", "AGPL-3.0-only"]), lambda some: st.tuples(some, st.booleans(), some))
)
def test_expressions_are_judged_as_their_logic_says(tree: object) -> None:
    assert (licences.problem(_written(tree)) == "") is _true(tree)


def _written(tree: object) -> str:
    return (
        tree
        if isinstance(tree, str)
        else f"({_written(tree[0])} {'AND' if tree[1] else 'OR'} {_written(tree[2])})"
    )  # type: ignore[index]


def _true(tree: object) -> bool:
    if isinstance(tree, str):
        return tree == "MIT"
    left, both, right = tree  # type: ignore[misc]
    return (_true(left) and _true(right)) if both else (_true(left) or _true(right))


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


def test_libraries_bundled_with_the_postgresql_driver_have_licence_texts(
    shipped_components: list[Component],
) -> None:
    brought = [item for item in shipped_components if item.within == "psycopg-binary"]
    assert {"libcom_err", "MIT Kerberos", "OpenLDAP"} <= {item.name for item in brought}
    assert [view.name for view in brought if not view.texts] == []


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


def test_the_report_says_nothing_of_this_computer(shipped_components: list[Component]) -> None:
    assert str(components.PROJECT) not in licences.report(shipped_components)


# --- a folder that PyInstaller made ---------------------------------------------------------------


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
