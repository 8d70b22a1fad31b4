"""The law in force in the stand-in library: two versions of one made-up section, and changes to it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from briefbank.api.law import ValidityApi
from briefbank.domain.authorities import Authority, Change, LawAsOf, Provision, Window
from briefbank.domain.authority_reports import Difference
from briefbank.domain.documents import Document
from briefbank.text.messages import Message, as_message

if TYPE_CHECKING:
    from tests.stand_ins.library.law import StubLaw

WORDS = "1. The court shall consider the following factors. The court may impose a term of ten years."
TWO_CHANGES = (
    Difference("same", "1. The court shall consider "),
    Difference("removed", "the following "),
    Difference("added", "all aggravating and mitigating "),
    Difference("same", "factors. The court may impose a term of ten years"),
    Difference("added", ", and shall say why on the record."),
)


class StubValidity(ValidityApi):
    """A stand-in for ``Validity``; ``known`` are the versions, ``of`` maps a passage to its version."""

    def __init__(self, law: StubLaw, versions: tuple[Provision, ...]) -> None:
        self._law = law
        self.known = list(versions)
        self.of: dict[int, int] = {}
        self.changed: tuple[Change, ...] = ()
        self.odd: list[str] = []

    def versions(self, authority: int | str) -> list[Provision]:
        self._law.calls._call("versions", authority)
        return [item for item in self.known if item.authority.id == authority]

    def of_passages(self, passage_ids: Collection[int]) -> dict[int, Provision]:
        by_id = {item.id: item for item in self.known}
        return {id_: by_id[self.of[id_]] for id_ in passage_ids if id_ in self.of}

    def text(self, provision_id: int) -> str:
        return WORDS

    def differences(self, before: int, after: int) -> list[Difference]:
        return list(TWO_CHANGES)

    def problems(self, authority: int | str) -> list[Message]:
        return list(map(as_message, self.odd))

    def set_window(self, provision_id: int, window: Window | None) -> Provision:
        raise NotImplementedError("the window does not ask")

    def law_of(self, document: Document) -> LawAsOf:
        self._law.calls._call("law_of", document.id)
        return LawAsOf(document.filed, self.changed if document.filed else ())


def change(authority: Authority, provision_id: int = 0) -> Change:
    """A change of an authority."""
    text = "Amended on July 1, 2013: the library has the later text."
    return Change(authority, as_message(text), provision_id)
