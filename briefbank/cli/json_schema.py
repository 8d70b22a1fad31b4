"""The command line's JSON schema: BriefBank's values as the documents that scripts rely on.

Field names must never change, because scripts rely on them (see README, 'Command line'). New fields may be
added.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.document_names import worded
from briefbank.domain.ingest import FileStatus
from briefbank.domain.pages import PageSource
from briefbank.domain.version_order import version_of
from briefbank.errors import BriefBankError, QueryError

if TYPE_CHECKING:  # making these classes takes longer than many a command
    from collections.abc import Iterable, Sequence
    from datetime import date
    from pathlib import Path

    from briefbank.domain.authorities import Authority, AuthorityNote, Provision
    from briefbank.domain.authority_reports import Difference
    from briefbank.domain.documents import Attachments, CaptionEntry, Document, Version
    from briefbank.domain.feedback import Feedback
    from briefbank.domain.ingest import FileOutcome, PassedOver, UnconfirmedPaths, WatchedFolder
    from briefbank.domain.ingest_report import IngestReport, Searchable
    from briefbank.domain.maintenance import (
        BackupReport,
        CheckResult,
        DrillReport,
        HealthReport,
        KnownBackup,
        LibrarySizes,
        MoveReport,
        RestoreReport,
    )
    from briefbank.domain.offline import OfflineGrant, OfflineReport, OfflineState
    from briefbank.domain.pages import Page
    from briefbank.domain.passages import Passage
    from briefbank.domain.searches import (
        Factor,
        Hit,
        OutsideHit,
        QueryPart,
        Related,
        SearchAnswer,
        ThesaurusState,
        WiderQuery,
    )
    from briefbank.domain.summaries import Summary
    from briefbank.domain.survey import Survey, SurveyTotals

Json = dict[str, Any]


def day_json(value: date | None) -> str | None:
    """Return a day as '2015-03-03'."""
    return value.isoformat() if value else None


def title_json(titled: Document | Version | Feedback) -> Json:
    """Return a title, and what distinguishes the document from others with it; empty for a unique title."""
    return {"title": titled.title, "distinction": " · ".join(worded(titled.distinctions))}


def document_json(document: Document) -> Json:
    return {
        "document_id": document.id,
        "kind": document.kind.value,
        **title_json(document),
        "filed": day_json(document.filed),
        "court": document.court,
        "docket": document.docket,
        "pages": document.pages,
        "ocr_pages": document.ocr_pages,
        "passages": document.passages,
        "gaps": document.gaps,
        "doubtful_pages": document.doubtful_pages,
        "hidden_pages": document.hidden_pages,
        "family": document.family,
        "parties": document.parties,
        "side": document.side,
        "office": document.office,
        "judge": document.judge,
        "folder": document.folder,
        "version": str(version_of(document)),
        "corrected": _corrected(document),
    }


def _corrected(document: Document) -> list[str]:
    """Return the names of the corrected fields in their order; most documents have none."""
    if not document.corrected:
        return []
    return [field.value for field in CaptionField if field in document.corrected]


_NO_DOCUMENT: Json = {
    **dict.fromkeys(("document_id", "kind", "title", "distinction", "filed", "court", "docket")),
    **dict.fromkeys(
        ("pages", "ocr_pages", "passages", "gaps", "doubtful_pages", "hidden_pages", "family"), 0
    ),
    **dict.fromkeys(("parties", "side", "office", "judge", "folder", "version")),
    "corrected": [],
}


def outcome_json(outcome: FileOutcome) -> Json:
    known = document_json(outcome.document) if outcome.document else _NO_DOCUMENT
    return {
        "path": str(outcome.path),
        "status": outcome.status.value,
        **known,
        "reason": outcome.reason,
        "needs_password": outcome.needs_password,
        "left_out": outcome.left_out,
        "next_steps": [step.value for step in outcome.next_steps],
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
    ended = Counter(outcome.status for outcome in outcomes)
    added: Json = {
        "files": [outcome_json(outcome) for outcome in outcomes],
        "counts": {status.value: ended[status] for status in FileStatus},
        "passed_over": asdict(passed_over),
        "waiting": waiting,
        "seconds": round(seconds, 3),
    }
    return {**added, "error": error_json(trouble)} if trouble else added


def survey_json(survey: Survey, totals: SurveyTotals, seconds: float) -> Json:
    """Return what would be added, by format, and what it would take; sizes in bytes, times in seconds."""
    return {
        "files": totals.taken.files,
        "bytes": totals.taken.bytes,
        "pages": totals.taken.pages,
        "scanned_pages": totals.taken.scans,
        "copies": totals.copies,
        "formats": [{"format": name, **asdict(amount)} for name, amount in totals.formats.items()],
        "no_use": [
            {"reason": reason.value, "files": amount.files, "bytes": amount.bytes}
            for reason, amount in totals.no_use.items()
        ],
        "left_out": [{"pattern": pattern, "files": files} for pattern, files in totals.left_out.items()],
        "passed_over": asdict(survey.passed_over),
        "closed_folders": list(survey.away),
        "folders": [{"place": place, "bytes": size} for place, size in totals.folders],
        "seconds_until": {
            "words": round(totals.words_s),
            "meaning": round(totals.meaning_s),
            "scans": round(totals.scans_s),
        },
        "disk": {
            "needed": totals.needed_bytes,
            "free": survey.free_bytes,
            "fits": totals.needed_bytes <= survey.free_bytes,
        },
        "seconds": round(seconds, 3),
    }


def report_json(report: IngestReport, searchable: Searchable, file: Path | None) -> Json:
    return {
        "files": report.files,
        **{status.value: report.ended.get(status, 0) for status in FileStatus},
        "taken_off": report.taken_off,
        "left_out": report.left_out,
        "waiting": report.waiting,
        "waiting_for_scans": report.waiting_for_scans,
        "refusals": [{"reason": reason, "files": number} for reason, number in report.refusals],
        "pages": report.pages,
        "files_with_gaps": report.files_with_gaps,
        "pages_without_text": report.gaps,
        "searchable": {
            "files": searchable.files,
            "words": searchable.by_words,
            "meaning": searchable.by_meaning,
        },
        "file": str(file) if file else "",
    }


def error_json(error: BriefBankError) -> Json:
    """Return an error; for a malformed query also the position of the fault, counted in characters from 0."""
    fields = {"title": error.title, "remedy": error.remedy}
    if isinstance(error, QueryError) and error.position >= 0:
        return {**fields, "position": error.position}
    return fields


def hit_json(hit: Hit) -> Json:
    return {
        "rank": hit.rank,
        "passage_id": hit.passage.id,
        "document_id": hit.document.id,
        **title_json(hit.document),
        "kind": hit.document.kind.value,
        "filed": day_json(hit.document.filed),
        "court": hit.document.court,
        "docket": hit.document.docket,
        "folder": hit.document.folder,
        "page": hit.passage.first_page + 1,
        "page_label": hit.passage.page_label,
        "headings": list(hit.passage.heading_path),
        "text": hit.passage.text,
        "citation": hit.citation,
        "score": round(hit.score, 4),
        "reasons": list(hit.reasons),
        "alerts": list(hit.alerts),
        "marks": [list(mark) for mark in hit.marks],
        "feedback": hit.verdict.value if hit.verdict else None,
        "versions": [_version_json(version) for version in hit.versions],
        "copies": [_version_json(copy) for copy in hit.copies],
        "factors": [_factor_json(factor) for factor in hit.factors],
        "doubt": hit.doubt,
        "tier": hit.tier.value,
        "weaker": hit.tier == "less_close",
    }


def _version_json(version: Version) -> Json:
    return {
        "document_id": version.document_id,
        "passage_id": version.passage_id,
        **title_json(version),
        "filed": day_json(version.filed),
        "version": version.version,
    }


def _factor_json(factor: Factor) -> Json:
    return {"name": str(factor.name), "value": factor.value, "text": factor.text}


def answer_json(answer: SearchAnswer) -> Json:
    """Return a search's answer.

    ``total`` counts the close results, and ``total_is_least`` is true if there are more. ``less_close``
    counts the others, which stand below them, as ``weaker`` did before. ``law_from`` and ``law_to`` are the
    days whose law was searched, null for today's.
    """
    return {
        "interpretation": answer.interpretation,
        "took_ms": round(answer.took_ms, 1),
        "total": answer.total,
        "results": [hit_json(hit) for hit in answer.hits],
        "less_close": answer.less_close,
        "weaker": answer.less_close,
        "weaker_listed": answer.less_close > 0,
        "advice": answer.advice,
        "nothing_close": answer.nothing_close,
        "meaning_used": answer.meaning_used,
        "total_is_least": answer.total_is_least,
        "parts": [_part_json(part) for part in answer.parts],
        "loosenings": [_loosening_json(wider) for wider in answer.loosenings],
        "law_from": day_json(answer.law_from),
        "law_to": day_json(answer.law_to),
        "outside": [_outside_json(each) for each in answer.outside],
        "outside_total": answer.outside_total,
        "authorities": [note_json(note) for note in answer.authorities],
    }


def _outside_json(outside: OutsideHit) -> Json:
    """Return a hit that is not the law of the days searched, and why."""
    return {
        **hit_json(outside.hit),
        "why": outside.text,
        "in_force_from": day_json(outside.window.first),
        "in_force_to": day_json(outside.window.last),
    }


def authority_json(authority: Authority) -> Json:
    """Return an authority's names; one that the library does not know has no id."""
    return {
        "authority_id": authority.id or None,
        "authority": authority.canonical,
        "sort": authority.kind.value,
        "name": authority.name,
    }


def provision_json(provision: Provision) -> Json:
    """Return one version of a provision."""
    return {
        "provision_id": provision.id,
        "citation": provision.authority.canonical,
        "number": provision.number,
        "catchline": provision.catchline,
        "path": list(provision.path),
        "from": day_json(provision.window.first),
        "to": day_json(provision.window.last),
        "source": provision.source,
        "document_id": provision.document_id,
    }


def runs_json(differences: Iterable[Difference]) -> list[Json]:
    """Return the runs of words of two texts; ``change`` is "same", "removed" or "added"."""
    return [{"change": each.change, "text": each.text} for each in differences]


def note_json(note: AuthorityNote) -> Json:
    """Return a note on an authority."""
    return {
        **authority_json(note.authority),
        "text": note.text,
        "alerts": list(note.alerts),
        "proposals": note.proposals,
        "passages": note.passages,
        "documents": note.documents,
        "last_cited": day_json(note.last_cited),
    }


def _part_json(part: QueryPart) -> Json:
    """Return a part of a query; ``without`` is the query without it, or empty if it cannot be removed."""
    return {"role": part.role.value, "text": part.text, "without": part.without}


def _loosening_json(wider: WiderQuery) -> Json:
    return {
        "text": wider.text,
        "query": wider.query,
        "total": wider.total,
        "clears_filters": wider.clears_filters,
    }


def marks_json(marks: Sequence[Feedback]) -> Json:
    """Return the feedback; a passage that is not in the library now has no id, title and text."""
    return {
        "marks": [
            {
                "key": mark.key,
                "query": mark.query,
                "verdict": mark.verdict.value,
                "given_at": mark.given_at.isoformat(),
                "passage_id": mark.passage_id or None,
                **title_json(mark),
                "text": mark.text,
            }
            for mark in marks
        ]
    }


def thesaurus_json(state: ThesaurusState) -> Json:
    return {
        "file": str(state.file),
        "built_in": state.built_in,
        "own": state.own,
        "problems": list(state.problems),
    }


def related_json(text: str, related: Sequence[Related]) -> Json:
    """Return the terms related to ``text``, which are searched together with it."""
    return {
        "text": text,
        "related": [{"text": each.text, "of": each.of, "weight": each.weight} for each in related],
    }


def summary_json(summary: Summary) -> Json:
    return {
        "kind": summary.kind,
        "disclaimer": summary.disclaimer,
        "issue": summary.part("issue"),
        "facts": summary.part("facts"),
        "sentences": [
            {"text": s.text, "page": s.page + 1, "supported": s.supported, "part": s.part}
            for s in summary.sentences
        ],
        "withheld": summary.withheld,
    }


def shown_json(
    document: Document,
    caption: Sequence[CaptionEntry],
    pages: Sequence[Page],
    passages: Sequence[Passage],
    attachments: Attachments,
) -> Json:
    """Return a document with its passages; ``attached_files`` are in the file, ``attachments`` in the
    library."""
    return {
        **document_json(document),
        "attached_files": document.attached,
        "attached_to": [_named_json(each) for each in attachments.attached_to],
        "attached_to_removed": attachments.no_longer_here,
        "attachments": [_named_json(each) for each in attachments.files],
        "caption": [_entry_json(entry) for entry in caption],
        "file_name": document.file_name,
        "filed_source": document.filed_source,
        "added_at": document.added_at.isoformat(),
        "sample": document.sample,
        "gap_pages": [
            {"page": page.index + 1, "reason": page.gap_reason}
            for page in pages
            if page.source is PageSource.GAP
        ],
        "recognised_pages": [
            {
                "page": page.index + 1,
                "engine": page.engine,
                "confidence": page.confidence,
                "doubtful": page.doubtful,
            }
            for page in pages
            if page.source is PageSource.OCR
        ],
        "hidden_text_pages": [page.index + 1 for page in pages if page.hidden],
        "page_labels": [page.label for page in pages],
        "passage_list": [_passage_json(passage) for passage in passages],
    }


def _named_json(document: Document) -> Json:
    return {
        "document_id": document.id,
        "kind": document.kind.value,
        **title_json(document),
        "file_name": document.file_name,
    }


def section_json(passage_id: int, passages: Sequence[Passage]) -> Json:
    """Return the section that contains a passage."""
    return {
        "passage_id": passage_id,
        "document_id": passages[0].document_id,
        "section": [_passage_json(passage) for passage in passages],
    }


def _passage_json(passage: Passage) -> Json:
    return {
        "passage_id": passage.id,
        "page": passage.first_page + 1,
        "page_label": passage.page_label,
        "role": passage.role.value,
        "headings": list(passage.heading_path),
        "text": passage.text,
        "citations": [each.canonical for each in passage.citations if each.canonical],
    }


def _entry_json(entry: CaptionEntry) -> Json:
    return {
        "field": entry.field.value,
        "value": entry.value,
        "source": entry.source,
        "confidence": round(entry.confidence, 2),
        "page": None if entry.page is None else entry.page + 1,
    }


def health_json(report: HealthReport) -> Json:
    return {
        "healthy": report.healthy,
        "documents": report.documents,
        "passages": report.passages,
        "lexical_passages": report.lexical_passages,
        "dense_passages": report.dense_passages,
        "waiting_for_meaning": report.waiting_for_meaning,
        "problems": list(report.problems),
        "repaired": list(report.repaired),
        "annotation_gaps": report.annotation_gaps,
        "future_dates": report.future_dates,
    }


def backup_json(report: BackupReport) -> Json:
    return {
        "folder": str(report.folder),
        "documents": report.documents,
        "files_copied": report.files_copied,
        "bytes_copied": report.bytes_copied,
        "seconds": round(report.seconds, 3),
        "problems": list(report.problems),
    }


def backups_json(backups: Sequence[KnownBackup]) -> Json:
    return {
        "backups": [
            {
                "folder": str(each.folder),
                "made": each.made.isoformat(),
                "until": each.until.isoformat() if each.until else None,
            }
            for each in backups
        ]
    }


def offline_grant_json(grant: OfflineGrant) -> Json:
    return {
        "person": grant.person,
        "computer": grant.device,
        "matters": list(grant.matters),
        "documents": grant.documents,
        "taken": grant.taken.isoformat(),
        "until": grant.until.astimezone().isoformat(),
    }


def offline_json(state: OfflineState) -> Json:
    lease = state.lease
    return {
        "office": lease.office,
        "person": lease.person,
        "until": lease.until.astimezone().isoformat(),
        "over": lease.is_over(),
        "matters": list(lease.choice.matters),
        "documents": state.documents,
        "unsent": state.unsent,
    }


def offline_report_json(report: OfflineReport) -> Json:
    return {
        "until": report.lease.until.astimezone().isoformat(),
        "matters": list(report.lease.choice.matters),
        "documents": report.documents,
        "brought": report.brought,
        "removed": report.removed,
        "sent": report.sent,
        "problems": list(report.problems),
        "seconds": round(report.seconds, 3),
    }


def restore_json(report: RestoreReport) -> Json:
    return {
        "documents": report.documents,
        "kept_before": str(report.kept_before) if report.kept_before else None,
    }


def drill_json(report: DrillReport) -> Json:
    return {
        **asdict(report),
        "made": report.made.isoformat(),
        "seconds": round(report.seconds, 3),
        "problems": list(report.problems),
        "equal": not report.problems,
    }


def move_json(report: MoveReport) -> Json:
    return {
        "documents": report.documents,
        "already_here": report.already_here,
        "marks": report.marks,
        "lines": report.lines,
        "seconds": round(report.seconds, 3),
        "problems": list(report.problems),
    }


def watched_json(folders: Sequence[WatchedFolder]) -> Json:
    return {
        "folders": [
            {"path": str(each.path), "trouble": each.trouble, "confirmed": each.confirmed} for each in folders
        ]
    }


def unconfirmed_json(found: UnconfirmedPaths, answer: str) -> Json:
    """Return what awaits confirmation. ``answer`` is "confirmed", "declined", or empty without one."""
    return {"folders": list(map(str, found.folders)), "files": list(map(str, found.files)), "answer": answer}


def sizes_json(sizes: LibrarySizes) -> Json:
    """Return the sizes in bytes, two counts, and two times in UTC."""
    moments = {
        name: moment.isoformat() if moment else None
        for name, moment in (("last_check", sizes.last_check), ("last_backup", sizes.last_backup))
    }
    return {**asdict(sizes), **moments}


def checks_json(results: Sequence[CheckResult]) -> Json:
    return {
        "passed": all(result.passed for result in results),
        "checks": [
            {"name": r.name, "passed": r.passed, "detail": r.detail, "remark": r.remark} for r in results
        ],
    }
