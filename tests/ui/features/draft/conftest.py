"""The page of the draft check on the library of eight briefs, and a draft with a fault of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Standing
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import shown_page
from ui.features.draft.page import DraftPage
from ui.shared.row_list import Row

WAIT_MS = 60_000
DRAFT = (
    "LEGAL ARGUMENT\n\nPOINT I\n\nTHE OFFICERS HAD NO RIGHT TO ASK FOR CONSENT.\n\n"
    "In State v. Carty, 170 N.J. 632 (2002), the Court held that “police may not ask a motorist to agree to "
    "a search of a parked vehicle unless they already have a reasonable and articulable suspicion.” A driver "
    "who is alone at the roadside, at night, seldom feels free to refuse. A broken bulb is a reason to write "
    "a ticket. State v. Carty, 170 N.J. 632, 530 (2002); State v. Macon, 75 N.J. 325 (1971).\n\n"
    "POINT II\n\nTHE GIRAFFE WAS MISLAID.\n\nThe rule on animals says that “no keeper shall ever be charged "
    "for one giraffe.” N.J.A.C. 7:25-4.1.\n"
)


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.txt"
    path.write_text(DRAFT)
    return path


@pytest.fixture
def page(qtbot: QtBot, sample_library: HookedLibrary) -> Iterator[DraftPage]:
    """The page without a window around it. The office's list says that Carty is overruled."""
    sample_library.good_law.enter("170 N.J. 632", Standing.OVERRULED, by="State v. Quell, 180 N.J. 10")
    with shown_page(qtbot, partial(DraftPage, sample_library), 1180, 760) as page:
        qtbot.waitUntil(page.isActiveWindow)
        yield page
        sample_library.let_go()


@pytest.fixture
def checked(qtbot: QtBot, page: DraftPage, draft: Path) -> DraftPage:
    """The page with the report on the draft."""
    check(qtbot, page, draft)
    assert page.report.isVisible(), page.notice.text()
    return page


def settled(qtbot: QtBot, page: DraftPage) -> None:
    topics = "draft", "opened", "preview", "copied"
    qtbot.waitUntil(lambda: not any(map(page.jobs.busy, topics)), timeout=WAIT_MS)


def check(qtbot: QtBot, page: DraftPage, path: Path) -> None:
    page.take_dropped([path])
    settled(qtbot, page)


def rows_of(page: DraftPage, part: str) -> list[Row]:
    """Choose a part of the report, and return its rows."""
    titles = [row.title for row in page.report.parts.row_model.rows()]
    page.report.parts.choose(titles.index(part))
    return page.report.list.row_model.rows()
