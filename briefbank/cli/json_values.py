"""The JSON documents of the command line, which scripts rely on.

Field names never change; new fields may be added. ``record`` names the fields of a value. What is not a text
or number yet becomes one in ``builtins``: dates, enumerations, paths, and values whose fields are the JSON's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import version_of, worded
from briefbank.domain.ingest import FileStatus
from briefbank.domain.pages import PageSource
from briefbank.errors import BriefBankError, QueryError

if TYPE_CHECKING:  # making these classes takes longer than many a command
    from briefbank.api.documents import DocumentsApi
    from briefbank.domain.authorities import Authority, GoodLawEntry, Provision
    from briefbank.domain.authority_reports import Proposal
    from briefbank.domain.documents import Document
    from briefbank.domain.ingest import (
        FileOutcome,
        IngestReport,
        PassedOver,
        Searchable,
        Survey,
        SurveyTotals,
    )
    from briefbank.domain.office import OfflineGrant, OfflineReport, OfflineState
    from briefbank.domain.pages import Passage
    from briefbank.domain.searches import Hit, SearchAnswer
    from briefbank.domain.summaries import Summary

Json = dict[str, Any]

_TITLE = "title distinction=distinctions"
_DOCUMENT = (
    f"document_id=id kind {_TITLE} filed court docket pages ocr_pages passages gaps doubtful_pages "
    "hidden_pages family parties side office judge folder version corrected"
)
_PASSAGE = "passage_id=id page=first_page+1 page_label role headings=heading_path text citations"
_ATTACHMENT = f"document_id=id kind {_TITLE} file_name"
_VERSION = f"document_id passage_id {_TITLE} filed version"


@cache
def _getters(fields: str) -> tuple[tuple[str, Callable[[object], Any]], ...]:
    return tuple(map(_getter, fields.split()))


def _getter(field: str) -> tuple[str, Callable[[object], Any]]:
    name, _, path = field.partition("=")
    path, _, digits = (path or name).partition(":")
    get = attrgetter(path.removesuffix("?").removesuffix("+1"))
    if path.endswith("distinctions"):
        return name, lambda value: " · ".join(worded(get(value)))
    if path.endswith("?"):
        return name, lambda value: get(value) or None
    if path.endswith("+1"):
        return name, lambda value: None if (number := get(value)) is None else number + 1
    if digits or name == "seconds":
        places = int(digits or 3)
        return name, lambda value: None if (number := get(value)) is None else round(number, places)
    return name, get


def record(value: object, fields: str, **computed: Any) -> Json:
    """Return the fields of a value as an object, in the order in which ``fields`` names them.

    A field is the attribute of its name, or of the path after "=" ("kind=document.kind"), or is ``computed``.
    After a path "+1" adds one to a number, ":2" rounds it, "?" writes null for what is empty; a path that
    ends with "distinctions" writes their words. Moments keep their offset ("+00:00", where msgspec would
    write "Z"), and seconds have three decimals.
    """
    values = {name: computed[name] if name in computed else get(value) for name, get in _getters(fields)}
    for name, content in values.items():
        if isinstance(content, datetime):
            values[name] = content.isoformat()
    return values


def records(values: Iterable[object], fields: str) -> list[Json]:
    return [record(value, fields) for value in values]


def builtins(document: object) -> Any:
    """Return a document as objects, lists, texts and numbers alone."""
    return msgspec.to_builtins(document, enc_hook=_builtin)


def encoded(document: object) -> str:
    """Return a document as JSON in ASCII, which survives every terminal."""
    return json.dumps(builtins(document))


def _builtin(value: object) -> object:
    if isinstance(value, float):  # of numpy
        return float(value)
    if isinstance(value, str | Path):
        return str(value)
    raise NotImplementedError(type(value).__name__)


def document_json(document: Document) -> Json:
    corrected = [field for field in CaptionField if field in document.corrected] if document.corrected else []
    return record(document, _DOCUMENT, version=str(version_of(document)), corrected=corrected)


_NO_DOCUMENT: Json = {
    **dict.fromkeys(name for name, _ in _getters(_DOCUMENT)),
    **{"pages": 0, "ocr_pages": 0, "passages": 0, "gaps": 0, "doubtful_pages": 0, "hidden_pages": 0},
    **{"family": 0, "corrected": []},
}


def added_json(
    outcomes: Sequence[FileOutcome],
    passed_over: PassedOver,
    seconds: float,
    waiting: int,
    trouble: BriefBankError | None,
) -> Json:
    """Return the outcomes, what was passed over, the number ``waiting`` and ``trouble``, the error that ended
    the work early."""
    statuses = Counter(outcome.status for outcome in outcomes)
    added: Json = {
        "files": [
            {
                **record(outcome, "path status"),
                **(document_json(outcome.document) if outcome.document else _NO_DOCUMENT),
                **record(outcome, "reason needs_password left_out next_steps"),
            }
            for outcome in outcomes
        ],
        "counts": {status.value: statuses[status] for status in FileStatus},
        "passed_over": passed_over,
        "waiting": waiting,
        "seconds": round(seconds, 3),
    }
    return {**added, "error": error_json(trouble)} if trouble else added


def survey_json(survey: Survey, totals: SurveyTotals, seconds: float) -> Json:
    """Return what would be added, by format, and what it would take; sizes in bytes, times in seconds."""
    needed, free = totals.needed_bytes, survey.free_bytes
    fields = "files=taken.files bytes=taken.bytes pages=taken.pages scanned_pages=taken.scans copies"
    return {
        **record(totals, fields),
        "formats": [
            {"format": name, **record(amount, "files bytes pages scans")}
            for name, amount in totals.formats.items()
        ],
        "no_use": [{"reason": key, **record(amount, "files bytes")} for key, amount in totals.no_use.items()],
        "left_out": [{"pattern": pattern, "files": files} for pattern, files in totals.left_out.items()],
        **record(survey, "passed_over closed_folders=away"),
        "folders": [{"place": path, "bytes": size} for path, size in totals.folders],
        "seconds_until": {
            "words": round(totals.words_s),
            "meaning": round(totals.meaning_s),
            "scans": round(totals.scans_s),
        },
        "disk": {"needed": needed, "free": free, "fits": needed <= free},
        "seconds": round(seconds, 3),
    }


def report_json(report: IngestReport, searchable: Searchable, file: Path | None) -> Json:
    return {
        "files": report.files,
        **{status.value: report.ended.get(status, 0) for status in FileStatus},
        **record(report, "taken_off left_out waiting waiting_for_scans"),
        "refusals": [{"reason": reason, "files": number} for reason, number in report.refusals],
        **record(report, "pages files_with_gaps pages_without_text=gaps"),
        "searchable": record(searchable, "files words=by_words meaning=by_meaning"),
        "file": file or "",
    }


def error_json(error: BriefBankError) -> Json:
    """Return an error; for a malformed query also the position of the fault, counted in characters from 0."""
    has_position = isinstance(error, QueryError) and error.position >= 0
    return record(error, "title remedy position" if has_position else "title remedy")


def shown_json(documents: DocumentsApi, document: Document) -> Json:
    """Return a document with passages; ``attached_files`` are in the file, ``attachments`` in the library."""
    pages, attachments = documents.pages(document.id), documents.attachments(document.id)
    caption = "field value source confidence=confidence:2 page=page+1"
    gaps = [page for page in pages if page.source is PageSource.GAP]
    recognised = [page for page in pages if page.source is PageSource.OCR]
    return {
        **document_json(document),
        "attached_files": document.attached,
        "attached_to": records(attachments.attached_to, _ATTACHMENT),
        "attached_to_removed": attachments.no_longer_here,
        "attachments": records(attachments.files, _ATTACHMENT),
        "caption": records(documents.caption(document.id), caption),
        **record(document, "file_name filed_source added_at sample"),
        "gap_pages": records(gaps, "page=index+1 reason=gap_reason"),
        "recognised_pages": records(recognised, "page=index+1 engine confidence doubtful"),
        "hidden_text_pages": [page.index + 1 for page in pages if page.hidden],
        "page_labels": [page.label for page in pages],
        "passage_list": list(map(passage_json, documents.passages(document.id))),
    }


def passage_json(passage: Passage) -> Json:
    citations = [citation.canonical for citation in passage.citations if citation.canonical]
    return record(passage, _PASSAGE, citations=citations)


def summary_json(summary: Summary) -> Json:
    return {
        **record(summary, "kind disclaimer"),
        "issue": summary.part("issue"),
        "facts": summary.part("facts"),
        "sentences": records(summary.sentences, "text page=page+1 supported part"),
        "withheld": summary.withheld,
    }


def hit_json(hit: Hit) -> Json:
    return record(
        hit,
        "rank passage_id=passage.id document_id=document.id title=document.title "
        "distinction=document.distinctions kind=document.kind filed=document.filed court=document.court "
        "docket=document.docket folder=document.folder page=passage.first_page+1 "
        "page_label=passage.page_label headings=passage.heading_path text=passage.text citation "
        "score=score:4 reasons alerts marks feedback=verdict versions copies factors doubt tier weaker",
        versions=records(hit.versions, _VERSION),
        copies=records(hit.copies, _VERSION),
        weaker=hit.tier == "less_close",
    )


def answer_json(answer: SearchAnswer) -> Json:
    """Return a search's answer.

    ``total`` counts the close results, and ``total_is_least`` is true if there are more. ``less_close``
    counts the others, which stand below them, as ``weaker`` did before. ``law_from`` and ``law_to`` are the
    days whose law was searched, null for today's.
    """
    return record(
        answer,
        "interpretation took_ms=took_ms:1 total results less_close weaker=less_close weaker_listed advice "
        "nothing_close meaning_used total_is_least parts loosenings law_from law_to outside "
        "outside_total authorities",
        results=list(map(hit_json, answer.hits)),
        weaker_listed=answer.less_close > 0,
        # Hits that are not the law of the days searched, and why.
        outside=[
            {
                **hit_json(outside.hit),
                **record(outside, "why=text in_force_from=window.first in_force_to=window.last"),
            }
            for outside in answer.outside
        ],
        authorities=[
            {
                **authority_json(note.authority),
                **record(note, "text alerts proposals passages documents last_cited"),
            }
            for note in answer.authorities
        ],
    )


def authority_json(authority: Authority) -> Json:
    """Return an authority's names; one that the library does not know has no id."""
    return record(authority, "authority_id=id? authority=canonical sort=kind name")


def provision_json(provision: Provision) -> Json:
    return record(
        provision,
        "provision_id=id citation=authority.canonical number catchline path from=window.first to=window.last "
        "source document_id",
    )


def entry_json(entry: GoodLawEntry) -> Json:
    return record(
        entry,
        "id authority=canonical also name status=standing by since note entered_by entered_at",
        entered_at=entry.entered_at.astimezone(),
    )


def proposal_json(proposal: Proposal) -> Json:
    return {
        "key": proposal.key,
        **authority_json(proposal.authority),
        **record(proposal, "status=standing by sentence words passage_id"),
        **document_json(proposal.document),
    }


def cited_passage_json(passage: Passage, document: Document) -> Json:
    from briefbank.search.passage_citation import reference

    return {
        "passage_id": passage.id,
        **record(document, f"document_id=id {_TITLE} kind filed"),
        **record(passage, "page=first_page+1 page_label"),
        "citation": reference(document, passage),
    }


def offline_grant_json(offline: OfflineGrant) -> Json:
    fields = "person computer=device matters documents taken until"
    return record(offline, fields, until=offline.until.astimezone())


def offline_json(state: OfflineState) -> Json:
    return record(
        state,
        "office=lease.office person=lease.person until over matters=lease.choice.matters documents unsent",
        until=state.lease.until.astimezone(),
        over=state.lease.is_over(),
    )


def offline_report_json(report: OfflineReport) -> Json:
    fields = "until matters=lease.choice.matters documents brought removed sent problems seconds"
    return record(report, fields, until=report.lease.until.astimezone())
