"""The title of a document in the window, where others have the same title."""

from dataclasses import replace

import pytest

from briefbank.domain.documents import Distinction, NamePart
from tests.stand_ins.library.invented import SOURCES, document
from ui.shared import wording


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ([(NamePart.KIND, "brief"), (NamePart.SIDE, "Appellant")], "Brief of Appellant"),
        ([(NamePart.PAPER, "Reply Brief")], "Reply Brief"),
        ([(NamePart.FILED, "2015-03-03")], "March 3, 2015"),
        ([(NamePart.PAGES, "1")], "1 page"),
        ([(NamePart.DOCKET, "A-1-20"), (NamePart.PAGES, "12")], "A-1-20  ·  12 pages"),
        ([(NamePart.FILE_NAME, "a.pdf"), (NamePart.FOLDER, "Old/2010")], "a.pdf  ·  Old › 2010"),
    ],
)
def test_what_distinguishes_a_document_follows_its_title(
    facts: list[tuple[NamePart, str]], words: str
) -> None:
    known = document(1, SOURCES[0])
    distinctions = tuple(Distinction(part, value) for part, value in facts)
    assert wording.title(known) == known.title
    assert wording.title(replace(known, distinctions=distinctions)) == f"{known.title}  ·  {words}"


def test_a_title_that_is_cut_short_keeps_what_distinguishes_it() -> None:
    long = replace(
        document(1, SOURCES[0]),
        title="In the Matter of " + "the Estate of " * 20,
        distinctions=(Distinction(NamePart.PAPER, "Reply Brief"),),
    )
    shown = wording.title(long, 40)
    assert shown.endswith("…  ·  Reply Brief") and len(shown) < 60
