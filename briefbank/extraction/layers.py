"""The layers of a PDF (optional content; ISO 32000-1, 8.11): whether a file has any, and which of its
annotations are in one that is switched off.

PDFium leaves out the content of such a layer itself, but draws its annotations, which other readers do not.
They are hidden in memory. PDFium's interface does not show what an annotation belongs to, so that pikepdf has
to say it.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_HIDDEN = 2
"""FPDF_ANNOT_FLAG_HIDDEN of fpdf_annot.h."""

_MAX_DEPTH = 10
"""The maximum depth of a visibility expression."""

_Groups = Set[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Layers:
    """``exist`` says whether the file may have layers; ``annotations_off`` are the positions of annotations
    that are in a layer which is switched off, by the index of their page."""

    exist: bool
    annotations_off: Mapping[int, Set[int]] = field(default_factory=dict)


def layers_of(path: Path) -> Layers:
    """Return the layers of a PDF. A file that pikepdf cannot read may have some."""
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            layers = pdf.Root.get("/OCProperties")
            if not isinstance(layers, pikepdf.Dictionary):
                return Layers(exist=False)
            off = _groups_off(layers)
            notes = {index: _annotations_off(page.obj, off) for index, page in enumerate(pdf.pages)}
            return Layers(True, {index: positions for index, positions in notes.items() if positions})
    except (pikepdf.PikepdfError, ValueError, TypeError, AttributeError):  # damaged, or with a password
        return Layers(exist=True)


def hide_annotations_off(document: Any, layers: Layers) -> None:
    """Hide the annotations of layers that are off in an opened document, in memory."""
    import pypdfium2
    import pypdfium2.raw as raw

    for index, positions in layers.annotations_off.items():
        try:
            page = document[index]
        except pypdfium2.PdfiumError:
            continue
        for position in positions:
            annotation = raw.FPDFPage_GetAnnot(page, position)
            if annotation:
                raw.FPDFAnnot_SetFlags(annotation, raw.FPDFAnnot_GetFlags(annotation) | _HIDDEN)
                raw.FPDFPage_CloseAnnot(annotation)
        page.close()


def _groups_off(layers: Any) -> _Groups:
    """Return the groups that the default configuration switches off."""
    default = layers.get("/D", {})
    named = {state: {group.objgen for group in default.get(state, [])} for state in ("/ON", "/OFF")}
    if str(default.get("/BaseState")) == "/OFF":
        return {group.objgen for group in layers.get("/OCGs", [])} - named["/ON"]
    return named["/OFF"]


def _annotations_off(page: Any, off: _Groups) -> Set[int]:
    import pikepdf

    notes = page.get("/Annots", [])
    return {
        position
        for position, note in enumerate(notes)
        if isinstance(note, pikepdf.Dictionary) and "/OC" in note and not _is_on(note.OC, off)
    }


def _is_on(content: Any, off: _Groups) -> bool:
    """Tell whether a group, or a membership of groups, is visible."""
    import pikepdf

    if str(content.get("/Type")) != "/OCMD":
        return content.objgen not in off
    if isinstance(content.get("/VE"), pikepdf.Array):
        return _is_true(content.VE, off, 0)
    groups = content.get("/OCGs", [])
    groups = list(groups) if isinstance(groups, pikepdf.Array) else [groups]
    states = [group.objgen not in off for group in groups]
    policy = str(content.get("/P", "/AnyOn"))
    if policy == "/AllOn":
        return all(states)
    if policy in ("/AnyOff", "/AllOff"):
        return not (all(states) if policy == "/AnyOff" else any(states))
    return any(states) or not states


def _is_true(expression: Any, off: _Groups, depth: int) -> bool:
    import pikepdf

    if isinstance(expression, pikepdf.Dictionary):
        return expression.objgen not in off
    if depth >= _MAX_DEPTH:
        return True
    operator, *operands = expression
    values = [_is_true(operand, off, depth + 1) for operand in operands]
    if str(operator) == "/Not":
        return not any(values)
    return all(values) if str(operator) == "/And" else any(values)
