"""Tests that boxes cover the rendered words of any page and that a bad page fails alone."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageChops

from briefbank.domain.pages import Box, PageImage
from briefbank.errors import BriefBankError, Damaged
from briefbank.extraction import page_server
from briefbank.extraction.page_server import PageServer, PageServerFactory
from briefbank.sandbox.child import Child
from tests.extraction.pdfs import change, extract, write


def picture(image: PageImage) -> Image.Image:
    assert len(image.pixels) == 4 * image.width * image.height
    return Image.frombytes("RGB", (image.width, image.height), image.pixels, "raw", "BGRX").convert("L")


def ink(image: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.invert(image).point(lambda v: 255 if v > 60 else 0).getbbox()
    assert box is not None
    return box


def around(boxes: list[Box], scale: float) -> tuple[float, float, float, float]:
    return (
        min(b.x0 for b in boxes) * scale,
        min(b.y0 for b in boxes) * scale,
        max(b.x1 for b in boxes) * scale,
        max(b.y1 for b in boxes) * scale,
    )


def assert_covers(boxes: list[Box], image: Image.Image, scale: float) -> None:
    """Check that the boxes hold all ink, up to a pixel of smoothing, and end near it across the line."""
    want, have = ink(image), around(boxes, scale)
    assert have[0] <= want[0] + 1.5 and have[1] <= want[1] + 1.5
    assert have[2] >= want[2] - 1.5 and have[3] >= want[3] - 1.5
    assert all(abs(a - b) < 12 * scale for a, b in zip(have, want, strict=True))


@pytest.mark.parametrize(
    ("turn", "crop"), [(0, None), *((turn, [40, 300, 500, 760]) for turn in (0, 90, 180, 270))]
)
def test_the_box_of_a_word_covers_its_ink(tmp_path: Path, turn: int, crop: list[int] | None) -> None:
    plain = write(tmp_path / "a.pdf", [["Judgment"]], size=18)
    entries: dict[str, object] = {"Rotate": turn}
    if crop:
        entries["CropBox"] = pikepdf.Array(crop)
    path = change(plain, tmp_path / "b.pdf", **entries)
    with PageServer(path) as server:
        image = picture(server.render(0, 2.0))
        boxes = server.boxes(0, [(0, 8)])
        assert server.sizes() == [(image.width / 2, image.height / 2)]
    assert len(boxes) == 1
    assert_covers(boxes, image, 2.0)


def test_a_range_over_lines_gives_one_box_per_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdf", [["first line of text", "second line", "third"]])
    (page,) = extract(path)
    with PageServer(path) as server:
        boxes = server.boxes(0, [(0, len(page.raw))])
    assert len(boxes) == 3
    assert all(a.y1 <= b.y0 + 2 for a, b in pairwise(boxes))


def test_text_that_runs_upwards_is_one_box(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(612, 792))
    canvas.translate(100, 300)
    canvas.rotate(90)
    canvas.setFont("Times-Roman", 18)
    canvas.drawString(0, 0, "received")
    canvas.save()
    with PageServer(tmp_path / "a.pdf") as server:
        boxes = server.boxes(0, [(0, 8)])
        image = picture(server.render(0, 2.0))
    assert len(boxes) == 1 and boxes[0].y1 - boxes[0].y0 > 2 * (boxes[0].x1 - boxes[0].x0)
    assert_covers(boxes, image, 2.0)


def test_each_character_has_its_own_box_and_white_space_has_none(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdf", [["first line of text", "second line"], []])
    page, empty = extract(path)
    with PageServer(path) as server:
        characters = server.characters(0)
        alone = [server.boxes(0, [(at, at + 1)]) for at in range(len(page.raw))]
        assert server.characters(1) == [] and empty.raw == ""
    assert len(characters) == len(page.raw)
    assert alone == [[box] if box is not None else [] for box in characters]
    assert [at for at, box in enumerate(characters) if box is None] == [
        at for at, character in enumerate(page.raw) if character.isspace()
    ]


def test_a_picture_never_passes_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = change(
        write(tmp_path / "a.pdf", [["w"]]), tmp_path / "b.pdf", MediaBox=pikepdf.Array([0, 0, 9000, 9000])
    )
    with PageServer(path) as server:
        image = server.render(0, 50.0)
    assert 0.9 * page_server.MAX_PIXELS < image.width * image.height <= page_server.MAX_PIXELS * 1.01


def test_a_page_that_is_not_there_fails_alone(tmp_path: Path) -> None:
    with PageServer(write(tmp_path / "a.pdf", [["word"]])) as server:
        with pytest.raises(BriefBankError, match="could not be shown"):
            server.render(7, 1.0)
        assert server.render(0, 1.0).width == 612


def test_a_damaged_file_is_reported_as_damaged_every_time(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 no more")
    with PageServer(tmp_path / "a.pdf") as server:
        for _ in range(2):
            with pytest.raises(Damaged):
                server.sizes()


def hang_on_boxes() -> None:
    def forever(*_: object) -> None:
        while True:
            pass

    page_server._boxes = forever


def test_closing_does_not_wait_for_a_page_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = PageServer(write(tmp_path / "a.pdf", [["word"]]), initializer=hang_on_boxes)
    assert len(server.sizes()) == 1
    begun, ask = threading.Event(), Child.ask

    def noted(*arguments: Any, **options: Any) -> object:
        begun.set()
        return ask(*arguments, **options)

    monkeypatch.setattr(Child, "ask", noted)
    with ThreadPoolExecutor(1) as threads:
        boxes = threads.submit(server.boxes, 0, [(0, 4)])
        assert begun.wait(20)
        server.close()
        with pytest.raises(BriefBankError):
            boxes.result(timeout=20)


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[Child]:
    """The started children, in order."""
    started_children: list[Child] = []

    def started(*arguments: Any, **options: Any) -> Child:
        started_children.append(Child(*arguments, **options))
        return started_children[-1]

    monkeypatch.setattr(page_server, "Child", started)
    return started_children


def test_a_file_is_opened_by_the_ready_child_and_the_next_child_starts_after_drawing(
    tmp_path: Path, children: list[Child]
) -> None:
    path = write(tmp_path / "a.pdf", [["Judgment"]], size=18)
    spare = PageServerFactory()
    spare.prepare()
    with spare.open(path) as first:
        assert len(first.sizes()) == 1 and len(children) == 1
        first.render(0, 1.0)
        assert len(children) == 2
        with spare.open(path) as second:
            assert len(second.sizes()) == 1 and len(children) == 2
            assert children[0].pid != children[1].pid
    spare.close()
    assert not any(child.is_running() for child in children)


def test_a_child_at_hand_that_died_is_replaced_when_a_file_is_opened(
    tmp_path: Path, children: list[Child]
) -> None:
    path = write(tmp_path / "a.pdf", [["Judgment"]], size=18)
    spare = PageServerFactory()
    spare.prepare()
    children[0].kill()
    children[0]._process.join(20)
    assert not children[0].is_running()
    with spare.open(path) as server:
        assert len(server.sizes()) == 1 and len(children) == 2
    spare.close()


def test_a_page_server_that_was_never_prepared_or_was_closed_keeps_no_child(
    tmp_path: Path, children: list[Child]
) -> None:
    path = write(tmp_path / "a.pdf", [["Judgment"]], size=18)
    spare = PageServerFactory()
    with spare.open(path) as server:
        server.render(0, 1.0)
        assert len(children) == 1
    spare.prepare()
    with spare.open(path) as server:
        spare.close()
        server.render(0, 1.0)
        assert len(children) == 2
