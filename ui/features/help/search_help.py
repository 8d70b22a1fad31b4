"""The help on searching, on one page: plain words first, then the operators in a table with examples."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.kit.page_parts import scroll_area

PLAIN = tr(
    "Type the issue as you would say it to a colleague. Passages are found by their words and by their "
    "meaning; a slip in an ordinary word is forgiven, and words that only ask, such as “find me briefs "
    "about”, are set aside. Whole paragraphs of facts can be pasted."
)
NUMBERS = tr(
    "The number of a rule, a statute, a docket or a citation is looked for in any spelling: R.\u00a03:5-7, "
    "N.J.S.A. 2C:44-1, §\u00a01983, 384 U.S. 436."
)
EXACT = tr(
    "What you type with operators must hold exactly. What you type beside it in plain words only decides "
    "the order. The line under the box says how each part was read; take a part out with its cross, or with "
    "Delete."
)
LAW = tr(
    "“Is State v. Carty still good law?” is answered above the results by what your office’s list and "
    "library say. “Law as of” asks for the law of a day, or of the open brief’s date; what was not the law "
    "then stands apart under the results. A day in the words does so for statutes, rules and directives: "
    "“the law in 2015”."
)
TABLES: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        tr("Words and phrases"),
        (
            ("“ ”", tr("These words, in this order"), tr("“plain error”")),
            ("!", tr("Any ending"), tr("suppress!  finds suppressed, suppression")),
            ("*", tr("Any letters, or none"), tr("fingerprint*   wom*n")),
            ("?", tr("One letter"), tr("wom?n")),
        ),
    ),
    (
        tr("Together or not"),
        (
            (tr("AND   &"), tr("Both (in capitals)"), tr("confession AND voluntary")),
            ("OR", tr("Either"), tr("car OR automobile")),
            (tr("NOT   %"), tr("Without"), tr("robbery NOT juvenile")),
            (
                "( )",
                tr("Taken first; words side by side in them: either"),
                tr("(stop OR detention) AND nervous!"),
            ),
        ),
    ),
    (
        tr("Near each other"),
        (
            ("w/5   /5", tr("At most 5 words apart, in any order"), tr("consent w/5 search")),
            (tr("pre/5   +5"), tr("The first at most 5 words before the second"), tr("motion +5 suppress")),
            ("/s", tr("In the same sentence"), tr("“plain error” /s summation")),
            ("/p", tr("In the same paragraph"), tr("“plain error” /p summation!")),
        ),
    ),
    (
        tr("Where and when"),
        (
            ("cites:", tr("Cites this authority"), tr("cites:“State v. Carty”")),
            ("rule:", tr("Cites this rule"), tr("rule:“R. 3:5-7”")),
            ("heading:", tr("In a heading above the passage"), "heading:sentence"),
            (tr("court:  docket:  judge:"), tr("Of the document"), tr("court:“Appellate Division”")),
            ("path:", tr("In a folder that was added, or in one of these names"), "path:appeals/2010"),
            ("kind:", tr("Brief, opinion, statute, rule, directive, memo"), "kind:brief"),
            (
                tr("before:  after:"),
                tr("Filed before or after: a year, a month or a day"),
                tr("after:2015  before:2020-03-01"),
            ),
        ),
    ),
)
"""Groups of what to type, what it means, and an example."""
GENERAL = (
    (tr("In plain words"), PLAIN),
    (tr("Numbers"), NUMBERS),
    (tr("What still holds, and when"), LAW),
    (tr("With operators"), EXACT),
)


class SearchHelp(QDialog):
    """A modeless dialog of text and tables, so that one can read it while typing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("How to search"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 18)
        column.setSpacing(10)
        column.addWidget(label(tr("How to search"), scale=1.4, bold=True))
        column.addWidget(self._scrolled(), 1)
        close = push_button(tr("Close"), main=True)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        self.resize(740, 700)

    def _scrolled(self) -> QScrollArea:
        inside = QWidget()
        inside.setObjectName("findings")
        inside.setAccessibleName(tr("How to search"))
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        for title, text in GENERAL:
            column.addWidget(label(title, scale=1.1, bold=True))
            column.addWidget(label(text, wrap=True))
            column.addSpacing(6)
        for title, rows in TABLES:
            column.addWidget(label(title, bold=True))
            column.addLayout(_grid(rows))
            column.addSpacing(6)
        column.addStretch(1)
        area = scroll_area(inside)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(tr("How to search"))
        return area


def _grid(rows: Sequence[tuple[str, str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(6)
    for column, share in ((0, 5), (1, 9), (2, 8)):
        grid.setColumnStretch(column, share)
    top = Qt.AlignmentFlag.AlignTop
    for row, (typed, meaning, example) in enumerate(rows):
        grid.addWidget(label(typed, bold=True, wrap=True), row, 0, top)
        grid.addWidget(label(meaning, wrap=True), row, 1, top)
        grid.addWidget(label(example, role="muted", wrap=True), row, 2, top)
    return grid
