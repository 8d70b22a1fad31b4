"""A text is read in the encoding that it was written in, and Western texts never in another one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.extraction.decoding import decode

RUSSIAN = "Суд первой инстанции допустил ошибку, приняв признание обвиняемого без адвоката.\n"
CHINESE = "甲方违反了合同的第三条，因此应当赔偿乙方的损失。法院认为被告的供述不是自愿的。\n"
TAIWANESE = "甲方違反了合同的第三條，因此應當賠償乙方的損失。法院認為被告的供述不是自願的。\n"
JAPANESE = "裁判所は被告人の自白が任意にされたものではないと判断した。\n"
KOREAN = "법원은 피고인의 자백이 임의로 이루어진 것이 아니라고 판단하였다.\n"
GREEK = "Το δικαστήριο έκρινε ότι η ομολογία του κατηγορουμένου δεν ήταν εκούσια.\n"
HEBREW = "בית המשפט קבע כי הודאתו של הנאשם לא ניתנה מרצון חופשי ומדעת.\n"
ARABIC = "قضت المحكمة بأن اعتراف المتهم لم يكن طوعيا وأن الشرطة استجوبته.\n"
SPANISH = "¿Puede llamarse voluntaria una declaración obtenida así? El niño no representaba peligro.\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (RUSSIAN, "cp866"),
        (CHINESE, "gbk"),
        (CHINESE, "gb18030"),
        (TAIWANESE, "big5"),
        (JAPANESE, "shift_jis"),
        (KOREAN, "euc_kr"),
        (GREEK, "cp1253"),
        (HEBREW, "cp1255"),
        (ARABIC, "cp1256"),
        (SPANISH, "cp1252"),
        ("“Smart” § quotes — of one letter’s worth …", "cp1252"),
        ("§ § § — — — “” “” “” ’’’ §§§§ ¶¶¶¶ ……… and a word or two that are plain text", "cp1252"),
    ],
)
@pytest.mark.parametrize("times", [1, 500])
def test_a_text_is_read_in_its_own_encoding(text: str, encoding: str, times: int) -> None:
    assert decode((text * times).encode(encoding)) == text * times


@given(
    st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz     "), min_size=60, max_size=300),
    st.lists(st.sampled_from("áéíóúñ¿¡§¶—“”’àçêüöß€…"), max_size=30),
)
def test_a_western_text_is_never_taken_for_another_script(letters: list[str], others: list[str]) -> None:
    text = list("letters of a text" + "".join(letters))
    for at, other in enumerate(others):
        text.insert((7 * at) % len(text), other)
    assert decode("".join(text).encode("cp1252")) == "".join(text)


def test_bytes_that_are_no_text_stay_none() -> None:
    rng = random.Random(3)
    assert decode(bytes(rng.randrange(1, 256) for _ in range(20_000))) is None
