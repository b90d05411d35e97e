"""Message catalogues: what is accepted, and every way in which a file can be wrong."""

from __future__ import annotations

import pickle

import pytest

from site_builder.content.messages import Entry, MessageError, Messages, Problem, cut, parse
from site_builder.kernel.third_party import ThirdPartyText
from site_builder.languages import language

EN, FR = language("en"), language("fr")
HEADER_EN = (
    'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)
HEADER_FR = HEADER_EN.replace("Language: en", "Language: fr").replace("(n != 1)", "(n > 1)")
TASKS = 'msgid "count.tasks"\nmsgid_plural "count.tasks"\nmsgstr[0] "{n} task"\nmsgstr[1] "{n} tasks"\n'
TASKS_FR = TASKS.replace("{n} task", "{n} tâche")


def read(body: str, header: str = HEADER_EN) -> tuple[list[Entry], list[Problem]]:
    return parse((header + body).encode(), "en/messages/x.po", EN)


def messages(body: str) -> Messages:
    entries, problems = read(body)
    assert problems == []
    return Messages(EN, entries)


def test_a_text_without_placeholders_is_in_the_table() -> None:
    held = messages('# title\nmsgid "page.title"\nmsgstr "A title"\n')
    assert dict(held.table) == {"page.title": "A title"}
    assert held["page.title"] == "A title"
    assert held.text("page.title") == "A title"


def test_placeholders_are_filled_and_doubled_braces_are_braces() -> None:
    held = messages('msgid "a.b"\nmsgstr "{count} of {total}, {{id}} kept"\n')
    assert held.text("a.b", count=3, total="41") == "3 of 41, {id} kept"


def test_lines_of_one_string_are_joined_and_escapes_are_read() -> None:
    held = messages('msgid "a.b"\nmsgstr ""\n"one \\"two\\" "\n"three"\n')
    assert held["a.b"] == 'one "two" three'


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (0, "0 tasks", "0 tâche"),
        (1, "1 task", "1 tâche"),
        (2, "2 tasks", "2 tâches"),
        (1000, "1000 tasks", "1000 tâches"),
    ],
)
def test_each_language_has_its_own_plural(count: int, english: str, french: str) -> None:
    assert messages(TASKS).plural("count.tasks", count) == english
    entries, problems = parse((HEADER_FR + TASKS_FR).encode(), "fr/messages/x.po", FR)
    assert problems == []
    assert Messages(FR, entries).plural("count.tasks", count) == french


def test_a_third_party_value_makes_the_whole_text_a_third_party_text() -> None:
    held = messages('msgid "a.b"\nmsgstr "Report of {agent}"\n')
    assert type(held.text("a.b", agent=ThirdPartyText("Éole"))) is ThirdPartyText
    assert type(held.text("a.b", agent="Éole")) is str


@pytest.mark.parametrize(
    "ask",
    [
        lambda m: m["a.missing"],
        lambda m: m["a.filled"],
        lambda m: m["count.tasks"],
        lambda m: m.text("a.missing"),
        lambda m: m.text("a.filled"),
        lambda m: m.text("a.filled", name="x", other="y"),
        lambda m: m.text("count.tasks"),
        lambda m: m.plural("a.filled", 1),
        lambda m: m.plural("count.tasks", 1, other="y"),
    ],
)
def test_there_is_no_default_text(ask) -> None:  # type: ignore[no-untyped-def]
    held = messages(TASKS + '\nmsgid "a.filled"\nmsgstr "Dear {name}"\n')
    with pytest.raises(MessageError):
        ask(held)


def test_messages_travel_to_another_process() -> None:
    held = messages(TASKS + '\nmsgid "a.b"\nmsgstr "Text"\n')
    copy = pickle.loads(pickle.dumps(held))
    assert copy["a.b"] == "Text"
    assert copy.plural("count.tasks", 2) == "2 tasks"


REFUSED = {
    "an empty text": ('msgid "a.b"\nmsgstr ""\n', 7, "'a.b' empty"),
    "a text of which nothing is seen": ('msgid "a.b"\nmsgstr "\u200b\u00ad"\n', 7, "'a.b' empty"),
    "a text of spaces": ('msgid "a.b"\nmsgstr "  "\n', 7, "'a.b' empty"),
    "a space at an end": ('msgid "a.b"\nmsgstr "text "\n', 7, "'a.b' with spaces at an end"),
    "a fuzzy text": ('#, fuzzy\nmsgid "a.b"\nmsgstr "text"\n', 8, "'a.b' marked fuzzy"),
    "a key twice": (
        'msgid "a.b"\nmsgstr "text"\n\nmsgid "a.b"\nmsgstr "text"\n',
        10,
        "key 'a.b' again, after line 7",
    ),
    "a key of one word": ('msgid "title"\nmsgstr "text"\n', 7, "key 'title'"),
    "a key with a capital": ('msgid "a.Title"\nmsgstr "text"\n', 7, "key 'a.Title'"),
    "a context": ('msgctxt "menu"\nmsgid "a.b"\nmsgstr "text"\n', 8, "msgctxt on 'a.b'"),
    "an obsolete entry": ('#~ msgid "a.b"\n#~ msgstr "text"\n', 7, "obsolete entry 'a.b'"),
    "a plural form missing": (
        'msgid "a.b"\nmsgid_plural "a.b"\nmsgstr[0] "{n} task"\n',
        7,
        "'a.b', form 1 empty",
    ),
    "another key as plural": (
        'msgid "a.b"\nmsgid_plural "a.c"\nmsgstr[0] "{n} task"\nmsgstr[1] "{n} tasks"\n',
        7,
        "msgid_plural 'a.c'",
    ),
    "other placeholders in a plural form": (
        'msgid "a.b"\nmsgid_plural "a.b"\nmsgstr[0] "{n} {x}"\nmsgstr[1] "{n} {y}"\n',
        7,
        "'a.b' with other placeholders per form",
    ),
    "an open brace": ('msgid "a.b"\nmsgstr "{name"\n', 7, "'a.b': expected '}' before end of string"),
    "an empty placeholder": (
        'msgid "a.b"\nmsgstr "{}"\n',
        7,
        "'a.b': placeholder '' is not a plain lower-case name",
    ),
    "an attribute as placeholder": (
        'msgid "a.b"\nmsgstr "{a.b}"\n',
        7,
        "'a.b': placeholder 'a.b' is not a plain lower-case name",
    ),
    "a format in a placeholder": (
        'msgid "a.b"\nmsgstr "{n:>10}"\n',
        7,
        "'a.b': placeholder 'n' is not a plain lower-case name",
    ),
    "a string without quotes": ("msgid a.b\nmsgstr text\n", 7, "the line 'msgid a.b'"),
    "a string that never ends": ('msgid "a.b"\nmsgstr "text\n', 8, "the line 'msgstr \"text'"),
    "a merge conflict": ('<<<<<<< ours\nmsgid "a.b"\nmsgstr "text"\n', 7, "the line '<<<<<<< ours'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_faulty_entry_is_refused_at_its_line(case: str) -> None:
    body, line, found = REFUSED[case]
    entries, problems = read(body)
    assert (problems[0].line, problems[0].found) == (line, found)
    assert entries == [] or case == "a key twice"


def test_a_msgid_without_msgstr_is_refused() -> None:
    _, problems = read('msgid "a.b"\n\nmsgid "a.c"\nmsgstr "text"\n')
    assert [p.line for p in problems] == [7]
    assert "missing msgstr for msgid 'a.b'" in problems[0].found


def test_all_faults_of_a_file_are_told() -> None:
    _, problems = read('msgid "a.b"\nmsgstr ""\n\n#, fuzzy\nmsgid "a.c"\nmsgstr "{"\n')
    places = [(p.line, p.found.partition(" ")[0]) for p in problems]
    assert places == [(7, "'a.b'"), (11, "'a.c'"), (11, "'a.c':")]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("Language: en", "Language: fr"), "header Language: fr"),
        (("(n != 1)", "(n > 1)"), "header Plural-Forms: nplurals=2; plural=(n > 1);"),
        (("charset=utf-8", "charset=latin-1"), "header Content-Type: text/plain; charset=latin-1"),
        (('"Language: en\\n"\n', ""), "header Language: (absent)"),
    ],
)
def test_the_header_names_the_language_and_its_plural(change: tuple[str, str], found: str) -> None:
    _, problems = read('msgid "a.b"\nmsgstr "text"\n', HEADER_EN.replace(*change))
    assert [p.found for p in problems] == [found]


def test_a_file_without_header_is_refused() -> None:
    _, problems = read('msgid "a.b"\nmsgstr "text"\n', "")
    assert [p.found for p in problems] == ["0 headers"]


def test_bytes_that_are_not_utf_8_are_refused_at_their_line() -> None:
    entries, problems = parse(HEADER_EN.encode() + 'msgid "a.b"\nmsgstr "é"\n'.encode("latin-1"), "f", EN)
    assert entries == []
    assert [(p.line, p.found) for p in problems] == [(8, "bytes that are not UTF-8")]


def test_a_text_is_cut_at_its_placeholders() -> None:
    assert cut("{a} of {b}.").pieces == ("", "a", " of ", "b", ".")
    assert cut("plain").pieces == ("plain",)
