"""Reads the core's messages to people out of its source, as the templates that the window translates.

The core speaks English in its JSON, its logs and what it stores. The window recognises the sentences by the
literals that they were made from (``ui.i18n.core_sentences``). A template is such a literal with a named
place for each value: ``f"{len(files)} files are missing."`` is ``{files} files are missing.``; where a part
of it is chosen between literals, there is one template for each choice.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple, TypeGuard

from briefbank.text.messages import fill, places

_MODULES_WITH_TEXTS = """
    audit/audit audit/chain audit/sentences catalogue/checksums catalogue/feedback_rows
    catalogue/provision_rows catalogue/schema
    catalogue/sqlite_database citations/good_law_csv citations/malformed
    citations/provisions citator/authorities citator/good_law citator/good_law_list citator/good_law_reports
    citator/provision_finder citator/validity domain/caption_fields domain/ingest domain/maintenance
    domain/summaries drafts/authorities drafts/check drafts/reading embedding/background_indexer
    embedding/encoders embedding/lancedb_import embedding/model_folder embedding/reranking errors
    exports/collection_resolver exports/exports exports/quotations
    extraction/archives extraction/convert extraction/formats/foreign extraction/formats/html
    extraction/formats/picture extraction/formats/word_reader extraction/page_server extraction/pdf
    extraction/pdfium extraction/repair extraction/sniff files ingest/corrections ingest/document_writer
    ingest/base_pdf ingest/folder_watcher ingest/ingestion ingest/originals ingest/outcomes llm/inspection
    llm/refusals
    llm/running maintenance/alerts maintenance/backup maintenance/backup_sets maintenance/health
    maintenance/restore maintenance/self_test maintenance/word_index network/egress_client
    network/egress_worker network/address network/self_test ocr/olmocr ocr/tesseract office/broker
    office/offline_library office/offline_matters query_expansion/aided_search query_expansion/expansion
    query_expansion/recutting search/answers search/feedback search/interpretation search/law
    search/loosening search/operators/decision search/operators/fields search/operators/grammar
    search/parsing search/searcher search/thesaurus storage/lease storage/library_folder
    storage/write_access summary/cache summary/extractive summary/local_model_manager summary/summaries
    summary/summary_writer userdata/collections userdata/database userdata/history
"""
SPOKEN = frozenset(_MODULES_WITH_TEXTS.split())
SPOKEN_FOLDERS = ("search/channels/",)
"""Modules that make texts for people, and folders of them. Of all others only the errors are taken."""

UNSEEN = ("cli/", "evaluate/", "sample/", "office/commands", "office/offline_commands")
"""Prefixes of modules that only the command line or the developers of BriefBank use."""

VALUES = {"domain/authorities": ("Standing",), "domain/documents": ("Kind",)}
"""Enumerations whose values appear in sentences."""

MOST_CHOICES = 24
"""The most templates of one literal; beyond that the choices within it remain places."""

PARTS = (
    *("belongs", "belong", "sentence", "paragraph", "before", "after", "behind", "words", "meaning"),
    *("1 document", "{count} documents", "1 passage", "{count} passages", "{count} words", "1 word"),
    *("{left} and {right}", "{left} or {right}"),
)
"""Words that fill places of sentences and that are no text by themselves."""

_CLASS = re.compile(r"^class (\w+)\(([^)]*)\)", re.MULTILINE)
_NAME = re.compile(r"\w+")
_LETTERS = re.compile(r"[A-Za-z]{2}")
_PROGRAM_TEXT = re.compile(
    "|".join(
        (
            r"SELECT |PRAGMA |BEGIN |INSERT |UPDATE |mode=ro",  # statements
            r"::=|^\"|\n|\\|--|<\w|^<|^>|\(\?|^%|=\{|\{\{|_$",  # grammars and patterns
            r"^[a-z]\w*(?:[./_:-]\w+)*:?$|^\w+\[|^[a-z]+-$|^-|^rb",  # names of programs, modes, options
            r"^[A-Z_-]+\d?$|^\W*BriefBank\w*$|^errno |^[0-9a-f]{64}$",  # of the system, fonts, hashes
            r"^\S*[*/]\S*$|^\.\S+$|\.[a-z]{2,6}$|^\S*-\{\w+\}$|\}[.-]\w+$",  # names of files
        )
    )
)
_NOT_FOR_PEOPLE = frozenset(
    (
        "Answer with one word.",
        "Is a warrant signed by a judge?",
        "The motion to suppress was granted",
        "The officer searched the car.",
        "The will was signed by two witnesses.",
        "search of a car by smell alone",
        "search of an automobile by police",
        "warm up",
        "Question: {shown}",
        "Searched so far:",
        "Extracts found:",
        *("Issue:", "Rule:", "Application:", "Conclusion:"),
        "intake paused",
        "audit head",
        "no egress worker",
        "the egress worker is gone",
        "too slow",
        "system volume information",
        "BriefBank invitation",
        "D0CF11E0A1B11AE1",
        *("Evid. R.", "et seq.", "Statement", "T_co", "Tesseract", "tessedit_create_tsv=1"),
        "a section has a heading with its number",
        *("backed up", "signed in", "summary opened", "taken along", "new catalogue"),
        *("beyond repair", "cut short", "leave out", "more time", "read again", "take back", "too large"),
        *("no chat completion", "no front matter", "no text", "no text of a page"),
        "the egress worker ended",
    )
)
"""Texts that no person sees: sample input for checks, prompts for a model, values of enumerations, and log
messages."""
_NOT_SHOWN = frozenset(("detail", "terminal"))
"""Arguments whose texts no window shows: those of the log and of the command line."""
_FIELD = re.compile(r"\{[a-z]*\}")
_SILENT = {"debug", "info", "warning", "error", "exception", "compile", "split", "replace", "removesuffix"}
_SILENT |= {"Message", "plural"}
_SILENT |= {"removeprefix", "startswith", "endswith", "frozenset", "getattr", "strip", "lstrip", "rstrip"}

Piece = str | ast.expr
"""A literal, or the expression of a place."""


_Assignment = tuple[ast.stmt, tuple[ast.expr, int | None] | None]
"""An assignment: the statement, the value and its index in a tuple; no value for an augmented assignment."""


class Choice(NamedTuple):
    """A possible outcome of a text: its pieces, and the branch that each condition took."""

    pieces: tuple[Piece, ...]
    branches: tuple[tuple[str, int], ...] = ()


def templates(package: Path) -> list[str]:
    """Return all templates of the package at a folder, in the order of its modules, each once.

    Raises LookupError when the list names a module that is not there, whose texts would be lost silently.
    """
    paths = {path.relative_to(package).with_suffix("").as_posix(): path for path in package.rglob("*.py")}
    heard = {
        name: path.read_text(encoding="utf-8")
        for name, path in sorted(paths.items())
        if not name.startswith(UNSEEN)
    }
    if missing := (SPOKEN | VALUES.keys()) - paths.keys():
        raise LookupError(f"Modules with texts that do not exist: {', '.join(sorted(missing))}")
    errors = _errors(heard.values())
    raised = re.compile(rf"\b(?:{'|'.join(sorted(errors))})\(")
    found: dict[tuple[str, ...], str] = {}
    for name, source in heard.items():
        if _speaks(name) or name in VALUES or raised.search(source):
            for template in module_templates(ast.parse(source), name, errors):
                found.setdefault(fixed_text(template), template)
    legacy = [*found.values(), *(part for part in PARTS if fixed_text(part) not in found)]
    return list(dict.fromkeys((*message_templates(package), *legacy)))


def message_templates(package: Path) -> list[str]:
    """Return the templates of all messages that the package at a folder makes, each once.

    Raises SyntaxError for a template that is not a literal or whose places are not those of its values.
    """
    texts: dict[str, None] = {}
    for path in sorted(package.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "briefbank.text.messages import" in source:
            try:
                texts.update(dict.fromkeys(_templates_in(ast.parse(source))))
            except SyntaxError as error:
                error.filename = str(path)
                raise
    return list(texts)


_FIRST_TEMPLATE = {"Message": 0, "plural": 1}
"""What makes messages, and the index of its first template among its arguments."""


def _templates_in(tree: ast.Module) -> Iterator[str]:
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    names = {
        name.asname or name.name: _FIRST_TEMPLATE[name.name]
        for node in imports
        if node.module == "briefbank.text.messages"
        for name in node.names
        if name.name in _FIRST_TEMPLATE
    }
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args and _name(node.func) in names
    ]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        first = names[_name(call.func)]
        texts = [text for argument in call.args[first:] for text in _literals(argument)]
        values = {keyword.arg for keyword in call.keywords} | ({"number"} if first else set())
        used = {name for text in texts for name in places(text)}
        if used - values or values - used - {"number"}:
            raise SyntaxError(f"the places are {used}, the values {values}", ("", call.lineno, 0, ""))
        yield from filter(_has_letters, texts)


def _has_letters(template: str) -> bool:
    """Tell whether a template has words beside its places; one with no letters needs no translation."""
    return any(map(str.isalpha, fill(template, dict.fromkeys(places(template), ""), lambda *_: "")))


def _literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    raise SyntaxError("a template must be a literal", ("", node.lineno, 0, ""))


def module_templates(tree: ast.Module, name: str, errors: set[str]) -> Iterator[str]:
    """Return the templates of one module, some of them more than once."""
    yield from _Module(tree, errors, whole=_speaks(name)).templates()
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in VALUES.get(name, ()):
            yield from (ast.literal_eval(each.value) for each in node.body if isinstance(each, ast.Assign))


def _speaks(name: str) -> bool:
    return name in SPOKEN or name.startswith(SPOKEN_FOLDERS)


def fixed_text(template: str) -> tuple[str, ...]:
    """Return the text around a template's places; templates that differ only in their names are the same."""
    parts = list(Formatter().parse(template))
    return (*(literal for literal, *_ in parts), *([""] if parts and parts[-1][1] is not None else []))


def _errors(sources: Iterable[str]) -> set[str]:
    """Return the names of BriefBankError and of all its subclasses."""
    classes = [
        (name, set(_NAME.findall(bases))) for source in sources for name, bases in _CLASS.findall(source)
    ]
    known = {"BriefBankError"}
    while more := {name for name, bases in classes if bases & known} - known:
        known |= more
    return known


def _name(node: ast.AST) -> str:
    """Return the last name of a reference: ``b`` for ``a.b``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


class _Module:
    """The texts of one module."""

    def __init__(self, tree: ast.Module, errors: set[str], *, whole: bool) -> None:
        self._tree, self._errors, self._whole = tree, errors, whole
        self._parent = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self._used: set[ast.AST] = set()
        self._assignments_of: dict[ast.AST, dict[str, list[_Assignment]]] = {}

    def templates(self) -> Iterator[str]:
        roots = [node for node in ast.walk(self._tree) if _is_text(node)]
        roots.sort(key=lambda node: isinstance(node, ast.Constant))  # what is made of others uses them up
        found = [(node, self._choices(node)) for node in roots if self._stands_alone(node)]
        for node, choices in sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset)):
            if node not in self._used and (
                self._is_error_text(node) or (self._whole and self._may_reach_people(node))
            ):
                yield from filter(_for_people, map(_template, choices))

    # --- which texts -------------------------------------------------------------------------------

    def _stands_alone(self, node: ast.AST) -> bool:
        """Tell whether a text is not a part of another one."""
        above = self._parent[node]
        if isinstance(above, ast.FormattedValue):
            return False
        return not (_is_text(above) or isinstance(above, ast.Expr))

    def _may_reach_people(self, node: ast.AST) -> bool:
        """Tell whether a text may reach a person: not one that is compared, looked up, logged or told to
        programs.
        """
        below, above = node, self._parent.get(node)
        while above is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.Compare) or (isinstance(above, ast.Subscript) and below is above.slice):
                return False
            if isinstance(above, ast.Dict) and below in above.keys:
                return False
            if isinstance(above, ast.keyword) and above.arg in _NOT_SHOWN:
                return False
            if isinstance(above, ast.Call) and below is not above.func and self._is_silent(above):
                return False
            below, above = above, self._parent.get(above)
        return not (
            isinstance(above, ast.AnnAssign | ast.FunctionDef) and below is not getattr(above, "value", 0)
        )

    def _is_silent(self, call: ast.Call) -> bool:
        name = _name(call.func)
        return name in _SILENT or (name.endswith("Error") and name not in self._errors)

    def _is_error_text(self, node: ast.AST) -> bool:
        """Tell whether a text is the title or remedy of one of our errors."""
        below, above = node, self._parent.get(node)
        while above is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.keyword) and above.arg in _NOT_SHOWN:
                return False
            if isinstance(above, ast.Call) and _name(above.func) in _FIRST_TEMPLATE:
                return False
            if isinstance(above, ast.Call) and _name(above.func) in self._errors and below is not above.func:
                return True
            below, above = above, self._parent.get(above)
        targets = above.targets if isinstance(above, ast.Assign) else []
        return any(_name(target) in {"default_title", "default_remedy"} for target in targets)

    # --- how a text comes out ----------------------------------------------------------------------

    def _choices(self, node: ast.expr) -> list[Choice]:
        found = self._outcomes(node)
        if len(found) <= MOST_CHOICES:
            return found
        return [Choice(tuple(_plain_pieces(node)))]

    def _outcomes(self, node: ast.expr) -> list[Choice]:
        """Return all outcomes of an expression; whatever is not made of literals is a place."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return [Choice((node.value,))]
        if isinstance(node, ast.JoinedStr):
            return self._joined([self._part(part) for part in node.values])
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._joined([self._outcomes(node.left), self._outcomes(node.right)])
        if isinstance(node, ast.IfExp):
            return self._chosen(node, [self._outcomes(node.body), self._outcomes(node.orelse)])
        if isinstance(node, ast.Name) and (value := self._assigned_texts(node)) is not None:
            return value
        return [Choice((node,))]

    def _part(self, part: ast.expr) -> list[Choice]:
        if not isinstance(part, ast.FormattedValue):
            return self._outcomes(part)
        found = self._outcomes(part.value)
        literal = any(isinstance(piece, str) for choice in found for piece in choice.pieces)
        if part.format_spec is not None or not literal:
            return [Choice((part.value,))]
        self._used.update(ast.walk(part.value))
        return found

    def _chosen(self, node: ast.IfExp, ways: list[list[Choice]]) -> list[Choice]:
        test = ast.dump(node.test)
        return [
            Choice(way.pieces, (*way.branches, (test, branch)))
            for branch, found in enumerate(ways)
            for way in found
        ]

    def _joined(self, parts: list[list[Choice]]) -> list[Choice]:
        """Return all combinations in which each condition has only one outcome."""
        found = []
        for ways in itertools.product(*parts):
            branches = tuple(dict.fromkeys(branch for way in ways for branch in way.branches))
            if len({test for test, _ in branches}) == len(branches):
                found.append(Choice(tuple(piece for way in ways for piece in way.pieces), branches))
        return found

    def _assigned_texts(self, name: ast.Name) -> list[Choice] | None:
        """Return the texts of a name that is given one once in its function or in the module."""
        given = self._assignments(name)
        if len(given) != 1 or given[0] is None or self._refers_to_itself(name, given[0][0]):
            return None
        value, place = given[0]
        if place is None:
            choices = self._outcomes(value) if _is_text(value) or isinstance(value, ast.IfExp) else []
        else:
            choices = self._of_pair(value, place)
        if not any(isinstance(piece, str) for choice in choices for piece in choice.pieces):
            return None
        self._used.update(ast.walk(value))
        return choices

    def _refers_to_itself(self, name: ast.Name, value: ast.expr) -> bool:
        """Tell whether a value is made of the name itself."""
        return any(isinstance(node, ast.Name) and node.id == name.id for node in ast.walk(value))

    def _of_pair(self, value: ast.expr, place: int) -> list[Choice]:
        """Return the texts at an index of the tuples in ``a, b = ("x", "y") if … else ("z", "w")``."""
        if isinstance(value, ast.IfExp) and all(isinstance(e, ast.Tuple) for e in (value.body, value.orelse)):
            ways = [self._outcomes(each.elts[place]) for each in (value.body, value.orelse)]  # type: ignore[attr-defined]
            return self._chosen(value, ways)
        return []

    def _assignments(self, name: ast.Name) -> list[tuple[ast.expr, int | None] | None]:
        """Return the values a name is given in its function, or else in the module.

        Of several, the last one on the way to the use of the name counts.
        """
        above = [name, *self._ancestors(name)]
        scope = next(node for node in above if isinstance(node, ast.FunctionDef | ast.Module))
        given = [
            (node, value)
            for node, value in self._assignments_in(scope).get(name.id, ())
            if node.lineno < name.lineno
        ]
        on_the_way = [value for node, value in given if self._parent[node] in above]
        if given or isinstance(scope, ast.Module):
            return on_the_way[-1:] if len(on_the_way) > 1 and None not in on_the_way else on_the_way
        arguments = {arg.arg for arg in ast.walk(scope) if isinstance(arg, ast.arg)}
        module = self._assignments_in(self._tree).get(name.id, ())
        found = [value for node, value in module if self._parent[node] is self._tree]
        return [] if name.id in arguments else found

    def _assignments_in(self, scope: ast.AST) -> dict[str, list[_Assignment]]:
        if scope not in self._assignments_of:
            self._assignments_of[scope] = _find_assignments(scope)
        return self._assignments_of[scope]

    def _ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while (above := self._parent.get(node)) is not None:
            yield above
            node = above


def _find_assignments(scope: ast.AST) -> dict[str, list[_Assignment]]:
    """Return the statements that assign a value within a scope, by name."""
    found: dict[str, list[_Assignment]] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append((node, (node.value, None)))
                for place, each in enumerate(getattr(target, "elts", [])):
                    found.setdefault(_name(each), []).append((node, (node.value, place)))
        elif isinstance(node, ast.AugAssign):
            found.setdefault(_name(node.target), []).append((node, None))
    return found


def _is_text(node: ast.AST) -> TypeGuard[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _plain_pieces(node: ast.expr) -> Iterator[Piece]:
    """Return the pieces of a text with each value as a place."""
    if isinstance(node, ast.BinOp):
        yield from _plain_pieces(node.left)
        yield from _plain_pieces(node.right)
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield part.value if isinstance(part, ast.FormattedValue) else str(part.value)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant):
        yield str(node.value)
    else:
        yield node


def _template(choice: Choice) -> str:
    """Return the template, its places named after their expressions so that translators know what stands
    there.
    """
    names: dict[str, str] = {}
    made = ""
    for piece in choice.pieces:
        if isinstance(piece, str):
            made += piece if _FIELD.search(piece) else piece.replace("{", "{{").replace("}", "}}")
            continue
        source = ast.unparse(piece)
        if source not in names:
            name = _place_name(piece)
            taken = sum(each.rstrip("0123456789") == name for each in names.values())
            names[source] = f"{name}{taken + 1}" if taken else name
        made += "{" + names[source] + "}"
    return _named(made).strip()


def _named(template: str) -> str:
    """Give names to unnamed places."""
    numbers = itertools.count(1)
    return re.sub(r"(?<!\{)\{\}(?!\})", lambda _: f"{{value{next(numbers)}}}", template)


def _place_name(node: ast.expr) -> str:
    """Return an expression's name: ``count`` for ``count``, ``len(count)`` and ``each.count:,``."""
    if isinstance(node, ast.Call):
        inner = [*node.args, *(node.func.value for _ in [0] if isinstance(node.func, ast.Attribute))]
        plain = _name(node.func) not in {"len", "str", "int", "join", "lower", "min", "max", "round", "map"}
        return _place_name(node.func) if plain or not inner else _place_name(inner[0])
    if isinstance(node, ast.Subscript):
        return _place_name(node.value)
    if isinstance(node, ast.BinOp):
        return _place_name(node.left)
    return _name(node).strip("_").lower() or "value"


def _for_people(template: str) -> bool:
    """Tell whether a template holds words, not only signs and names of programs."""
    literal = "".join(fixed_text(template))
    return (
        bool(_LETTERS.search(literal))
        and not _PROGRAM_TEXT.search(template)
        and template not in _NOT_FOR_PEOPLE
    )
