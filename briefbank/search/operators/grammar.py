"""The precedence of operators as a Lark grammar (LALR), and the tree that is built by it.

The order is Westlaw's: OR first, then +n, /n, +s, /s, +p, /p (the narrower first), then &, then % and NOT,
which take everything that follows them. dtSearch asks for parentheses where these meet. Expressions side by
side must all hold. Parentheses change the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from briefbank.domain.expression import Expression, Unit
from briefbank.errors import QueryError
from briefbank.search.operators.building import both, checked, either, excluded, grouped, near
from briefbank.search.operators.operator_signs import Op, Sign

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

_GRAMMAR = """
start: item+
?item: except
?except: and | except EXCEPT and -> excluded
?and: wanted | and AND wanted -> both
?wanted: near_p | FIRST_NOT near_p -> left_out
?near_p: pre_p | near_p NEAR_P pre_p -> near
?pre_p: near_s | pre_p PRE_P near_s -> near
?near_s: pre_s | near_s NEAR_S pre_s -> near
?pre_s: near_n | pre_s PRE_S near_n -> near
?near_n: pre_n | near_n NEAR_N pre_n -> near
?pre_n: either | pre_n PRE_N either -> near
?either: unit | either OR unit -> either
?unit: UNIT | OPEN except CLOSE -> grouped
%declare UNIT OPEN CLOSE EXCEPT FIRST_NOT AND OR NEAR_P PRE_P NEAR_S PRE_S NEAR_N PRE_N
"""
_WIDTHS = {Unit.WORDS: "N", Unit.SENTENCE: "S", Unit.PARAGRAPH: "P"}


@dataclass(frozen=True, slots=True)
class Symbol:
    """One token of the grammar; ``value`` is the expression of a UNIT and the sign of an operator."""

    name: str
    start: int
    end: int
    value: Expression | Sign | None = None

    @property
    def expression(self) -> Expression:
        """The expression of a UNIT."""
        assert self.value is not None and not isinstance(self.value, Sign)
        return self.value

    @property
    def sign(self) -> Sign:
        """The sign of an operator."""
        assert isinstance(self.value, Sign)
        return self.value


def operator(sign: Sign, start: int, end: int, *, first: bool) -> Symbol:
    """Return the token of a sign; ``first``: nothing stands before it, so that a NOT has one side only."""
    if sign.op is Op.NEAR:
        name = ("PRE_" if sign.ordered else "NEAR_") + _WIDTHS[sign.unit]
    elif sign.op is Op.EXCEPT:
        name = "FIRST_NOT" if first else "EXCEPT"
    else:
        name = "AND" if sign.op is Op.AND else "OR"
    return Symbol(name, start, end, sign)


def parse(symbols: Sequence[Symbol]) -> Expression:
    """Return the tree of one search. Raises QueryError, with its position, for a misplaced symbol."""
    from lark.exceptions import UnexpectedInput

    try:
        tree = _parser().parse(symbols)
    except UnexpectedInput as error:
        at = error.pos_in_stream
        raise QueryError(
            "This search could not be understood.",
            "Put parentheses around what belongs together.",
            position=symbols[-1].start if at is None else at,
        ) from error
    return checked(_built(tree, symbols))


@lru_cache(maxsize=1)
def _parser() -> Lark:
    """Build the parser at the first search with an operator: loading Lark takes a tenth of a second."""
    from lark import Lark, Token
    from lark.lexer import Lexer

    class Given(Lexer):
        """A lexer that passes on the symbols; the text of a token is the number of its symbol."""

        def __init__(self, lexer_conf: object) -> None:
            del lexer_conf

        def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
            del parser_state
            for number, symbol in enumerate(lexer_state):
                yield Token(symbol.name, str(number), start_pos=symbol.start, end_pos=symbol.end)

    return Lark(_GRAMMAR, parser="lalr", lexer=Given)


def _built(tree: Tree[Token], symbols: Sequence[Symbol]) -> Expression:
    """Convert Lark's tree to ours, the lowest nodes first and without recursion."""
    made: dict[int, Expression] = {}

    def child(node: Tree[Token] | Token) -> Symbol:
        if isinstance(node, str):
            return symbols[int(node)]
        expression = made[id(node)]
        return Symbol("UNIT", expression.start, expression.end, expression)

    for node in tree.iter_subtrees():
        made[id(node)] = _MAKERS[node.data]([child(each) for each in node.children])
    return made[id(tree)]


_MAKERS: dict[str, Callable[[Sequence[Symbol]], Expression]] = {
    "start": lambda parts: both([part.expression for part in parts]),
    "excluded": lambda parts: both(
        [parts[0].expression, excluded(parts[2].expression, parts[1].start)],
    ),
    "both": lambda parts: both([parts[0].expression, parts[2].expression]),
    "left_out": lambda parts: excluded(parts[1].expression, parts[0].start),
    "near": lambda parts: near(parts[0].expression, parts[1].sign, parts[2].expression),
    "either": lambda parts: either([parts[0].expression, parts[2].expression]),
    "grouped": lambda parts: grouped(parts[1].expression, parts[0].start, parts[2].end),
}
"""The function of each grammar rule that builds an expression of its parts."""
