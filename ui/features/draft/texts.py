"""The texts around the check of a draft and around the governing provision."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.authority_reports import (
    Difference,
    DraftPlace,
    DraftReport,
    DraftSection,
    ForgottenAuthority,
    ProvisionAnswer,
    ProvisionCandidate,
    QuotationCheck,
    ReliedOn,
)
from briefbank.text.messages import Message, as_message
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.shared import law_texts, wording

NOTHING_KEPT = tr("Nothing of the draft is kept.")
WHAT_FOR = tr(
    "See what your office argued on the same points, which authorities the draft does not cite or should not "
    "rely on any more, and which quotations and citations to look at."
)
KINDS = tr("Drafts (*.pdf *.docx *.doc *.wpd *.rtf *.odt *.html *.htm *.txt);;All files (*)")
DROP = tr("Drop a PDF or Word file here. Text and HTML files can be checked too.")
DROP_WORDS = (
    tr("Drop to check this draft"),
    tr("Nothing of the draft is kept. It is not added to the library."),
)
ONE_ONLY = tr("One draft is checked at a time. Drop a single file.")
STOPPED = tr("The check was stopped. Nothing of the draft was kept.")
NO_TEXT_TYPED = tr("There is no text to check. Paste a part of your draft into the box, or choose its file.")
READY = tr("The check of your draft is ready. Ctrl+5 shows it.")
GETTING_READY = as_message(tr("getting ready"))
CHANGES = tr(
    "[Struck through in brackets] is in the source and not in the draft, underlined in the draft and not in "
    "the source. "
    "Punctuation, capitals and omissions that are shown are not counted."
)


NOTHING_FOUND = tr("Nothing found.")
NOT_COMPARED = tr("Nothing was compared.")
NOT_EVERYTHING = tr("Not everything was compared.")
NONE_CITED = tr("The draft cites no authority that BriefBank knows by its form.")


def stage(text: Message, done: int, total: int) -> str:
    """Return text such as 'Looking for the same arguments, 3 of 20'."""
    said = translate.translate_core(text)
    named = f"{said[:1].upper()}{said[1:]}"
    if total <= 1:
        return f"{named} …"
    return tr("{stage}, {at:,} of {total:,} …").format(stage=named, at=min(done + 1, total), total=total)


def size(report: DraftReport) -> str:
    """Return text such as '12 pages, 4,200 words, 31 authorities cited'."""
    parts = [wording.count(report.pages, tr("page"), tr("pages"))] if report.pages else []
    parts += [wording.count(report.words, tr("word"), tr("words"))]
    parts += [
        tr("{count} cited").format(count=wording.count(len(report.cited), tr("authority"), tr("authorities")))
    ]
    return ", ".join(parts)


def location(value: DraftPlace, *, pasted: bool) -> str:
    """Return text such as 'Page 12'; pasted text has no pages."""
    if pasted:
        return ""
    text = wording.page(value.label, value.page)
    return text[0].upper() + text[1:]


def locations(some: Sequence[DraftPlace], *, pasted: bool) -> str:
    """Return text such as 'Cited on page 4, page 9'."""
    if pasted:
        return tr("Cited in the pasted text")
    pages = ", ".join(dict.fromkeys(wording.page(spot.label, spot.page) for spot in some))
    return tr("Cited on {pages}").format(pages=pages)


def heading(section: DraftSection) -> str:
    """Return the last heading above a section of a draft."""
    return section.heading_path[-1] if section.heading_path else tr("Without a heading")


def section(value: DraftSection, *, pasted: bool) -> str:
    """Return where a section of a draft stands, and how much was found for it."""
    count = (
        wording.count(len(value.hits), tr("passage"), tr("passages")) if value.hits else tr("nothing like it")
    )
    return "  ·  ".join(part for part in (location(value.place, pasted=pasted), count) if part)


def forgotten(value: ForgottenAuthority) -> str:
    """Return where the office cites what the draft does not."""
    cited = wording.counted(
        value.passages,
        tr("Cited in {number} passage that argues the same"),
        tr("Cited in {number} of the passages that argue the same"),
    )
    if not value.heading_path:
        return cited
    return tr("{cited}, for “{heading}”").format(
        cited=cited, heading=wording.beginning(value.heading_path[-1])
    )


def relied(value: ReliedOn) -> str:
    """Return the name of a listed authority that the draft cites."""
    return law_texts.authority_name(value.authority)


def compared(check: QuotationCheck) -> str:
    """Return what a quotation was compared with."""
    title = f"“{wording.title(check.document)}”" if check.document else tr("another document")
    if check.verdict == "not here" and check.document:
        return tr("These words were not found in the library’s text of it, {title}").format(title=title)
    if check.verdict == "not here" and check.authority:
        return tr("Not compared: the library has no text of this source")
    if check.verdict == "not here":
        return tr("Not compared: the draft names no source that BriefBank knows by its form")
    if check.by_words:
        return tr(
            "Found by its words in {title}; the library has no text under the source that the draft names"
        ).format(title=title)
    if check.at_first_hand:
        return tr("Compared with the library’s text of it, {title}").format(title=title)
    return tr("Compared with what {title} quotes from it; the library does not have the source").format(
        title=title
    )


def spoken_differences(differences: Sequence[Difference]) -> str:
    """Return differences to be read aloud, with the changes in words."""
    said = {"same": "{}", "removed": tr("[left out: {}]"), "added": tr("[not in the source: {}]")}
    return " ".join(said[difference.change].format(difference.text) for difference in differences)


def unread(report: DraftReport) -> str:
    """Return that not everything was compared where pages could not be read; empty where all could."""
    return NOT_EVERYTHING if report.coverage.unread_pages else ""


def uncompared(report: DraftReport) -> str:
    """Return how many quotations, those of the record aside, were not compared; empty where all were."""
    left_out = report.coverage.quotations_left_out
    absent = left_out + sum(1 for check in report.quotations if check.verdict == "not here")
    if not absent:
        return ""
    return wording.counted(
        absent,
        tr("{number} of {total} quotations was not compared."),
        tr("{number} of {total} quotations were not compared."),
        total=translate.number(len(report.quotations) + left_out),
    )


def compared_quotations(report: DraftReport) -> str:
    """Return how the quotations that are not shown ended."""
    same = sum(1 for check in report.quotations if check.verdict == "same")
    of_record = report.coverage.record_quotations
    parts = (
        wording.counted(
            same,
            tr("{number} quotation is as in the library’s text."),
            tr("{number} quotations are as in the library’s text."),
        )
        if same
        else "",
        wording.counted(
            of_record,
            tr("{number} quotes the record, which is not compared."),
            tr("{number} quote the record, which is not compared."),
        )
        if of_record
        else "",
    )
    return " ".join(part for part in parts if part)


# --- the governing provision ---------------------------------------------------------------------

GOVERNING_ABOUT = tr(
    "Say what was said or done, and what must be decided of it. The statutes, rules and directives of your "
    "library are searched."
)
STATEMENT_EXAMPLE = tr("The will was signed by the testator and one witness.")
CONDITION_EXAMPLE = tr("Is a will valid that only one witness signed?")
NO_STATEMENT = tr("Type a statement first.")
CHOSEN_BY = {"rule": tr("Put first by a rule"), "model": tr("Put first by the model for comparing texts")}
"""Texts for who chose, by ``ProvisionAnswer.chosen_by``."""


def chosen(answer: ProvisionAnswer) -> str:
    """Return who put the provision first among how many, and why."""
    who = CHOSEN_BY.get(answer.chosen_by, tr("Put first"))
    return (
        tr("{who} among {count}. {reason}")
        .format(
            who=who,
            count=wording.count(len(answer.candidates), tr("provision"), tr("provisions")),
            reason=translate.translate_core(answer.reason),
        )
        .strip()
    )


def provision_path(candidate: ProvisionCandidate) -> str:
    """Return title, chapter and section in one line."""
    return wording.heading(candidate.path) or wording.title(candidate.document)


def closeness(candidate: ProvisionCandidate, *, first: bool) -> str:
    """Return how near a provision comes to the first; empty for the first, and where it cannot be said."""
    if candidate.closeness is None or first:
        return ""
    return tr("{share:.0f} % of the first").format(share=100 * candidate.closeness)


def provision_detail(candidate: ProvisionCandidate) -> str:
    """Return the document of a provision, its page, and since when it is in force."""
    passage, provision = candidate.passage, candidate.provision
    window = provision.window if provision is not None else None
    dated = window is not None and (window.first is not None or window.last is not None)
    parts = (
        wording.title(candidate.document),
        wording.page(passage.page_label, passage.first_page),
        law_texts.window(window) if window is not None and dated else "",
    )
    return "  ·  ".join(part for part in parts if part)
