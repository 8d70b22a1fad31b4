"""The links on a page and the active content of a PDF, as PDFium reports them; no link is followed.

Runs in the child that renders pages. The PDFium of pypdfium2 has no JavaScript engine, and no function that
would run an action is called.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from briefbank.domain.links import PageLink
from briefbank.extraction.pdfium import display
from briefbank.sandbox.pdf_sanitizer import sanitize

MOST_LINKS = 2_000
"""The maximum number of links of one page."""
MOST_CHARACTERS = 4_096
"""The maximum length of one address; a longer one is cut, and shown so."""


def links(document: Any, page: Any) -> list[PageLink]:
    """Return the links with a position on the displayed page, in the order of the file."""
    shown = display(page)
    found = []
    for handle, rect in _handles(page):
        box = shown.clipped(shown.box(rect.left, rect.bottom, rect.right, rect.top))
        if box.x1 > box.x0 and box.y1 > box.y0:
            target, address = _target(document, handle)
            found.append(PageLink(box, target, address))
    return found


def attachment_count(document: Any) -> int:
    """Return the number of files embedded in the document."""
    import pypdfium2.raw as raw

    return max(0, int(raw.FPDFDoc_GetAttachmentCount(document)))


def has_active_content(path: Path) -> bool:
    """Tell whether the file has active content that another program may run; takes a tenth of a second or
    more.

    A file that cannot be examined counts as active.
    """
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            return sanitize(pdf)
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
    """Return the target page and the address; neither for a link without effect here."""
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
    """Return the text that a function of PDFium writes into a buffer of bytes, without the final zero."""
    size = min(int(fill(None, 0)), MOST_CHARACTERS)
    if size <= 1:
        return ""
    buffer = ctypes.create_string_buffer(size)
    fill(buffer, size)
    return buffer.raw[: size - 1].decode("utf-8", "replace")
