"""A label of two lines breaks between words and loses none of them."""

from pytestqt.qtbot import QtBot

from ui.kit.controls import ElidedLabel

TEXT = "Jennifer Gratz v. Lee Bollinger  ·  Brief of General Motors Corporation as Amicus Curiae"


def test_words_parted_by_two_spaces_are_not_torn(qtbot: QtBot) -> None:
    label = ElidedLabel(TEXT, lines=2)
    qtbot.addWidget(label)
    label.show()
    width = label.fontMetrics().horizontalAdvance(TEXT)
    for share in (0.55, 0.6, 0.7, 0.8):
        label.resize(round(width * share), 60)
        assert len(label.text().split("\n")) == 2 and label.text().split() == TEXT.split()
