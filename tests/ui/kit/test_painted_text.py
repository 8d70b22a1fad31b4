"""Painted text: its lines stay within the widget, its pieces apart, and its chosen sentence chosen."""

from __future__ import annotations

import itertools

from pytestqt.qtbot import QtBot

from ui.kit.painted_text import PaintedText, Piece, PieceStyle, lay_out


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
