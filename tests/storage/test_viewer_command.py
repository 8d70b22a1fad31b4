"""Tests of the command that opens a file at a page, on made-up desktops and a made-up Windows registry."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.errors import OutsideRefused
from briefbank.storage.viewer_command import CLASSES, USER_CHOICE, page_command, refuse_unfit

Desktop = Callable[..., dict[str, str]]


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    """Makes a folder of programs, among them xdg-mime, which names the desktop entry; gives its
    environment."""

    def make(entry: str, *programs: str) -> dict[str, str]:
        answers = {"xdg-mime": f"[ \"$*\" = 'query default application/pdf' ] && echo '{entry}'"}
        for name, lines in {**answers, **dict.fromkeys(programs, "")}.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{lines}\n")
            (tmp_path / name).chmod(0o755)
        return {"PATH": str(tmp_path)}

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
    assert command(desktop(f"org.maker.{program.capitalize()}.desktop", program)) == (program, *arguments)


@pytest.mark.parametrize(
    ("entry", "program"),
    [
        ("okularApplication_pdf.desktop", "okular"),
        ("org.pwmt.zathura-pdf-mupdf.desktop", "zathura"),
        ("firefox-esr.desktop", "firefox-esr"),
    ],
)
def test_a_viewer_is_known_by_the_name_of_its_desktop_entry(
    desktop: Desktop, entry: str, program: str
) -> None:
    assert command(desktop(entry, program, "mupdf", "firefox"))[0] == program


@pytest.mark.parametrize("entry", ["strange-viewer.desktop", "", "org.gnome.Evince.desktop"])
def test_an_unknown_program_or_one_that_is_not_on_the_path_gets_no_page(desktop: Desktop, entry: str) -> None:
    assert command(desktop(entry, "strange-viewer")) == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            r'"C:\Program Files\SumatraPDF\SumatraPDF.exe" "%1"',
            (r"C:\Program Files\SumatraPDF\SumatraPDF.exe", "-page", "4", str(PDF)),
        ),
        (r'"C:\Adobe\Acrobat.exe" "%1"', (r"C:\Adobe\Acrobat.exe", "/A", "page=4", str(PDF))),
        (r"C:\Edge\msedge.exe --single %1", (r"C:\Edge\msedge.exe", f"{PDF.as_uri()}#page=4")),
        (r'"C:\Other\viewer.exe" "%1"', ()),
        ("", ()),
    ],
)
def test_the_registry_names_the_viewer_on_windows(line: str, expected: tuple[str, ...]) -> None:
    values = {(USER_CHOICE, "ProgId"): "Viewer.1", (rf"{CLASSES}\Viewer.1\shell\open\command", ""): line}
    arguments = page_command(
        PDF, 3, {}, platform="win32", registry=lambda key, name: values.get((key, name), "")
    )
    assert arguments == expected


@given(
    st.text(st.characters(exclude_characters="\x00/\n", exclude_categories=("Cs",)), min_size=1, max_size=30)
)
def test_any_file_name_stays_one_argument(name: str) -> None:
    values = {(rf"{CLASSES}\.pdf", ""): "V", (rf"{CLASSES}\V\shell\open\command", ""): '"C:\\SumatraPDF.exe"'}
    pdf = Path("/briefs") / name
    arguments = page_command(
        pdf, 0, {}, platform="win32", registry=lambda key, sub: values.get((key, sub), "")
    )
    assert arguments[3:] == (str(pdf.absolute()),)
    assert shlex.split(shlex.join(arguments)) == list(arguments)


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


def test_a_link_or_a_folder_with_the_name_of_a_pdf_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "real.pdf").write_text("text")
    (tmp_path / "link.pdf").symlink_to(tmp_path / "real.pdf")
    (tmp_path / "folder.pdf").mkdir()
    for name in ("link.pdf", "folder.pdf", "missing.pdf"):
        with pytest.raises(OutsideRefused):
            refuse_unfit(tmp_path / name)
