"""Tests of web pages saved in one file, with their frames."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.errors import FileRefused
from briefbank.extraction import sniff
from briefbank.extraction.formats.plain import WebArchive

STYLE = (
    "--m\r\nContent-Type: text/css\r\nContent-Location: cid:css@mhtml.blink\r\n\r\nbody { color: red }\r\n"
)


def page(
    body: str, location: str = "https://law.example.org/a/statute.html", content_id: str = "frame-0"
) -> str:
    return (
        f"--m\r\nContent-Type: text/html\r\nContent-ID: <{content_id}@mhtml.blink>\r\n"
        f"Content-Transfer-Encoding: quoted-printable\r\nContent-Location: {location}\r\n\r\n"
        f"<html><body>{body.replace('=', '=3D')}</body></html>\r\n"
    )


def saved(folder: Path, head: str, *pages: str, name: str = "saved.eml") -> Path:
    path = folder / name
    text = f"{head}MIME-Version: 1.0\r\nContent-Type: multipart/related; type=text/html; boundary=m\r\n\r\n"
    path.write_text(text + "".join((*pages, STYLE)) + "--m--\r\n", newline="")
    return path


def lines(path: Path) -> list[str]:
    return [block.text for block in WebArchive().read_blocks(path)[0] if block.text]


@pytest.mark.parametrize(
    "head",
    [
        "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://law.example.org/\r\nSubject: Law\r\n",
        "From: <Saved by Windows Internet Explorer 8>\r\nDate: Wed, 6 May 2020 09:12:00 -0400\r\n",
        "Subject: Law\r\nContent-Location: https://law.example.org/\r\n",
        "",
    ],
)
def test_a_page_that_a_browser_saved_is_a_page_whatever_its_name(tmp_path: Path, head: str) -> None:
    path = saved(tmp_path, head, page("<p>The narwhal shall be considered.</p>"))
    assert sniff.file_type(path) == ".mhtml"
    assert lines(path) == ["The narwhal shall be considered."]


def test_a_mail_with_pictures_in_its_text_stays_a_mail(tmp_path: Path) -> None:
    head = "From: Ada <a@example.org>\r\nTo: Ann <b@example.org>\r\nSubject: Law\r\n"
    assert sniff.file_type(saved(tmp_path, head, page("<p>The narwhal.</p>"))) == ".eml"
    head = "From: Ada <a@example.org>\r\nSubject: Draft\r\n"
    assert sniff.file_type(saved(tmp_path, head, page("<p>The narwhal.</p>"))) == ".eml"


def test_pages_in_frames_follow_the_page_around_them(tmp_path: Path) -> None:
    outer = page('<p>Outer.</p><iframe src="frame.html"></iframe>')
    framed = page("<p>Framed.</p>", "https://law.example.org/a/frame.html", "frame-1")
    path = saved(tmp_path, "From: <Saved by Blink>\r\n", outer, framed)
    assert lines(path) == ["Outer.", "Framed."]


def test_text_shown_by_a_web_component_is_read(tmp_path: Path) -> None:
    outer = page('<div><template shadowmode="open"><p>Shown.</p></template></div><template>No.</template>')
    assert lines(saved(tmp_path, "From: <Saved by Blink>\r\n", outer)) == ["Shown."]


def test_a_saved_page_that_shows_nothing_is_refused(tmp_path: Path) -> None:
    for pages in ((), (page("<script>no()</script>"),)):
        with pytest.raises(FileRefused, match="shows no text"):
            lines(saved(tmp_path, "From: <Saved by Blink>\r\n", *pages))
