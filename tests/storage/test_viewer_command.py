"""Tests of the command that opens a file at a page, on made-up desktops and a made-up Windows registry."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.errors import OutsideRefused
from briefbank.storage.viewer_command import CLASSES, USER_CHOICE, page_command, read_registry, refuse_unfit

Desktop = Callable[..., dict[str, str]]


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    """Makes a home with programs, their desktop entries and the user's choices; gives its environment."""

    def make(
        chosen: str = "", *, programs: dict[str, str], cache: str = "", lists: str = ""
    ) -> dict[str, str]:
        data, config, binaries = tmp_path / "data", tmp_path / "config", tmp_path / "bin"
        for folder in (data / "applications", config, binaries):
            folder.mkdir(parents=True)
        for entry, command in programs.items():
            (data / "applications" / entry).write_text(f"[Desktop Entry]\nName=V\nExec={command}\nType=A\n")
            name = next((word for word in command.split() if "%" not in word), "")
            if name and "/" not in name:
                (binaries / name).write_text("#!/bin/sh\n")
                (binaries / name).chmod(0o755)
        if chosen or lists:
            text = lists or f"[Default Applications]\napplication/pdf={chosen}\n"
            (config / "mimeapps.list").write_text(text)
        if cache:
            (data / "applications" / "mimeinfo.cache").write_text(f"[MIME Cache]\napplication/pdf={cache}\n")
        return {
            "HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(config),
            "XDG_CONFIG_DIRS": str(tmp_path / "nothing"),
            "XDG_DATA_HOME": str(data),
            "XDG_DATA_DIRS": str(tmp_path / "nothing"),
            "PATH": str(binaries),
        }

    return make


PDF = Path("/briefs/a file; with $(signs).pdf")


def command(environment: dict[str, str], page: int = 11, pdf: Path = PDF) -> tuple[str, ...]:
    result = page_command(pdf, page, environment, platform="linux")
    return (Path(result[0]).name, *result[1:]) if result else ()


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("evince", ("-i", "12", str(PDF))),
        ("xreader", ("-i", "12", str(PDF))),
        ("atril", ("-i", "12", str(PDF))),
        ("okular", ("-p", "12", str(PDF))),
        ("zathura", ("-P", "12", str(PDF))),
        ("mupdf", (str(PDF), "12")),
        ("qpdfview", (f"{PDF}#12",)),
        ("firefox", (f"{PDF.as_uri()}#page=12",)),
    ],
)
def test_a_known_viewer_gets_the_page_counted_from_one_and_the_file_as_one_argument(
    desktop: Desktop, program: str, arguments: tuple[str, ...]
) -> None:
    environment = desktop("v.desktop", programs={"v.desktop": f"{program} %U"})
    assert command(environment) == (program, *arguments)


def test_the_users_own_choice_wins_over_what_is_merely_installed(desktop: Desktop) -> None:
    programs = {"o.desktop": "okular %U", "e.desktop": "evince %U"}
    environment = desktop("e.desktop", programs=programs, cache="o.desktop;e.desktop;")
    assert command(environment)[0] == "evince"


def test_without_a_choice_the_first_installed_program_counts(desktop: Desktop) -> None:
    programs = {"o.desktop": "okular %U", "e.desktop": "evince %U"}
    assert command(desktop(programs=programs, cache="o.desktop;e.desktop;"))[0] == "okular"


def test_a_choice_that_is_not_installed_any_more_is_passed_over(desktop: Desktop) -> None:
    environment = desktop("gone.desktop;e.desktop", programs={"e.desktop": "evince %U"})
    assert command(environment)[0] == "evince"


@pytest.mark.parametrize(
    "line",
    [
        "strange-viewer %U",
        "flatpak run --command=evince --file-forwarding org.gnome.Evince @@u %U @@",
        'evince "unbalanced',
        "",
        "sh -c 'evince %f'",
    ],
)
def test_an_unknown_program_or_a_wrapper_gets_no_page(desktop: Desktop, line: str) -> None:
    assert command(desktop("v.desktop", programs={"v.desktop": line})) == ()


def test_a_known_viewer_that_is_not_on_the_path_is_not_started(desktop: Desktop, tmp_path: Path) -> None:
    environment = desktop("v.desktop", programs={"v.desktop": "evince %U"})
    (tmp_path / "bin" / "evince").unlink()
    assert command(environment) == ()


def test_an_entry_outside_the_folders_of_applications_is_not_read(desktop: Desktop, tmp_path: Path) -> None:
    environment = desktop("../../v.desktop", programs={"e.desktop": "evince %U"})
    (tmp_path / "v.desktop").write_text("[Desktop Entry]\nExec=evince %U\n")
    assert command(environment) == ()


@pytest.mark.parametrize("lists", ["no groups at all", "[Default Applications", "\x00\xff"])
def test_a_list_that_is_not_understood_counts_as_none(desktop: Desktop, lists: str) -> None:
    environment = desktop(programs={"e.desktop": "evince %U"}, lists=lists, cache="e.desktop")
    assert command(environment)[0] == "evince"


def test_on_a_mac_the_file_is_opened_without_a_page() -> None:
    assert page_command(PDF, 3, {}, platform="darwin") == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            r'"C:\Program Files\SumatraPDF\SumatraPDF.exe" "%1"',
            (r"C:\Program Files\SumatraPDF\SumatraPDF.exe", "-page", "4", str(PDF)),
        ),
        (
            r'"C:\Adobe\Acrobat.exe" "%1"',
            (r"C:\Adobe\Acrobat.exe", "/A", "page=4", str(PDF)),
        ),
        (r"C:\Edge\msedge.exe --single %1", (r"C:\Edge\msedge.exe", f"{PDF.as_uri()}#page=4")),
        (r'"C:\Other\viewer.exe" "%1"', ()),
        ("", ()),
    ],
)
def test_on_windows_the_registry_says_which_program_it_is(line: str, expected: tuple[str, ...]) -> None:
    values = {(USER_CHOICE, "ProgId"): "Viewer.1", (rf"{CLASSES}\Viewer.1\shell\open\command", ""): line}
    made = page_command(PDF, 3, {}, platform="win32", registry=lambda key, name: values.get((key, name), ""))
    assert made == expected


def test_without_a_registry_nothing_is_read_from_it() -> None:
    assert read_registry(USER_CHOICE, "ProgId") == ""


@given(
    st.text(st.characters(exclude_characters="\x00/\n", exclude_categories=("Cs",)), min_size=1, max_size=30)
)
def test_whatever_a_file_is_called_it_stays_one_argument(name: str) -> None:
    values = {(rf"{CLASSES}\.pdf", ""): "V", (rf"{CLASSES}\V\shell\open\command", ""): '"C:\\SumatraPDF.exe"'}
    pdf = Path("/briefs") / name
    made = page_command(pdf, 0, {}, platform="win32", registry=lambda key, sub: values.get((key, sub), ""))
    assert made[3:] == (str(pdf.absolute()),)
    assert shlex.split(shlex.join(made)) == list(made)


@pytest.mark.parametrize("name", ["a.pdf", "A.PDF", "a.docx", "a.html", "a.htm", "a.txt", "a.desktop.pdf"])
def test_files_of_the_kinds_that_are_read_here_may_be_opened_elsewhere(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("text")
    refuse_unfit(tmp_path / name)


@pytest.mark.parametrize(
    "name", ["a.desktop", "a.pdf.desktop", "a.exe", "a.lnk", "a.url", "a.sh", "a.pdf ", "a.pdf.", "a", ".pdf"]
)
def test_a_file_that_a_system_would_run_is_handed_to_nobody(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("[Desktop Entry]\nType=Application\nExec=touch /tmp/harm\n")
    with pytest.raises(OutsideRefused):
        refuse_unfit(tmp_path / name)


def test_a_link_or_a_folder_with_the_name_of_a_pdf_is_handed_to_nobody(tmp_path: Path) -> None:
    (tmp_path / "real.pdf").write_text("text")
    (tmp_path / "link.pdf").symlink_to(tmp_path / "real.pdf")
    (tmp_path / "folder.pdf").mkdir()
    for name in ("link.pdf", "folder.pdf", "missing.pdf"):
        with pytest.raises(OutsideRefused):
            refuse_unfit(tmp_path / name)
