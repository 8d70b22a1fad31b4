"""Takes out of a PDF whatever would happen in it: for the copies that BriefBank makes to be read.

Scripts, actions on opening, clicking and printing, programs to be started, forms that are sent, embedded and
attached files, and media go; links to pages and to addresses stay. The original beside the copy keeps them.
The places are those of ISO 32000-1, 12.6 (actions) and 7.11 (files).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

_KEPT_ACTIONS = ("/GoTo", "/URI")
_ACTIVE_NOTES = ("/FileAttachment", "/RichMedia", "/Screen", "/Movie", "/Sound", "/3D")
_NAMED = ("/JavaScript", "/EmbeddedFiles", "/Renditions")
_MOST_NODES = 100_000
"""Of a tree of fields or bookmarks: it may lead back into itself."""


def make_inert(pdf: Any) -> bool:
    """Change the opened pikepdf document; whether there was anything to take out.

    Raises what pikepdf raises for one that is damaged.
    """
    root = pdf.Root
    found = _without(root, ("/AA", "/AF", "/Collection", "/Requirements"))
    found |= not _only_shows(root.get("/OpenAction")) and _without(root, ("/OpenAction",))
    if _is_dictionary(root.get("/Names")):
        found |= _without(root.Names, _NAMED)
    form = root.get("/AcroForm")
    if _is_dictionary(form):
        found |= _without(form, ("/XFA",))
        for field in _nodes(_entries(form, "/Fields"), lambda field: _entries(field, "/Kids")):
            found |= _without_actions(field)
    outlines = root.get("/Outlines")
    for item in _nodes([outlines], lambda item: (item.get("/First"), item.get("/Next"))):
        found |= _without_actions(item)
    for page in pdf.pages:
        found |= _clean_page(page.obj)
    return found


def _clean_page(page: Any) -> bool:
    found = _without(page, ("/AA", "/AF"))
    notes = _entries(page, "/Annots")
    kept = [note for note in notes if not _is_active(note)]
    for note in filter(_is_dictionary, kept):
        found |= _without_actions(note)
    if len(kept) == len(notes):
        return found
    page.Annots = kept
    return True


def _is_active(note: Any) -> bool:
    return _is_dictionary(note) and str(note.get("/Subtype")) in _ACTIVE_NOTES


def _without_actions(item: Any) -> bool:
    """Of a note, field or bookmark; one that only shows a page or an address loses what would follow it."""
    found = _without(item, ("/AA", "/PA", "/AF"))
    action = item.get("/A")
    if _is_dictionary(action) and str(action.get("/S")) in _KEPT_ACTIONS:
        return _without(action, ("/Next",)) or found
    return _without(item, ("/A",)) or found


def _only_shows(action: Any) -> bool:
    """Whether this is a page to begin with, or an action that shows a page or names an address."""
    import pikepdf

    if isinstance(action, pikepdf.Array):
        return True
    return _is_dictionary(action) and str(action.get("/S")) in _KEPT_ACTIONS and "/Next" not in action


def _nodes(first: Iterable[Any], following: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
    """The dictionaries of a tree, each once."""
    waiting, seen = list(first), set[tuple[int, int]]()
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        node = waiting.pop()
        if not _is_dictionary(node) or (node.is_indirect and node.objgen in seen):
            continue
        seen.add(node.objgen)
        yield node
        waiting.extend(following(node))


def _entries(holder: Any, key: str) -> list[Any]:
    import pikepdf

    found = holder.get(key)
    return list(found) if isinstance(found, pikepdf.Array) else []


def _is_dictionary(item: Any) -> bool:
    import pikepdf

    return isinstance(item, pikepdf.Dictionary)


def _without(holder: Any, keys: Iterable[str]) -> bool:
    found = [key for key in keys if key in holder]
    for key in found:
        del holder[key]
    return bool(found)
