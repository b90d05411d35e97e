"""What recurs is made once, and the memory of it stays small."""

from __future__ import annotations

from site_builder.kernel.remembered import Remembered, of_short


def test_a_text_is_made_once_and_all_are_forgotten_when_there_are_many() -> None:
    made: list[str] = []

    def make(text: str) -> str:
        made.append(text)
        return text.upper()

    known = Remembered[str, str](make, most=3, longest=4)
    assert [known[text] for text in ("a", "b", "a", "c", "b")] == ["A", "B", "A", "C", "B"]
    assert made == ["a", "b", "c"]
    assert known["d"] == "D"
    assert dict(known) == {"d": "D"}
    assert [known["d"], known["a"]] == ["D", "A"]
    assert made == ["a", "b", "c", "d", "a"]


def test_a_long_text_is_made_each_time() -> None:
    made: list[bytes] = []

    def make(text: bytes) -> int:
        made.append(text)
        return len(text)

    known = Remembered[bytes, int](make, most=3, longest=4)
    assert [known[b"12345"], known[b"12345"], known[b"1234"], known[b"1234"]] == [5, 5, 4, 4]
    assert made == [b"12345", b"12345", b"1234"]
    assert dict(known) == {b"1234": 4}


def test_what_became_long_is_made_each_time() -> None:
    known = Remembered[str, str](lambda text: text * 9, most=3, longest=4)
    assert [known["a"], known["ab"]] == ["a" * 9, "ab" * 9]
    assert dict(known) == {"a": "a" * 9}


def test_the_answers_about_short_texts_are_kept() -> None:
    made: list[tuple[str, int]] = []

    @of_short(most=2, longest=3)
    def make(text: str, number: int) -> str:
        made.append((text, number))
        return text * number

    assert [make("ab", 2), make("ab", 2), make("ab", 3)] == ["abab", "abab", "ababab"]
    assert [make("abcd", 1), make("abcd", 1)] == ["abcd", "abcd"]
    assert made == [("ab", 2), ("ab", 3), ("abcd", 1), ("abcd", 1)]
