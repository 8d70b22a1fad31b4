"""The links on a page and what a PDF holds beside its pages, as PDFium tells them; nothing of it is followed.

Runs in the child that shows pages. The PDFium that comes with pypdfium2 has no JavaScript engine, and no
function that would run an action is called.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from briefbank.inert import make_inert
from briefbank.links import PageLink
from briefbank.reading.pdfium import display

MOST_LINKS = 2_000
"""Of one page."""
MOST_CHARACTERS = 4_096
"""Of one address; what is longer is cut, and shown so."""


def links(document: Any, page: Any) -> list[PageLink]:
    """Those with a place on the displayed page, in the order of the file."""
    shown = display(page)
    found = []
    for handle, rect in _handles(page):
        box = shown.clipped(shown.box(rect.left, rect.bottom, rect.right, rect.top))
        if box.x1 > box.x0 and box.y1 > box.y0:
            target, address = _target(document, handle)
            found.append(PageLink(box, target, address))
    return found


def attached(document: Any) -> int:
    """How many files are embedded in the document."""
    import pypdfium2.raw as raw

    return max(0, int(raw.FPDFDoc_GetAttachmentCount(document)))


def acts(path: Path) -> bool:
    """Whether anything in the file would happen in a program that lets it: a tenth of a second and more.

    A file that cannot be looked through may hold anything.
    """
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            return make_inert(pdf)
    except (pikepdf.PdfError, pikepdf.PasswordError, ValueError, TypeError):
        return True


def _handles(page: Any) -> Iterator[tuple[Any, Any]]:
    import pypdfium2.raw as raw

    place, handle = ctypes.c_int(0), raw.FPDF_LINK()
    for _ in range(MOST_LINKS):
        if not raw.FPDFLink_Enumerate(page, place, handle):
            return
        rect = raw.FS_RECTF()
        if raw.FPDFLink_GetAnnotRect(handle, rect):
            yield handle, rect


def _target(document: Any, handle: Any) -> tuple[int | None, str]:
    """Page and address; neither for what does nothing here."""
    import pypdfium2.raw as raw

    destination = raw.FPDFLink_GetDest(document, handle)
    if destination:
        return _page(document, destination), ""
    action = raw.FPDFLink_GetAction(handle)
    kind = raw.FPDFAction_GetType(action) if action else raw.PDFACTION_UNSUPPORTED
    if kind == raw.PDFACTION_GOTO:
        return _page(document, raw.FPDFAction_GetDest(document, action)), ""
    if kind == raw.PDFACTION_URI:
        return None, _text(lambda buffer, size: raw.FPDFAction_GetURIPath(document, action, buffer, size))
    return None, ""


def _page(document: Any, destination: Any) -> int | None:
    import pypdfium2.raw as raw

    index = int(raw.FPDFDest_GetDestPageIndex(document, destination)) if destination else -1
    return index if 0 <= index < len(document) else None


def _text(fill: Any) -> str:
    """What a function of PDFium writes into a buffer of bytes, without the zero at its end."""
    size = min(int(fill(None, 0)), MOST_CHARACTERS)
    if size <= 1:
        return ""
    buffer = ctypes.create_string_buffer(size)
    fill(buffer, size)
    return buffer.raw[: size - 1].decode("utf-8", "replace")
