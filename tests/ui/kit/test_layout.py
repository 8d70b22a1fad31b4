"""Layouts written as lists of what they contain."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from ui.kit.layout import STRETCH, Stretch, column, form, row


def test_a_column_takes_widgets_layouts_spaces_and_stretches(qapp: object) -> None:
    page, first, second, third = QWidget(), QLabel("a"), QLabel("b"), QLabel("c")
    inner = row(second, STRETCH, (third, 2))
    layout = column(first, None, 12, (inner, 1), Stretch(3), on=page, margins=(4, 8), spacing=6)
    assert page.layout() is layout
    assert isinstance(layout, QVBoxLayout)
    assert [layout.stretch(at) for at in range(layout.count())] == [0, 0, 1, 3]
    assert layout.itemAt(1).spacerItem().sizeHint().height() == 12
    assert [inner.stretch(at) for at in range(inner.count())] == [0, 1, 2]
    margins = layout.contentsMargins()
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (4, 8, 4, 8)
    assert layout.spacing() == 6
    assert third.parent() is page


def test_a_form_names_its_fields_for_assistive_technology(qapp: object) -> None:
    page, address, model = QWidget(), QLineEdit(), QLineEdit()
    model.setAccessibleName("Model of the server")
    form(("&Address", address), ("Model", model), on=page)
    assert address.accessibleName() == "Address"
    assert model.accessibleName() == "Model of the server"
