"""Stems of English words: Tantivy's, by which the word index compares words, too."""

from __future__ import annotations

from functools import lru_cache

import tantivy

_STEMMER = (
    tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.stemmer("english")).build()
)
_PAST = dict(
    pair.split(":")
    for pair in str.split(
        "bound:bind bore:bear borne:bear became:become began:begin begun:begin bent:bend bit:bite "
        "bitten:bite bled:bleed blew:blow blown:blow broke:break broken:break brought:bring built:build "
        "burnt:burn bought:buy caught:catch chose:choose chosen:choose clung:cling came:come "
        "crept:creep dealt:deal dug:dig drew:draw drawn:draw drank:drink drunken:drunk drove:drive "
        "driven:drive ate:eat eaten:eat fell:fall fallen:fall fed:feed fought:fight fled:flee flew:fly "
        "flown:fly forbade:forbid forbidden:forbid forgot:forget forgotten:forget forgave:forgive "
        "froze:freeze frozen:freeze gave:give given:give grew:grow grown:grow hung:hang heard:hear "
        "held:hold hid:hide hidden:hide kept:keep knew:know known:know laid:lay led:lead lent:lend "
        "lost:lose made:make meant:mean met:meet paid:pay proven:prove rode:ride ridden:ride rang:ring "
        "rose:rise risen:rise ran:run said:say saw:see seen:see sought:seek sold:sell sent:send "
        "shook:shake shaken:shake shot:shoot shots:shoot showed:show shown:show shrank:shrink slept:sleep "
        "spoke:speak spoken:speak spent:spend stole:steal stolen:steal struck:strike stricken:strike "
        "swore:swear sworn:swear swept:sweep took:take taken:take taught:teach tore:tear torn:tear "
        "told:tell thought:think threw:throw thrown:throw understood:understand woke:wake wore:wear "
        "worn:wear won:win withdrew:withdraw withdrawn:withdraw withheld:withhold wrote:write "
        "written:write overthrew:overthrow overthrown:overthrow undone:undo undid:undo upheld:uphold "
        "went:go gone:go left:leave children:child women:woman men:man"
    )
)
"""Irregular forms that are not also another common word."""


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the Snowball English stem of one word, in lower case and without a possessive.

    Irregular verbs are stemmed by their present. A word without letters is its own stem.
    """
    small = word.lower().removesuffix("'s").rstrip("'")
    found = _STEMMER.analyze(_PAST.get(small, small))
    return found[0] if found else small
