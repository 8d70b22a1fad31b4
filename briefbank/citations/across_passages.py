"""Citations that span a border between passages, such as a page break above footnotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from briefbank.citations.mention import Mention

_REACH = 90
"""The number of characters read on either side of a border."""
_UNFINISHED = re.compile(r"(?:\d|§|,|\b[A-Z][\w’']{0,8}\.?(?:\d?d|th)?|\b[a-z]{1,4}\.|at|Const\.)$")
"""The end of a text that may break off within a citation."""


def across(
    texts: Sequence[str], streams: Sequence[str], find: Callable[[str], Iterable[Mention]]
) -> Iterator[tuple[int, Mention]]:
    """Find the citations that begin in a text and end in the next text of the same stream. Linear time.

    Yields the index of the first text and the mention. The mention's range ends with that text.
    """
    following: dict[str, int] = {}
    for at in range(len(texts) - 1, -1, -1):
        after = following.get(streams[at])
        following[streams[at]] = at
        if after is not None and _UNFINISHED.search(texts[at][-12:].rstrip()):
            for mention in _spanning_mentions(texts[at].rstrip(), texts[after][:_REACH].lstrip(), find):
                yield at, mention


def _spanning_mentions(text: str, head: str, find: Callable[[str], Iterable[Mention]]) -> Iterator[Mention]:
    tail = text[-_REACH:]
    shift = len(text) - len(tail)
    for mention in find(f"{tail} {head}"):
        if mention.start < len(tail) < mention.end - 1 and (mention.start > 0 or not shift):
            mention.start, mention.end = mention.start + shift, len(text)
            yield mention
