"""The language of a text, English or Spanish, by its small words; the stems of English words; and where a
sentence ends.

Four of ten words of a Spanish text are small ones that English does not have ("de", "la", "que"), and half of
an English one the reverse. Counting them needs no model and takes some 30 microseconds for a passage. Of
275,813 English legal texts of the shared sets none is taken for Spanish, names and Latin included. All that
is not Spanish counts as English, which is what everything else in the program expects.

"v.", "Id.", "U.S.", "N.J. Super.", "No." and initials have a full stop that ends no sentence; a cut after one
of them would tear a citation apart. A place in doubt is no end. ``sentence_ends`` finds safe places to cut a
text. ``sentence_ranges`` finds sentences that may be shown alone, where half of one would mislead: a record
cite belongs to the sentence before it, and a quotation of several sentences or the number of a list entry to
the sentence around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any


class TextLanguage(StrEnum):
    """A language whose words the word index knows, by its ISO 639-1 code."""

    ENGLISH = "en"
    SPANISH = "es"


ENGLISH_STOP_WORDS = frozenset(
    str.split(
        """
        a about above after again against all also am an and any are as at be because been before being below
        between both but by can cannot could did do does doing don't during each either else even ever every
        few for from further get gets had has have having he her here hers him his how however i i'm if in
        into is isn't it it's its itself just let like may me might more most much must my neither no nor not
        of off often on once only onto or other our ours out over own per please rather said same shall she
        should since so some such than that that's the their theirs them then there these they this those
        though through thus to too under until up upon us very via was wasn't we were what what's when where
        whether which while who whom whose why will with within without would yet you your
        """
    )
)
"""English words without a subject of their own; a sentence as a whole keeps what they add to the sense."""
SPANISH_STOP_WORDS = frozenset(
    str.split(
        """
        a al algunas algunos ante antes así aunque aquel aquella bajo cada como cómo con contra cual cuál
        cuales cualquier cuando cuándo de debe debido del desde donde dónde dos durante e el él ella ellas
        ellos en entonces entre era eran es esa ese eso esta está estaba estado están estas este esto estos
        fue fueron fuera ha haber había habían han hasta hay la las le les lo los mas más me mediante mi
        mientras mismo mucho muy ni no nos nuestra nuestro nunca o otra otro otros para pero por porque pues
        puede pueden que qué quien quién quienes se sea según ser si sí sido sin sino sobre son su sus
        también tampoco tan tanto te tenía tiene tienen toda todas todo todos tras tu un una unas uno unos y
        ya yo
        """
    )
)
"""Spanish words that say nothing of a subject."""
_ENGLISH = ENGLISH_STOP_WORDS - SPANISH_STOP_WORDS
_SPANISH = SPANISH_STOP_WORDS - set(str.split("a con e me mi no o te y"))
"""Those that do not stand in English names and citations by the dozen."""
_PARTICLES = frozenset(str.split("de del el la las los"))
"""Those that are parts of names before a capital letter: "de la Cruz"."""
_LEAST, _LEAST_SHARE = 2, 1 / 8  # The least number of small Spanish words, and their least share of all words
_WORD = re.compile(r"[^\W\d_]+")
_READ = 20_000  # The characters that are read: enough for any passage or page


@lru_cache(maxsize=4096)
def language_of(text: str) -> TextLanguage:
    """Return the language of a text; English where it is neither, or too short to tell. Any thread."""
    return language_of_words(_WORD.findall(text[:_READ]))


def language_of_words(words: Sequence[str]) -> TextLanguage:
    """Return the language of the words of a text, in order."""
    small = [word.lower() for word in words]
    spanish = sum(map(_SPANISH.__contains__, small))
    least = max(_LEAST, _LEAST_SHARE * len(words))
    if spanish < least:  # Nearly always, and quickly.
        return TextLanguage.ENGLISH
    least = max(least, 2 * sum(map(_ENGLISH.__contains__, small)) + 1)
    pairs = zip(small, (*words[1:], ""), strict=True)
    named = sum(word in _PARTICLES and following.istitle() for word, following in pairs)
    return TextLanguage.SPANISH if spanish - named >= least else TextLanguage.ENGLISH


_PAST = dict(
    pair.split(":")
    for pair in str.split(
        """
        bound:bind bore:bear borne:bear became:become began:begin begun:begin bent:bend bit:bite bitten:bite
        bled:bleed blew:blow blown:blow broke:break broken:break brought:bring built:build burnt:burn
        bought:buy caught:catch chose:choose chosen:choose clung:cling came:come crept:creep dealt:deal
        dug:dig drew:draw drawn:draw drank:drink drunken:drunk drove:drive driven:drive ate:eat eaten:eat
        fell:fall fallen:fall fed:feed fought:fight fled:flee flew:fly flown:fly forbade:forbid
        forbidden:forbid forgot:forget forgotten:forget forgave:forgive froze:freeze frozen:freeze gave:give
        given:give grew:grow grown:grow hung:hang heard:hear held:hold hid:hide hidden:hide kept:keep
        knew:know known:know laid:lay led:lead lent:lend lost:lose made:make meant:mean met:meet paid:pay
        proven:prove rode:ride ridden:ride rang:ring rose:rise risen:rise ran:run said:say saw:see seen:see
        sought:seek sold:sell sent:send shook:shake shaken:shake shot:shoot shots:shoot showed:show shown:show
        shrank:shrink slept:sleep spoke:speak spoken:speak spent:spend stole:steal stolen:steal struck:strike
        stricken:strike swore:swear sworn:swear swept:sweep took:take taken:take taught:teach tore:tear
        torn:tear told:tell thought:think threw:throw thrown:throw understood:understand woke:wake wore:wear
        worn:wear won:win withdrew:withdraw withdrawn:withdraw withheld:withhold wrote:write written:write
        overthrew:overthrow overthrown:overthrow undone:undo undid:undo upheld:uphold went:go gone:go
        left:leave children:child women:woman men:man
        """
    )
)
"""Irregular forms that are not also another common word."""


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import tantivy

    words, english = tantivy.Tokenizer.simple(), tantivy.Filter.stemmer("english")
    return tantivy.TextAnalyzerBuilder(words).filter(english).build()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the Snowball English stem of one word, in lower case and without a possessive.
    Irregular verbs are stemmed by their present. A word without letters is its own stem."""
    small = word.lower().removesuffix("'s").rstrip("'")
    stems = _stemmer().analyze(_PAST.get(small, small))
    return stems[0] if stems else small


_END = re.compile(r"[.?!][\"”’»')\]]{0,4}\d{0,3}(?=\s+[\"“‘«'(\[¿¡]{0,3}[A-Z0-9§ÁÉÍÓÚÑ])")
_LINE_END = re.compile(r"[.?!:;][\"”’')\]]*\d{0,3}$")
_LAST_WORD = re.compile(r"[\w.&’'\-]*$")
_INITIAL = re.compile(r"(?:[^\W\d]{1,2}\.)+[^\W\d]{0,2}|[A-Za-z]")
_BEGINS = re.compile(r"\s+[\"“‘«'(\[¿¡]{0,3}[A-Z0-9§ÁÉÍÓÚÑ]|\s*$")
_RECORD_CITE = re.compile(r"\s+[(\[](?=[^)\]]{1,120}[)\]])[^)\]]*\d[^)\]]*[)\]]\.?")
_LIST_NUMBER = re.compile(r"[(\[]?(?:\d{1,2}|[A-Za-z]|[ivxIVX]{1,5})[.)\]]*")
_ELLIPSIS = re.compile(r"(?:^|\s)[.?!]+\s*$")
_ABBREVIATIONS = frozenset(
    str.split(
        """
        v vs id ibid cf no nos inc co corp ltd cir ct cts app div super supp ch sec stat rev art arts amend cl
        const pp p para paras ed eds vol fed ass'n comm'n dep't gov't int'l nat'l ass’n comm’n dep’t gov’t
        int’l nat’l mr mrs ms dr hon prof rev sr jr st ave blvd rd jan feb mar apr jun jul aug sept sep oct
        nov dec n.j u.s f cal ill mass pa tex fla ga va md conn del mich minn wis wash ore ariz colo ala ark
        neb nev okla tenn ky miss mo mont ind kan vt wyo idaho haw utah bros mfg dist cnty cty twp bd assoc
        assocs sch univ hosp ins ry r.r e.g i.e al et seq viz admin ann crim civ evid proc reg regs tit subd
        subds r ex exh exs app'x app’x op rptr a.2d a.3d aff'd rev'd aff’d rev’d certif den sgt det lt capt
        ptl tr da db sd pb pa eng mem jud prac info intern lit litig fin grp hldgs indus sra sres dra lic núm
        núms párr párrs pág págs apdo pub res gen att'y att’y messrs cpl col maj rep sen gov pres supt see
        secs rr def mt ft esq etc
        """
    )
)
_MAY_END_SENTENCE = frozenset(str.split("no inc co corp ltd bros jr sr esq etc al id ave rd blvd ft"))
_SENTENCE_STARTERS = frozenset(
    str.split(
        """
        The This That These Those In On At When While Although Because However He She It They We There Here As
        If But And Thus Moreover
        """
    )
)
_LONGEST_QUOTE = 400
"""The characters for which an open quotation mark binds a sentence; past that its closing mark was lost."""


def sentence_ends(text: str) -> Iterator[int]:
    """Yield the offset after each sentence's last character, except the end of the text. Linear time."""
    for match in _END.finditer(text):
        if text[match.start()] != "." or not _is_abbreviation(text, match.start(), match.end()):
            yield match.end()


def sentence_ranges(text: str) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of sentences that may be shown alone, in order, without the white space
    between. A line end also ends a sentence. The ranges cover all that is not white space. Linear time."""
    at = 0
    for line in text.splitlines(keepends=True):
        start = _next_word(line, 0)
        for end in sentence_ends(line):
            cite = _RECORD_CITE.match(line, end)
            if cite and not _BEGINS.match(line, cite.end()):
                continue
            end = cite.end() if cite else end
            if end > start and _is_whole(line[start:end]):
                yield at + start, at + end
                start = _next_word(line, end)
        if line[start:].strip():
            yield at + start, at + len(line.rstrip())
        at += len(line)


def ends(line: str) -> bool:
    """Tell whether a line's end may end a sentence or a list item. An abbreviation ('Pub. Res.') does not."""
    tail = line[-48:]
    match = _LINE_END.search(tail)
    if match is None:
        return False
    return tail[match.start()] != "." or not _is_abbreviation(tail, match.start(), len(tail))


def _is_whole(text: str) -> bool:
    """Tell whether a text up to the end of a sentence is more than the number of a list entry, leaves no
    quotation open and does not end in dots for omitted words."""
    quoted = text[-_LONGEST_QUOTE:]
    opened = max(quoted.rfind("“"), quoted.rfind('"') if quoted.count('"') % 2 else -1)
    return not (_LIST_NUMBER.fullmatch(text) or _ELLIPSIS.search(text[-8:]) or opened > quoted.rfind("”"))


def _next_word(line: str, at: int) -> int:
    return at + len(line[at:]) - len(line[at:].lstrip())


def _is_abbreviation(text: str, stop: int, end: int) -> bool:
    last_word = _LAST_WORD.search(text, max(0, stop - 30), stop)
    word = last_word.group().lstrip("(") if last_word else ""
    following = re.match(r"\s+[\"“‘'(\[]*(\w+)", text[end : end + 40])
    starts = following is not None and following.group(1) in _SENTENCE_STARTERS
    if _INITIAL.fullmatch(word):
        return len(word) == 1 or not starts
    return word.lower() in _ABBREVIATIONS and not (starts and word.lower() in _MAY_END_SENTENCE)
