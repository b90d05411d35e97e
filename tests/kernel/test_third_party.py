"""What a page shows of a stranger's text: nothing empty, no emoji, no character that HTML forbids."""

from __future__ import annotations

import pickle
import unicodedata

import emoji
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.kernel import third_party
from site_builder.kernel.third_party import (
    ThirdPartyText,
    TooDeepError,
    is_blank,
    mark,
    replaced_emoji,
    shown,
)

UNCHANGED = {
    "plain": "Boussole claire 42",
    "accents composed": "Amélie",
    "accents decomposed": "Ame\u0301lie",
    "Cyrillic look-alike": "Ѕсоре",
    "Chinese": "审计代理",
    "Arabic": "وكيل التدقيق",
    "an override inside": "Agent\u202egnp.exe",
    "isolates inside": "a\u2067b\u2069c",
    "a zero-width space inside": "zéro\u200blargeur",
    "a joiner between letters": "क्\u200dष",
    "a soft hyphen inside": "co\u00adopération",
    "a no-break space inside": "12\u00a0%",
    "line and paragraph separators inside": "a\u2028b\u2029c",
    "tab and line feed": "a\tb\nc",
    "markup": "<script>alert('x')</script> & \"y\"",
    "a template": "{{ 7 * 7 }} {% raw %}",
    "a digit, a number sign, a star": "1 # *",
    "signs that are text": "© ® ™ ✔ ☺ ❤ ↔ ‼ ㊗ 〰 ℹ",
    "a picture asked for as text": "\u231a\ufe0e \u2b50\ufe0e",
    "letters that look enclosed": "ⒶⒷ ①",
    "mathematics beyond the BMP": "\U0001d400\U0001d7d8",
    "Gothic": "\U00010330",
    "the sign of a mahjong tile": "\U0001f000",
    "2,000 letters": "x" * 2000,
}

REPLACED = {
    "a face": ("Bravo \U0001f600 !", "Bravo [GRINNING FACE] !"),
    "two in a row": ("\U0001f9fe\U0001f50e", "[RECEIPT][RIGHT-POINTING MAGNIFYING GLASS]"),
    "joined": (
        "\U0001f469\U0001f3fd\u200d\U0001f52c",
        "[WOMAN, EMOJI MODIFIER FITZPATRICK TYPE-4, MICROSCOPE]",
    ),
    "a family": ("\U0001f468\u200d\U0001f467", "[MAN, GIRL]"),
    "a skin tone alone": ("\U0001f3fd", "[EMOJI MODIFIER FITZPATRICK TYPE-4]"),
    "a flag": (
        "\U0001f1eb\U0001f1f7",
        "[REGIONAL INDICATOR SYMBOL LETTER F, REGIONAL INDICATOR SYMBOL LETTER R]",
    ),
    "half of a flag": ("\U0001f1eb", "[REGIONAL INDICATOR SYMBOL LETTER F]"),
    "no flag": (
        "\U0001f1e6\U0001f1e6",
        "[REGIONAL INDICATOR SYMBOL LETTER A][REGIONAL INDICATOR SYMBOL LETTER A]",
    ),
    "a keycap": ("1\ufe0f\u20e3", "[DIGIT ONE, COMBINING ENCLOSING KEYCAP]"),
    "a keycap without its selector": ("#\u20e3", "[NUMBER SIGN, COMBINING ENCLOSING KEYCAP]"),
    "a sign asked for as a picture": ("\u2764\ufe0f", "[HEAVY BLACK HEART]"),
    "a copyright sign as a picture": ("\u00a9\ufe0f", "[COPYRIGHT SIGN]"),
    "a picture by default": ("\u231a", "[WATCH]"),
    "a medal": ("\U0001f947", "[FIRST PLACE MEDAL]"),
    "younger than Python's table": ("\U0001fae8", "[SHAKING FACE]"),
    "younger than the library": ("\U0001faff", "[U+1FAFF]"),
}

FORBIDDEN = {
    "a NUL": ("a\x00b", "a[U+0000]b"),
    "an escape": ("\x1b[31mrouge", "[U+001B][31mrouge"),
    "a carriage return": ("a\r\nb", "a[U+000D]\nb"),
    "a vertical tab and a form feed": ("a\x0b\x0cb", "a[U+000B][U+000C]b"),
    "a delete": ("a\x7f", "a[U+007F]"),
    "a C1 control": ("a\x85\x9fb", "a[U+0085][U+009F]b"),
    "noncharacters": ("a\ufffe\uffff\ufdd0\U0010ffffb", "a[U+FFFE][U+FFFF][U+FDD0][U+10FFFF]b"),
}

INVISIBLE = {
    "empty": ("", "[—]"),
    "a space": (" ", "[U+0020]"),
    "spaces of several kinds": ("\u00a0\u2003\u202f\u3000", "[U+00A0][U+2003][U+202F][U+3000]"),
    "a line feed": ("\n", "[U+000A]"),
    "a Hangul filler": ("\u3164", "[U+3164]"),
    "zero width": ("\u200b\u200c\u200d\ufeff", "[U+200B][U+200C][U+200D][U+FEFF]"),
    "an override": ("\u202e", "[U+202E]"),
    "a blank Braille pattern": ("\u2800", "[U+2800]"),
    "variation selectors": ("\ufe0f\U000e0100", "[U+FE0F][U+E0100]"),
    "tags": ("\U000e0041\U000e007f", "[U+E0041][U+E007F]"),
    "a Mongolian selector": ("\u180b", "[U+180B]"),
    "a Hangul filler between spaces": (" \uffa0 ", "[U+0020][U+FFA0][U+0020]"),
    "a null notehead": ("\U0001d159", "[U+1D159]"),
}


@pytest.mark.parametrize("name", UNCHANGED)
def test_text_is_shown_as_it_was_written(name: str) -> None:
    assert shown(UNCHANGED[name]) == UNCHANGED[name]
    assert not replaced_emoji(UNCHANGED[name])


def test_of_what_nothing_can_be_seen() -> None:
    assert [name for name, (text, _) in INVISIBLE.items() if not is_blank(text)] == []
    assert is_blank("\x00\x85\t")
    assert [name for name, text in UNCHANGED.items() if is_blank(text)] == []
    assert not is_blank("\u200b.")


@pytest.mark.parametrize("name", REPLACED)
def test_emoji_become_their_name(name: str) -> None:
    text, expected = REPLACED[name]
    assert shown(text) == expected
    assert replaced_emoji(text)
    assert not replaced_emoji(shown(text))


@pytest.mark.parametrize("table", [FORBIDDEN, INVISIBLE])
def test_stand_ins(table: dict[str, tuple[str, str]]) -> None:
    for text, expected in table.values():
        assert shown(text) == expected
        assert not replaced_emoji(text)


def test_every_character_alone_can_be_seen() -> None:
    blank = ("Cc", "Cf", "Zs", "Zl", "Zp")
    seen = ("ARABIC", "SYRIAC", "KAITHI")  # signs that enclose digits: format characters with a glyph
    invisible = [
        f"U+{point:04X}"
        for point in range(0x110000)
        if unicodedata.category(chr(point)) in blank
        and not unicodedata.name(chr(point), "").startswith(seen)
        and shown(chr(point)) == chr(point)
    ]
    assert invisible == []


def test_no_character_that_html_forbids_is_left() -> None:
    for point in [*range(0x20), *range(0x7F, 0xA0), *range(0xFDD0, 0xFDF0), 0xFFFE, 0x1FFFF, 0x10FFFE]:
        text = shown(f"a{chr(point)}b")
        assert (chr(point) in text) == (chr(point) in "\t\n")


@given(st.text(max_size=30))
def test_what_is_shown_is_stable_and_never_blank(text: str) -> None:
    result = shown(text)
    assert result.strip()
    assert type(result) is str
    assert not replaced_emoji(result)
    assert shown(result) == result


@given(st.text(st.characters(categories=["L", "N", "P", "M"], max_codepoint=0x1FFF), min_size=1, max_size=30))
def test_letters_are_never_normalised(text: str) -> None:
    if not replaced_emoji(text) and any(unicodedata.category(c)[0] == "L" for c in text):
        assert shown(text) == text or any(0x115F <= ord(c) <= 0x1160 for c in text)


def test_the_type_is_a_string_in_every_other_way() -> None:
    text = ThirdPartyText("é")
    assert text == "é"
    assert hash(text) == hash("é")
    assert orjson.dumps({"a": text}) == '{"a":"é"}'.encode()
    assert type(pickle.loads(pickle.dumps(text))) is ThirdPartyText


def test_marking_reaches_every_string_and_nothing_else() -> None:
    value = {"k": ["a", 1, 1.0, True, None, {"n": "b"}]}
    marked = mark(value)
    assert marked == value
    assert isinstance(marked, dict)
    assert [type(item) for item in marked["k"]] == [ThirdPartyText, int, float, bool, type(None), dict]
    assert type(marked["k"][5]["n"]) is ThirdPartyText
    assert type(next(iter(marked))) is str


def test_a_value_has_a_largest_depth() -> None:
    def deep(levels: int) -> object:
        value: object = "x"
        for _ in range(levels):
            value = [value]
        return value

    assert mark(deep(32)) == deep(32)
    with pytest.raises(TooDeepError):
        mark(deep(33))
    with pytest.raises(TooDeepError):
        mark(deep(100))


def test_every_character_of_every_known_emoji_is_looked_at() -> None:
    made_of = {char for known in emoji.EMOJI_DATA for char in known}
    assert [char for char in sorted(made_of) if not third_party._RUN.fullmatch(char)] == []


def test_long_texts_fill_no_memory() -> None:
    """A stranger may send 200,000 emoji, each of which is shown as forty characters."""
    known = (third_party._searched.__self__, third_party._shown_special.__self__)  # type: ignore[attr-defined]
    before = [len(each) for each in known]
    for start in range(3):
        text = str(start) + "\u23e9" * 20_000
        assert shown(text).count("BLACK RIGHT-POINTING DOUBLE TRIANGLE") == 20_000
    assert [len(each) for each in known] == before
