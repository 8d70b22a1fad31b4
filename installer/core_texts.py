"""What the core says to people, read out of its source: the templates that the window translates.

The core speaks English, in its JSON, its logs and what it stores. The window knows the sentences again by the
literals that they were made from (``ui.telling``). A template is such a literal with a named place for each
value: ``f"{len(files)} files are missing."`` is ``{files} files are missing.``; where a part of it is chosen
between literals, there is one template for each choice.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple, TypeGuard

_SPOKEN = """
    assembly aids/aids aids/asking aids/course aids/recutting aids/steps aids/written authority/entered
    authority/list_file authority/malformed authority/malformed_numbers care/backup care/backup_folder
    care/health care/manifest care/restore care/staging care/stored_files catalogue/before_upgrade
    catalogue/faults catalogue/feedback catalogue/feedback_file catalogue/schema catalogue/store
    citator/alerts citator/authorities
    citator/changes citator/entering citator/finder citator/good_law citator/listed citator/merging
    citator/notes citator/outdated citator/proposals citator/validity claims closed/address
    closed/audit closed/audit_words closed/carrier closed/chain closed/confined_check closed/courier
    closed/selftest corrections drafts/check drafts/notes drafts/reading drafts/telling encryption
    errors exports/errors exports/exports exports/results files gathered generating index/consistency
    index/cross_encoder index/embedding index/model_folder index/normal_form index/precision
    index/processor intake/intake
    intake/originals intake/sentences intake/steps intake/watching local_model/header
    local_model/inspecting local_model/looking local_model/refusals local_model/running
    local_model/serving local_model/turns local_models meaning ocr/olmocr ocr/tesseract overview
    personal/collections personal/database personal/saved presence quotations reading/archives reading/convert
    reading/html reading/page_view reading/pdf reading/pdfium reading/sniff reading/unlock reading/word
    reranking search/advice search/asked_day search/explain search/factors search/feedback
    search/in_force search/interpretation search/language/building search/language/deciding
    search/language/fields search/language/foreign search/language/grammar search/language/reader
    search/language/symbols search/language/wording search/loosening search/parsing search/retrieval
    search/searcher search/thesaurus search/thesaurus_files search/thesaurus_lines search/understood
    searching selftest storage/access storage/lease storage/read_only_copy summaries
    summary/extractive summary/material summary/writing vectors_kept
"""
SPOKEN = frozenset(_SPOKEN.split())
"""Modules that make texts for people. Of all others only what their errors say is taken."""

UNSEEN = ("cli", "commands", "evaluate/", "law_commands/", "sample/", "terminal", "plain_words", "option")
"""Beginnings of the names of modules that only the command line or the makers of BriefBank hear."""

VALUES = {"law": ("Standing",), "models": ("Kind",)}
"""Enumerations whose values stand in sentences."""

MOST_CHOICES = 24
"""Templates of one literal at most; beyond, the choices within it are left as places."""

PARTS = (
    *("belongs", "belong", "sentence", "paragraph", "before", "after", "behind", "words", "meaning"),
    *("1 document", "{count} documents", "1 passage", "{count} passages", "{count} words", "1 word"),
    *("{left} and {right}", "{left} or {right}"),
)
"""Words that stand in the places of sentences, and that no text of its own has."""

_CLASS = re.compile(r"^class (\w+)\(([^)]*)\)", re.MULTILINE)
_NAME = re.compile(r"\w+")
_LETTERS = re.compile(r"[A-Za-z]{2}")
_OF_PROGRAMS = re.compile(
    "|".join(
        (
            r"::=|^\"|\n|\\|--|<\w|^<|\(\?|SELECT |PRAGMA |^%|=\{|\{\{|_$",  # grammars, patterns, statements
            r"^[a-z]\w*(?:[./_:-]\w+)*:?$|^\w+\[|^[a-z]+-$|^-|^rb",  # names of programs, modes, options
            r"^[A-Z_-]+\d?$|^\W*BriefBank\w*$|^errno ",  # names of the system and of fonts
            r"^\S*[*/]\S*$|^\.\S+$|\.[a-z]{2,6}$|^\S*-\{\w+\}$|\}[.-]\w+$",  # names of files
        )
    )
)
_UNSAID = frozenset(
    (
        "Answer with one word.",
        "Is a warrant signed by a judge?",
        "The motion to suppress was granted",
        "The officer searched the car.",
        "The will was signed by two witnesses.",
        "search of a car by smell alone",
        "search of an automobile by police",
        "first AND second",
        "warm up",
        "Question: {shown}",
        "Searched so far:",
        "Extracts found:",
        "intake paused",
        "audit head",
        "last document read by an older release",
        "no courier",
        "the courier is gone",
        "too slow",
        "system volume information",
    )
)
"""What is read, searched and asked to see whether something works, asked of a model, and only logged."""
_FIELD = re.compile(r"\{[a-z]*\}")
_SILENT = {"debug", "info", "warning", "error", "exception", "compile", "split", "replace", "removesuffix"}
_SILENT |= {"removeprefix", "startswith", "endswith", "frozenset", "getattr", "strip", "lstrip", "rstrip"}

Piece = str | ast.expr
"""A literal, or the expression of a place."""


_Given = tuple[ast.stmt, tuple[ast.expr, int | None] | None]
"""A statement that gives a name a value, the value, and its place in a tuple; None for what adds to it."""


class Choice(NamedTuple):
    """One way in which a text comes out: its pieces, and which branch each condition took."""

    pieces: tuple[Piece, ...]
    branches: tuple[tuple[str, int], ...] = ()


def templates(package: Path) -> list[str]:
    """All templates of the package at a folder, in the order of its modules; each once."""
    paths = {path.relative_to(package).with_suffix("").as_posix(): path for path in package.rglob("*.py")}
    heard = {
        name: path.read_text(encoding="utf-8")
        for name, path in sorted(paths.items())
        if not name.startswith(UNSEEN)
    }
    errors = _errors(heard.values())
    raised = re.compile(rf"\b(?:{'|'.join(sorted(errors))})\(")
    found: dict[tuple[str, ...], str] = {}
    for name, source in heard.items():
        if name in SPOKEN or name in VALUES or raised.search(source):
            for template in of_module(ast.parse(source), name, errors):
                found.setdefault(shape(template), template)
    return [*found.values(), *(part for part in PARTS if shape(part) not in found)]


def of_module(tree: ast.Module, name: str, errors: set[str]) -> Iterator[str]:
    """The templates of one module, some of them more than once."""
    yield from _Module(tree, errors, whole=name in SPOKEN).templates()
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in VALUES.get(name, ()):
            yield from (ast.literal_eval(each.value) for each in node.body if isinstance(each, ast.Assign))


def shape(template: str) -> tuple[str, ...]:
    """What stands around its places: the same words with places of other names are the same template."""
    parts = list(Formatter().parse(template))
    return (*(literal for literal, *_ in parts), *([""] if parts and parts[-1][1] is not None else []))


def _errors(sources: Iterable[str]) -> set[str]:
    """Names of BriefBankError and all that is made from it."""
    classes = [
        (name, set(_NAME.findall(bases))) for source in sources for name, bases in _CLASS.findall(source)
    ]
    known = {"BriefBankError"}
    while more := {name for name, bases in classes if bases & known} - known:
        known |= more
    return known


def _name(node: ast.AST) -> str:
    """The last name of a reference: ``b`` for ``a.b``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


class _Module:
    """The texts of one module."""

    def __init__(self, tree: ast.Module, errors: set[str], *, whole: bool) -> None:
        self._tree, self._errors, self._whole = tree, errors, whole
        self._parent = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self._used: set[ast.AST] = set()
        self._given: dict[ast.AST, dict[str, list[_Given]]] = {}

    def templates(self) -> Iterator[str]:
        roots = [node for node in ast.walk(self._tree) if _is_text(node)]
        roots.sort(key=lambda node: isinstance(node, ast.Constant))  # what is made of others uses them up
        found = [(node, self._choices(node)) for node in roots if self._stands_alone(node)]
        for node, choices in sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset)):
            if node not in self._used and (self._said_by_error(node) or (self._whole and self._said(node))):
                yield from filter(_for_people, map(_template, choices))

    # --- which texts -------------------------------------------------------------------------------

    def _stands_alone(self, node: ast.AST) -> bool:
        """Not a part of another text."""
        above = self._parent[node]
        if isinstance(above, ast.FormattedValue):
            return False
        return not (_is_text(above) or isinstance(above, ast.Expr))

    def _said(self, node: ast.AST) -> bool:
        """Whether it may reach a person: not what is compared, looked up, logged or told to programs."""
        below, above = node, self._parent.get(node)
        while above is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.Compare) or (isinstance(above, ast.Subscript) and below is above.slice):
                return False
            if isinstance(above, ast.Dict) and below in above.keys:
                return False
            if isinstance(above, ast.keyword) and above.arg == "detail":
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

    def _said_by_error(self, node: ast.AST) -> bool:
        """Title or remedy of an error of ours."""
        below, above = node, self._parent.get(node)
        while above is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.keyword) and above.arg == "detail":
                return False
            if isinstance(above, ast.Call) and _name(above.func) in self._errors and below is not above.func:
                return True
            below, above = above, self._parent.get(above)
        targets = above.targets if isinstance(above, ast.Assign) else []
        return any(_name(target) in {"default_title", "default_remedy"} for target in targets)

    # --- how a text comes out ----------------------------------------------------------------------

    def _choices(self, node: ast.expr) -> list[Choice]:
        found = self._resolved(node)
        if len(found) <= MOST_CHOICES:
            return found
        return [Choice(tuple(_plain_pieces(node)))]

    def _resolved(self, node: ast.expr) -> list[Choice]:
        """Every way in which an expression comes out; what is not made of literals is a place."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return [Choice((node.value,))]
        if isinstance(node, ast.JoinedStr):
            return self._joined([self._part(part) for part in node.values])
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._joined([self._resolved(node.left), self._resolved(node.right)])
        if isinstance(node, ast.IfExp):
            return self._chosen(node, [self._resolved(node.body), self._resolved(node.orelse)])
        if isinstance(node, ast.Name) and (value := self._assigned(node)) is not None:
            return value
        return [Choice((node,))]

    def _part(self, part: ast.expr) -> list[Choice]:
        if not isinstance(part, ast.FormattedValue):
            return self._resolved(part)
        found = self._resolved(part.value)
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
        """All combinations, but only those in which one condition has one outcome."""
        found = []
        for ways in itertools.product(*parts):
            branches = tuple(dict.fromkeys(branch for way in ways for branch in way.branches))
            if len({test for test, _ in branches}) == len(branches):
                found.append(Choice(tuple(piece for way in ways for piece in way.pieces), branches))
        return found

    def _assigned(self, name: ast.Name) -> list[Choice] | None:
        """What a name stands for that is given a text once in its function, or in the module."""
        given = self._assignments(name)
        if len(given) != 1 or given[0] is None or self._made_of_itself(name, given[0][0]):
            return None
        value, place = given[0]
        if place is None:
            choices = self._resolved(value) if _is_text(value) or isinstance(value, ast.IfExp) else []
        else:
            choices = self._of_pair(value, place)
        if not any(isinstance(piece, str) for choice in choices for piece in choice.pieces):
            return None
        self._used.update(ast.walk(value))
        return choices

    def _made_of_itself(self, name: ast.Name, value: ast.expr) -> bool:
        """Whether a value is made of the name itself."""
        return any(isinstance(node, ast.Name) and node.id == name.id for node in ast.walk(value))

    def _of_pair(self, value: ast.expr, place: int) -> list[Choice]:
        """``a, b = ("x", "y") if … else ("z", "w")``: the texts at a place of the tuples."""
        if isinstance(value, ast.IfExp) and all(isinstance(e, ast.Tuple) for e in (value.body, value.orelse)):
            ways = [self._resolved(each.elts[place]) for each in (value.body, value.orelse)]  # type: ignore[attr-defined]
            return self._chosen(value, ways)
        return []

    def _assignments(self, name: ast.Name) -> list[tuple[ast.expr, int | None] | None]:
        """What a name is given in its function: the last time before it is read, on the way to there; else
        in the module."""
        above = [name, *self._above(name)]
        scope = next(node for node in above if isinstance(node, ast.FunctionDef | ast.Module))
        given = [
            (node, value) for node, value in self._givens(scope).get(name.id, ()) if node.lineno < name.lineno
        ]
        on_the_way = [value for node, value in given if self._parent[node] in above]
        if given or isinstance(scope, ast.Module):
            return on_the_way[-1:] if len(on_the_way) > 1 and None not in on_the_way else on_the_way
        arguments = {arg.arg for arg in ast.walk(scope) if isinstance(arg, ast.arg)}
        module = self._givens(self._tree).get(name.id, ())
        found = [value for node, value in module if self._parent[node] is self._tree]
        return [] if name.id in arguments else found

    def _givens(self, scope: ast.AST) -> dict[str, list[_Given]]:
        if scope not in self._given:
            self._given[scope] = _assigned_in(scope)
        return self._given[scope]

    def _above(self, node: ast.AST) -> Iterator[ast.AST]:
        while (above := self._parent.get(node)) is not None:
            yield above
            node = above


def _assigned_in(scope: ast.AST) -> dict[str, list[_Given]]:
    """By name: the statements that give it a value within a scope."""
    found: dict[str, list[_Given]] = {}
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
    """The pieces of a text with each value as a place."""
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
    """With places named after their expressions, so that whoever translates knows what stands there."""
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
    """Places without a name get one."""
    numbers = itertools.count(1)
    return re.sub(r"(?<!\{)\{\}(?!\})", lambda _: f"{{value{next(numbers)}}}", template)


def _place_name(node: ast.expr) -> str:
    """What an expression is called: ``count`` for ``count``, ``len(count)`` and ``each.count:,``."""
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
    """Words, not signs and names of programs."""
    literal = "".join(shape(template))
    return bool(_LETTERS.search(literal)) and not _OF_PROGRAMS.search(template) and template not in _UNSAID
