"""Tests that a text is decoded in the encoding in which it was written."""

from __future__ import annotations

import random

import pytest

from briefbank.extraction.decoding import decode

RUSSIAN = "Суд первой инстанции допустил ошибку, приняв признание обвиняемого без адвоката.\n"
CHINESE = "甲方违反了合同的第三条，因此应当赔偿乙方的损失。法院认为被告的供述不是自愿的。\n"
KOREAN = "법원은 피고인의 자백이 임의로 이루어진 것이 아니라고 판단하였다.\n"
GREEK = "Το δικαστήριο έκρινε ότι η ομολογία του κατηγορουμένου δεν ήταν εκούσια.\n"
SPANISH = "¿Puede llamarse voluntaria una declaración obtenida así? El niño no representaba peligro.\n"


@pytest.mark.parametrize(
    "text",
    [
        SPANISH,
        "“Smart” § quotes — of one letter’s worth …",
        "§ § § — — — “” “” “” ’’’ §§§§ ¶¶¶¶ ……… and a word or two that are plain text",
    ],
)
@pytest.mark.parametrize("times", [1, 500])
def test_a_text_of_windows_is_read(text: str, times: int) -> None:
    assert decode((text * times).encode("cp1252")) == text * times


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(RUSSIAN, "cp1251"), (RUSSIAN, "koi8_r"), (CHINESE, "gbk"), (KOREAN, "euc_kr"), (GREEK, "cp1253")],
)
@pytest.mark.parametrize("times", [1, 500])
def test_a_text_in_another_script_is_read_in_unicode_alone(text: str, encoding: str, times: int) -> None:
    assert decode((text * times).encode()) == text * times
    assert decode((text * times).encode(encoding)) is None


ENGLISH = "The court’s “plain error” rule, N.J.S.A. § 2C:11-3 and ¶ 4, doesn’t apply (pp. 12–14).\n"
FRENCH = "L’accusé a été entendu à Montréal; le français, où êtes-vous, la Cour suprême.\n"
GERMAN = "Müller gegen Schäfer; über die Größe der Öffnung.\n"
CAPITALS = "LUIS MUÑOZ Y JOSÉ GARCÍA: PETICIÓN AL TRIBUNAL.\n"
DRAWN = "┌─────────┬──────┐\n│ Exhibit │ Page │\n└─────────┴──────┘\nStatement of the case.\n"
NAMES = (
    "Muñoz|MUÑOZ|José García|Pérez|Raúl|Ramón Núñez|López|Ríos|Díaz|Sánchez|Hernández|González|Peña|Ángel"
    "|Óscar|Müller|Schröder|Größe|Über|François|Côté|Renée|résumé|café|même|année|¿Qué pasó?"
)
WINDOWS = (
    "v.\xa0Smith, 45\xa0N.J.|Plain\xa0error|defen\xaddant peti\xadtion|§ 2C:11-3|§§ 4 to 6|¶ 4|£25|25¢|€5|½"
    "|2½|98.6° F|1ª Sala 2º piso|Breathalyzer™|Xanax® tablets|© 2020|rule.³|rule.¹ And.²|rule.†|«plain error»"
    "|“plain error”|‘quoted’|court’s|defendants’ rights|O’Brien|D’Angelo|text—text|attorney–client|10–12"
    "|wait … and|• first|· first|Jørgensen|maître|Nicolò|SÃO PAULO|São|ação|Noëlle|naïve|Håkan Ångström"
    "|Guðmundur Þór|Šimon Žižek|œuvre|cœur|À la carte|à la carte|voilà|où|Élise|Íñigo|Ibáñez|Castañeda|él"
    "|¡Ay!|¿Puede|ÄPFEL|Straße"
)
DOS = "Pérez|2½|98.6° F|Håkan|¡Ay!|«plain error»|naïve|Noëlle"
MACINTOSH = (
    "v.\xa0Smith|§ 2C:11-3|§§ 4 to 6|¶ 4|“plain error”|‘quoted’|court’s|defendants’ rights|O’Brien|text—text"
    "|10–12|wait … and|• first|Breathalyzer™|Xanax® tablets|£25|25¢|œuvre|À la carte|ação"
)


@pytest.mark.parametrize(
    ("encoding", "word"),
    [
        (encoding, word)
        for encoding, words in {"cp1252": WINDOWS, "cp437": DOS, "cp850": DOS, "mac_roman": MACINTOSH}.items()
        for word in f"{NAMES}|{words}".split("|")
        if word.encode(encoding, "ignore").decode(encoding) == word
    ],
)
def test_one_word_decides_the_encoding_of_an_english_text(encoding: str, word: str) -> None:
    text = f"The jury found the defendant guilty. {word} appeared in the Superior Court.\n"
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    "drawn", [DRAWN, DRAWN.translate(str.maketrans("┌─┬┐│└┴┘", "╔═╦╗║╚╩╝")), "▒▒██▓▓ 9\n"]
)
@pytest.mark.parametrize("encoding", ["cp437", "cp850"])
def test_a_drawing_of_dos_is_read(encoding: str, drawn: str) -> None:
    assert decode(drawn.encode(encoding)) == drawn


@pytest.mark.parametrize("text", [SPANISH, ENGLISH, FRENCH, GERMAN, CAPITALS, DRAWN])
@pytest.mark.parametrize("times", [1, 100])
@pytest.mark.parametrize(
    "encoding", ["cp1252", "cp437", "cp850", "mac_roman", "utf-8", "utf-8-sig", "utf-16", "utf-32"]
)
def test_a_western_text_is_read_in_its_own_encoding(text: str, encoding: str, times: int) -> None:
    whole = text * times
    as_dos = whole.replace("§", "\x15").replace("¶", "\x14") if encoding in ("cp437", "cp850") else whole
    try:
        data = as_dos.encode(encoding)
    except UnicodeEncodeError:
        pytest.skip("the encoding lacks a character of the text")
    assert decode(data) == whole


def test_a_statute_full_of_section_signs_of_dos_is_a_text() -> None:
    text = "".join(
        f"\x15 2C:{n}-1. Offenses. See \x15\x15 {n}-2 and {n}-3, \x14 {n}.\n" for n in range(1, 200)
    )
    shown = text.replace("\x15", "§").replace("\x14", "¶")
    assert decode(text.encode("ascii")) == shown
    assert decode(text.replace("Offenses", "Muñoz").encode("cp437")) == shown.replace("Offenses", "Muñoz")


def test_control_characters_of_windows_in_a_text_in_utf8_are_what_windows_shows() -> None:
    assert decode("The court\x92s \x93plain error\x94 rule".encode()) == "The court’s “plain error” rule"


def test_a_few_bytes_of_windows_in_a_text_in_utf8_spoil_no_other_character() -> None:
    text = "El señor Muñoz declaró ante el juez García que no había visto el café.\n".encode() * 20
    assert decode(text + "Peña’s".encode("cp1252")) == text.decode() + "Peña’s"


def test_bytes_that_are_no_text_stay_none() -> None:
    rng = random.Random(3)
    assert decode(bytes(rng.randrange(1, 256) for _ in range(20_000))) is None
    assert decode(bytes(rng.randrange(256) for _ in range(20_000))) is None
    assert decode(bytes(20_000)) is None
    assert decode(b"".join(rng.randrange(256).to_bytes(2, "little") for _ in range(10_000))) is None
    assert (
        decode(b"".join(rng.randrange(-9000, 9000).to_bytes(2, "little", signed=True) for _ in range(10_000)))
        is None
    )
    assert decode(b"MZ\x90\0\x03\0\0\0 some words of a program " * 100) is None
