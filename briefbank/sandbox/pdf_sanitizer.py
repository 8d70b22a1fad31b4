"""Removes active content from a PDF, for the copies that BriefBank makes to be read.

Scripts, actions on opening, clicking and printing, programs to be started, forms that are sent, embedded and
attached files, media, and content that is fetched from elsewhere go; links to pages, and to web and mail
addresses stay. The original beside the copy keeps them. The places are those of ISO 32000-1, 12.6 (actions),
7.11 (files), 7.3.8 and 8.10.4 (content from elsewhere) and 12.4.4 (what happens in a presentation).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

_SCHEMES = frozenset({b"http", b"https", b"mailto"})
_NO_SITE = (b"/", b"\\")
"""The beginnings of an address that names a folder or another computer's share, which some systems log in
to."""
_ACTIVE_NOTES = ("/FileAttachment", "/RichMedia", "/Screen", "/Movie", "/Sound", "/3D")
_ACTIVE_NAMES = ("/JavaScript", "/EmbeddedFiles", "/Renditions")
_EXTERNAL_KEYS = ("/F", "/FFilter", "/FDecodeParms", "/Ref", "/OPI")
"""Keys of a stream which say that its bytes, or a page to be drawn in its place, are in another file or at an
address."""


def sanitize(pdf: Any) -> bool:
    """Change the opened pikepdf document; return whether there was anything to take out. Raises what pikepdf
    raises for one that is damaged."""
    import pikepdf

    root = pdf.Root
    changed = _delete_keys(root, ("/AA", "/AF", "/Collection", "/Requirements"))
    changed |= not _only_shows(root.get("/OpenAction")) and _delete_keys(root, ("/OpenAction",))
    if _is_dictionary(root.get("/Names")):
        changed |= _delete_keys(root.Names, _ACTIVE_NAMES)
    form = root.get("/AcroForm")
    if _is_dictionary(form):
        changed |= _delete_keys(form, ("/XFA",))
        for field in _nodes(_entries(form, "/Fields"), lambda field: _entries(field, "/Kids")):
            changed |= _delete_actions(field)
    outlines = root.get("/Outlines")
    for item in _nodes([outlines], lambda item: (item.get("/First"), item.get("/Next"))):
        changed |= _delete_actions(item)
    for page in pdf.pages:
        changed |= _clean_page(page.obj)
    for item in pdf.objects:
        if isinstance(item, pikepdf.Stream):
            changed |= _delete_keys(item, _EXTERNAL_KEYS)
    return changed


def _clean_page(page: Any) -> bool:
    changed = _delete_keys(page, ("/AA", "/AF", "/PresSteps"))
    notes = _entries(page, "/Annots")
    kept = [
        note for note in notes if not (_is_dictionary(note) and str(note.get("/Subtype")) in _ACTIVE_NOTES)
    ]
    for note in filter(_is_dictionary, kept):
        changed |= _delete_actions(note)
    if len(kept) == len(notes):
        return changed
    page.Annots = kept
    return True


def _delete_actions(item: Any) -> bool:
    """Remove the actions of a note, field or bookmark. A link to a page or address loses only what would
    follow."""
    changed = _delete_keys(item, ("/AA", "/PA", "/AF"))
    action = item.get("/A")
    if _is_dictionary(action) and (_shows_a_page(action) or _is_address(action)):
        return _delete_keys(action, ("/Next",)) or changed
    return _delete_keys(item, ("/A",)) or changed


def _only_shows(action: Any) -> bool:
    """Tell whether the action only shows a page. An address would be opened unasked, and tell who reads
    what."""
    import pikepdf

    if isinstance(action, pikepdf.Array):
        return True
    return _is_dictionary(action) and _shows_a_page(action) and "/Next" not in action


def _shows_a_page(action: Any) -> bool:
    return str(action.get("/S")) == "/GoTo"


def _is_address(action: Any) -> bool:
    """Tell whether it is a web or mail address. One without a scheme is taken for a web address, as viewers
    do."""
    import pikepdf

    address = action.get("/URI")
    if str(action.get("/S")) != "/URI" or not isinstance(address, pikepdf.String):
        return False
    scheme, colon, _ = bytes(address).strip().partition(b":")
    return scheme.lower() in _SCHEMES if colon else not scheme.startswith(_NO_SITE)


def _nodes(first: Iterable[Any], following: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
    waiting, seen = list(first), set[tuple[int, int]]()
    while waiting:  # nodes seen before are skipped, so that a cyclic tree ends
        node = waiting.pop()
        if not _is_dictionary(node) or (node.is_indirect and node.objgen in seen):
            continue
        seen.add(node.objgen)
        yield node
        waiting.extend(following(node))


def _entries(holder: Any, key: str) -> list[Any]:
    import pikepdf

    entries = holder.get(key)
    return list(entries) if isinstance(entries, pikepdf.Array) else []


def _is_dictionary(item: Any) -> bool:
    import pikepdf

    return isinstance(item, pikepdf.Dictionary)


def _delete_keys(holder: Any, keys: Iterable[str]) -> bool:
    present = [key for key in keys if key in holder]
    for key in present:
        del holder[key]
    return bool(present)
