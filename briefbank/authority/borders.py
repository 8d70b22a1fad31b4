"""Citations that begin in one passage and end in the next, as at a page's end above its notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from briefbank.authority.mention import Mention

_REACH = 90
"""Characters on either side of the border."""
_UNFINISHED = re.compile(r"(?:\d|§|,|\b[A-Z][\w’']{0,8}\.?(?:\d?d|th)?|\b[a-z]{1,4}\.|at|Const\.)$")
"""How a text ends that may end within a citation."""


def across(
    texts: Sequence[str], streams: Sequence[str], find: Callable[[str], Iterator[Mention]]
) -> Iterator[tuple[int, Mention]]:
    """The citations that reach over the end of a text into the next of the same stream: the number of the
    first text, and the mention, which ends there with the text. Linear time."""
    following: dict[str, int] = {}
    for at in range(len(texts) - 1, -1, -1):
        after = following.get(streams[at])
        following[streams[at]] = at
        if after is not None and _UNFINISHED.search(texts[at][-12:].rstrip()):
            for mention in _over(texts[at].rstrip(), texts[after][:_REACH].lstrip(), find):
                yield at, mention


def _over(text: str, head: str, find: Callable[[str], Iterator[Mention]]) -> Iterator[Mention]:
    tail = text[-_REACH:]
    shift = len(text) - len(tail)
    for mention in find(f"{tail} {head}"):
        if mention.start < len(tail) < mention.end - 1 and (mention.start > 0 or not shift):
            mention.start, mention.end = mention.start + shift, len(text)
            yield mention
