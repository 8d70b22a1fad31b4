"""Painted text: its lines stay within the widget, its pieces apart, and its chosen sentence chosen."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from ui.kit.painted_text import PaintedText, Piece, PieceStyle, lay_out
from ui.style.theme import colours


def test_a_long_word_is_broken_and_stays_within_the_panel(qtbot: QtBot) -> None:
    painted = PaintedText("Text")
    qtbot.addWidget(painted)
    painted.show_pieces([Piece("x" * 4000, PieceStyle.SENTENCE)])
    widest = max(
        placed.layout.lineAt(n).naturalTextWidth()
        for placed in painted.placed(400)
        for n in range(placed.layout.lineCount())
    )
    assert widest <= 400 - 2 * 18


def test_the_selected_sentence_stays_selected_while_the_same_text_is_shown_anew(qtbot: QtBot) -> None:
    painted, chosen = PaintedText("Text"), []
    qtbot.addWidget(painted)
    painted.chosen.connect(chosen.append)
    for words in ("One.", "One.", "Other."):
        painted.show_pieces([Piece(words, PieceStyle.SENTENCE, 7)])
        if not chosen:
            qtbot.keyClick(painted, Qt.Key.Key_Down)
        qtbot.keyClick(painted, Qt.Key.Key_Return)
    assert chosen == [7, 7], "of another text none is selected"


def test_pieces_never_overlap_and_a_narrower_panel_is_higher(qtbot: QtBot) -> None:
    painted = PaintedText("Text")
    qtbot.addWidget(painted)
    pieces = [Piece(f"{look} " * 12, look) for look in PieceStyle]
    heights = []
    for width in (700, 300):
        placed = lay_out(pieces, painted.font(), float(width), 18.0)
        assert all(a.rect.bottom() <= b.rect.top() for a, b in itertools.pairwise(placed))
        heights.append(placed[-1].rect.bottom())
    assert heights[0] < heights[1]


def test_a_disclaimer_is_painted_in_the_colours_of_a_warning(qtbot: QtBot) -> None:
    painted = PaintedText("Text")
    qtbot.addWidget(painted)
    painted.resize(400, 200)
    painted.show_pieces([Piece("Do not rely on it.", PieceStyle.DISCLAIMER)])
    box = painted.placed(400)[0].rect
    picture = painted.grab().toImage()
    assert picture.pixelColor(round(box.right()) - 6, round(box.center().y())) == QColor(colours().warn_soft)
