"""The window's second language is whole: every text has its translation, and says it in the same form."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

from briefbank.errors import BriefBankError
from briefbank.office import wire
from briefbank.sandbox import messages as pipes
from briefbank.search.interpretation import interpretation, parts_of
from briefbank.search.parsing import parse
from briefbank.text.dates import format_date
from briefbank.text.messages import Message, fill, listed, load, plural, store
from installer import translations
from tests.search.fakes import no_citations
from tests.search.language_cases import BROKEN, NOTED
from ui.features.help import guide as guide_pages
from ui.i18n.translate import LANGUAGES, Language
from ui.kit.keyboard import marked

SPANISH = translations.source_file("es")
UI = translations.PROJECT / "ui"
KEYS = re.compile(r"\b(?:Ctrl|Shift|Alt)\b(?:\+[^\s,;.)]+)*|\bF\d{1,2}\b")
NAMES_OF_KEYS = {
    "Mayús": "Shift",
    "Flecha abajo": "Down",
    "Flecha arriba": "Up",
    "Flecha izquierda": "Left",
    "Flecha derecha": "Right",
    "Av Pág": "PgDown",
    "Re Pág": "PgUp",
    "Ctrl+Más": "Ctrl+Plus",
    "Ctrl+Menos": "Ctrl+Minus",
    "Intro": "Enter",
}
"""Names of keys on Spanish keyboards and in Qt."""
GLOBS = re.compile(r"\(\*[^)]*\)")
TAGS = re.compile(r"<[^>]+>")


class Text(NamedTuple):
    context: str
    source: str
    translation: str
    finished: bool


def texts(ts: Path) -> list[Text]:
    return [
        Text(
            context.findtext("name") or "",
            message.findtext("source") or "",
            message.findtext("translation") or "",
            message.find("translation").get("type") is None,  # type: ignore[union-attr]
        )
        for context in ElementTree.parse(ts).iter("context")
        for message in context.iter("message")
    ]


TEXTS = texts(SPANISH)


def test_the_file_of_translations_holds_exactly_the_texts_of_the_sources() -> None:
    """Brought up to date by ``python -m installer.translations update``."""
    now = {(text.context, text.source) for text in translations.all_texts()}
    kept = {(text.context, text.source) for text in TEXTS}
    assert sorted(now - kept) == [] and sorted(kept - now) == []


def test_a_text_that_moves_takes_its_translation_along_and_what_is_not_said_goes(tmp_path: Path) -> None:
    ts, module = tmp_path / "texts.ts", translations.PROJECT / "ui" / "kit" / "controls.py"
    first = [translations.Text("ui.kit.controls", text, module, 3) for text in ("Close", "Open")]
    translations.update(ts, "es", first)
    ts.write_text(
        ts.read_text("utf-8").replace('<translation type="unfinished" />', "<translation>X</translation>", 1)
    )
    moved = [translations.Text("ui.kit.dialogs", text, module, 8) for text in ("Close", "Save")]
    translations.update(ts, "es", [*moved, moved[0]])
    assert texts(ts) == [
        Text("ui.kit.dialogs", "Close", "X", True),
        Text("ui.kit.dialogs", "Save", "", False),
    ]
    places = [place.attrib for place in ElementTree.parse(ts).iter("location")]
    assert places == [{"filename": "../../ui/kit/controls.py", "line": "8"}] * 3


def test_every_text_is_translated() -> None:
    assert [text.source for text in TEXTS if not text.finished or not text.translation.strip()] == []


def _places(text: str, *, core: bool) -> list[tuple[str, str]]:
    """Name and format of each; those of the core are values that may stand twice."""
    parts = Formatter().parse(text)
    results = [(name, form or "") for _, name, form, _ in parts if name is not None]
    return sorted(set(results)) if core else sorted(results)


def _keys(text: str) -> list[str]:
    for spanish, english in NAMES_OF_KEYS.items():
        text = text.replace(spanish, english)
    return sorted(KEYS.findall(text))


FORMS = {
    "places": lambda item, text: _places(text, core=item.context == translations.CORE),
    "underlined letters": lambda item, text: len(re.findall(r"&(?!&)", text.replace("&&", ""))),
    "its end": lambda item, text: re.findall(r"[…:?]\s*$", text),
    "blanks around it": lambda item, text: re.findall(r"^\s*|\s*$", text),
    "keys": lambda item, text: _keys(text),
    "patterns of files": lambda item, text: GLOBS.findall(text),
    "markup": lambda item, text: sorted(TAGS.findall(text)),
    "lines": lambda item, text: text.count("\n"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_translation_has_the_same_form_as_its_source(form: str) -> None:
    wrong = [
        (text.source, text.translation)
        for text in TEXTS
        if text.finished and FORMS[form](text, text.source) != FORMS[form](text, text.translation)
    ]
    assert wrong == []


STRAIGHT = re.compile(r"""["']""")
CURLY = re.compile(r"“[^“”]*”")
CODE = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]+>")


def test_no_text_and_no_page_of_the_guide_has_a_straight_apostrophe_or_quotation_mark() -> None:
    shown = [text for item in TEXTS for text in (item.source, item.translation)]
    assert [text for text in shown if STRAIGHT.search(text)] == []
    pages = {(page, name): guide_pages.read(page, name) for name in LANGUAGES for page in guide_pages.PAGES}
    lines = [line for text in pages.values() for line in text.splitlines()]
    assert lines and [line for line in lines if STRAIGHT.search(CODE.sub("", line))] == []


def test_spanish_puts_words_between_its_own_marks_and_keeps_those_that_are_typed() -> None:
    """Examples of typed text stay as they are typed; everything else stands between « and »."""
    assert [
        text.translation
        for text in TEXTS
        if not set(CURLY.findall(text.translation)) <= set(CURLY.findall(text.source))
        or text.translation.count("«") != text.translation.count("»")
    ] == []


SENTENCE = re.compile(
    r"^[A-Z“][a-z]+(?:[’'][a-z]+)? \w+|[a-z] [a-z]+ [a-z]+|^[A-Z][a-z]+(?:…|\.)$|[a-z]{2} \{\}|\{\} [a-z]{3}"
)
MARKED = {"tr", "QT_TR_NOOP"}
LOGGED = {"debug", "info", "warning", "error", "exception"}
SILENT = LOGGED | {"compile", "setObjectName", "add_argument", "ArgumentParser"}
NOT_SAID = {
    "Apache License 2.0": "the name of the licence",
    "look through": "the name of a job",
    "summary by a model": "the name of a job",
    "what models need": "the name of a job",
    "search by words": "the name of a job",
    "verify the log": "the name of a job",
    "Loading the model": "a stage of the core, compared",
    "saved {}": "what an alert is known by",
    "library of {}": "a key of the window's state",
    "{} lane": "the name of a thread",
}
"""Texts that look like sentences and reach no person, with what each one is."""


def _untold(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        text = _text(node)
        if text is None or isinstance(parents.get(node), ast.JoinedStr | ast.Expr) or text in NOT_SAID:
            continue
        if SENTENCE.search(text) and not _is_marked(node, parents):
            yield f"{path.name}:{node.lineno}: {text}"  # type: ignore[attr-defined]


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def _is_marked(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    below = node
    while (above := parents.get(below)) is not None and not isinstance(above, ast.stmt):
        if isinstance(above, ast.Call) and below is not above.func:
            name = above.func.attr if isinstance(above.func, ast.Attribute) else getattr(above.func, "id", "")
            if name in MARKED or name in SILENT:
                return True
        below = above
    return isinstance(above, ast.Raise | ast.Assert)


def test_no_sentence_of_the_window_stands_outside_of_tr() -> None:
    assert [line for path in sorted(UI.rglob("*.py")) for line in _untold(path)] == []


def _errors(kind: type[BriefBankError] = BriefBankError) -> Iterator[type[BriefBankError]]:
    yield kind
    for subclass in kind.__subclasses__():
        yield from _errors(subclass)


def test_every_error_has_its_title_and_remedy_in_spanish() -> None:
    spanish = Language("es")
    ours = [kind for kind in _errors() if kind.__module__.startswith("briefbank")]
    said = [text for kind in ours for text in (kind.default_title, kind.default_remedy)]
    assert [text for text in said if spanish.translate_core(text) == text] == [] and len(said) > 40


CORE = {text.source for text in TEXTS if text.context == translations.CORE}


def _templates(message: Message) -> Iterator[str]:
    """Yield the templates of a message and of those inside it, but for those without words."""
    if any(map(str.isalpha, fill(message.template, dict.fromkeys(message.values, ""), lambda *_: ""))):
        yield message.template
    for value in message.values.values():
        if isinstance(value, Message):
            yield from _templates(value)


@pytest.mark.parametrize(
    "query",
    [
        "“plain error” /p summat!",
        "stop pre/3 car",
        "stop +s car NOT truck",
        "(stop OR frisk) /5 car",
        "“bail” after:“March 2015” kind:brief",
        "cites:Carty judge:Smith docket:A-1 court:“Appellate Division”",
        *(query for query, *_ in (*NOTED, *BROKEN)),
    ],
)
def test_how_a_search_was_read_is_said_in_spanish_to_the_last_word(query: str) -> None:
    parsed = parse(query, no_citations)
    said = interpretation(parsed, semantic_used=True)
    assert [text for text in _templates(said) if text not in CORE] == []
    parts = [text for part in parts_of(parsed) for text in _templates(part.text)]
    assert [text for text in parts if text not in CORE] == []


@pytest.mark.parametrize(
    "carried",
    [
        lambda message: message,
        lambda message: load(store(message)),
        lambda message: wire.decode(wire.encode(message), Message),
        lambda message: pipes.decode(pipes.encode(message), Message),
    ],
)
def test_a_message_is_translated_with_those_inside_it_whatever_its_way(
    carried: Callable[[Message], Message],
) -> None:
    day = format_date(date(2015, 3, 3))
    message = listed([Message("Filed {day}", day=day), plural(2000, "1 page", "{number:,} pages")])
    spanish = Language("es")
    said = spanish.translate_core(carried(message))
    assert "3 de marzo de 2015 y" in said and said.endswith(f"{spanish.number(2000)} páginas")


def test_an_unknown_or_hostile_template_stays_english_and_reaches_nothing() -> None:
    untrusted = load('["{a.__class__} {a!r} {0} the {a}", {"a": "x"}]')
    assert Language("es").translate_core(untrusted) == "{a.__class__} {a!r} {0} the x"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('Message(f"{count} files")', "must be a literal"),
        ('Message("one" if count else text)', "must be a literal"),
        ('Message("{count} files")', "the places are"),
        ('plural(count, "1 file", "{numbers} files")', "the places are"),
    ],
)
def test_a_template_that_cannot_be_translated_is_refused(tmp_path: Path, source: str, why: str) -> None:
    heading = "from briefbank.text.messages import Message, plural"
    (tmp_path / "module.py").write_text(f"{heading}\n\nSAID = {source}\n", encoding="utf-8")
    with pytest.raises(SyntaxError, match=why):
        list(translations.core_texts(tmp_path))


def test_numbers_and_days_are_written_as_the_language_does() -> None:
    spanish = Language("es")
    assert spanish.day(date(2015, 3, 3)) == "3 de marzo de 2015"
    assert spanish.number(1_234_567).replace(".", ",") == "1,234,567"
    assert Language("xx").language == "en"
    assert Language("xx").translate_core(BriefBankError.default_remedy) == "Try again."


Said = dict[str, Any]
WINDOW = """
import json, os, sys
from pathlib import Path
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPushButton
from briefbank.library import Library
from ui.features.help import guide as guide_pages
from ui.i18n import translate
from ui.program import make_application, make_window

app = make_application()
window = make_window(Library.open(Path(sys.argv[1])))
bar = window.menuBar().actions()
menus = [[menu.text(), *(action.text() for action in menu.menu().actions())] for menu in bar]
buttons = [button.text() for button in window.findChildren(QPushButton)]
forms = QKeySequence.SequenceFormat
keys = [action.shortcut() for action in window.findChildren(QAction) if not action.shortcut().isEmpty()]
keys = {key.toString(forms.PortableText): key.toString(forms.NativeText) for key in keys}
said = {"language": translate.LANGUAGE, "menus": menus, "buttons": buttons, "keys": keys}
print(json.dumps(said), flush=True)
os._exit(0)
"""
"""Leaves at once: its threads are of no use to anybody."""


@pytest.fixture(scope="module")
def spanish_window(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """The texts of a window in Spanish, from a new program: the language is chosen when a program starts."""
    home = str(tmp_path_factory.mktemp("spanish"))
    chosen = {"BRIEFBANK_LANGUAGE": "es", "QT_QPA_PLATFORM": "offscreen", "BRIEFBANK_HOME": home}
    done = subprocess.run(
        [sys.executable, "-c", WINDOW, f"{home}/library"],
        env=os.environ | chosen,
        cwd=translations.PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Argument missing" not in done.stderr  # Qt, where a text has fewer places than values
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_a_window_in_spanish_shows_no_english_menu_and_no_letter_twice(spanish_window: Said) -> None:
    said = spanish_window
    english = {re.sub("&", "", item.source) for item in TEXTS if item.source != item.translation}
    shown = [re.sub("&", "", text) for menu in said["menus"] for text in menu] + said["buttons"]
    assert said["language"] == "es" and [text for text in shown if text in english] == []
    for menu in said["menus"]:
        letters = [letter for text in menu[1:] if (letter := marked(text))]
        assert len(letters) == len(set(letters)), menu
