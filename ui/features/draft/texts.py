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
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.shared import law_texts, wording

NOTHING_KEPT = tr("Nothing of the draft is kept.")
WHAT_FOR = tr(
    "See what your office argued on the same points, which authorities the draft does not cite or should not "
    "rely on any more, and which quotations and citations to look at."
)
KINDS = tr("Drafts (*.pdf *.docx *.html *.htm *.txt);;All files (*)")
DROP = tr("Drop a PDF or Word file here. Text and HTML files can be checked too.")
DROP_WORDS = (
    tr("Drop to check this draft"),
    tr("Nothing of the draft is kept. It is not added to the library."),
)
ONE_ONLY = tr("One draft is checked at a time. Drop a single file.")
STOPPED = tr("The check was stopped. Nothing of the draft was kept.")
NO_TEXT_TYPED = tr("There is no text to check. Paste a part of your draft into the box, or choose its file.")
READY = tr("The check of your draft is ready. Ctrl+5 shows it.")
GETTING_READY = tr("getting ready")
CHANGES = tr(
    "[Struck through in brackets] is in the source and not in the draft, underlined in the draft and not in "
    "the source. "
    "Punctuation, capitals and omissions that are shown are not counted."
)


def stage(text: str, done: int, total: int) -> str:
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


def place(value: DraftPlace, *, pasted: bool) -> str:
    """Return text such as 'Page 12'; pasted text has no pages."""
    if pasted:
        return ""
    text = wording.page(value.label, value.page)
    return text[0].upper() + text[1:]


def places(some: Sequence[DraftPlace], *, pasted: bool) -> str:
    """Return text such as 'Cited on page 4, page 9'."""
    if pasted:
        return tr("Cited in the pasted text")
    pages = ", ".join(dict.fromkeys(wording.page(each.label, each.page) for each in some))
    return tr("Cited on {pages}").format(pages=pages)


def heading(section: DraftSection) -> str:
    """Return the last heading above a section of a draft."""
    return section.heading_path[-1] if section.heading_path else tr("Without a heading")


def section(value: DraftSection, *, pasted: bool) -> str:
    """Return where a section of a draft stands, and how much was found for it."""
    found = (
        wording.count(len(value.hits), tr("passage"), tr("passages")) if value.hits else tr("nothing like it")
    )
    return "  ·  ".join(part for part in (place(value.place, pasted=pasted), found) if part)


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
    if check.verdict == "not here":
        return tr("These words were not found in the library’s text of it, {title}").format(title=title)
    if check.at_first_hand:
        return tr("Compared with the library’s text of it, {title}").format(title=title)
    return tr("Compared with what {title} quotes from it; the library does not have the source").format(
        title=title
    )


def spoken_differences(differences: Sequence[Difference]) -> str:
    """Return differences to be read aloud, with the changes in words."""
    said = {"same": "{}", "removed": tr("[left out: {}]"), "added": tr("[not in the source: {}]")}
    return " ".join(said[each.change].format(each.text) for each in differences)


def quotations(checks: Sequence[QuotationCheck]) -> str:
    """Return how the quotations that are not shown ended."""
    same = sum(1 for each in checks if each.verdict == "same")
    absent = sum(1 for each in checks if each.verdict == "not here" and each.document is None)
    parts = (
        [
            tr("{count} as in the library’s text").format(
                count=wording.count(same, tr("quotation"), tr("quotations"))
            )
        ]
        if same
        else []
    )
    parts += (
        [tr("{absent:,} not compared, because the library has no text of the source").format(absent=absent)]
        if absent
        else []
    )
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if text else ""


# --- the governing provision ---------------------------------------------------------------------

GOVERNING_ABOUT = tr(
    "Say what was said or done, and what must be decided of it. The statutes, rules and directives of your "
    "library are searched."
)
STATEMENT_EXAMPLE = tr("The will was signed by the testator and one witness.")
CONDITION_EXAMPLE = tr("Is a will valid that only one witness signed?")
NO_STATEMENT = tr("Type a statement first.")
CHOSEN_BY = {"rule": tr("Chosen by a rule"), "model": tr("Chosen by the model for comparing texts")}
"""Texts for who chose, by ``ProvisionAnswer.chosen_by``."""


def chosen(answer: ProvisionAnswer) -> str:
    """Return who chose the provision among how many, and why."""
    who = CHOSEN_BY.get(answer.chosen_by, tr("Chosen"))
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
