"""Text for a terminal: nothing in it acts, nothing hides."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.kernel.terminal import printable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Amélie 審計 \U0001f600", "Amélie 審計 \U0001f600"),
        ("12\u00a0%\u202f!", "12\u00a0%\u202f!"),
        ("\x1b[31mrouge\x07", "\\u{001b}[31mrouge\\u{0007}"),
        ("a\r\nb\tc", "a\\u{000d}\\u{000a}b\\u{0009}c"),
        ("a\u202egnp.exe", "a\\u{202e}gnp.exe"),
        ("a\u2066b\u2069", "a\\u{2066}b\\u{2069}"),
        ("a\u2028b\u2029", "a\\u{2028}b\\u{2029}"),
        ("a\u200bb\ufeff", "a\\u{200b}b\\u{feff}"),
        ("\udcff.json", "\\u{dcff}.json"),
        ("\x9b2J", "\\u{009b}2J"),
        ("a\U000e0041", "a\\u{e0041}"),
        ("", ""),
    ],
)
def test_each_character_that_acts_is_spelled_out(text: str, expected: str) -> None:
    assert printable(text) == expected


@given(st.text(st.characters(), max_size=50))
def test_the_result_is_one_line_that_any_terminal_can_hold(text: str) -> None:
    result = printable(text)
    assert result.splitlines() in ([result], [])
    assert result.encode("utf-8").decode("utf-8") == result
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in result)
    assert not any(
        unicodedata.bidirectional(char) in ("RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI", "FSI", "PDI")
        for char in result
    )
