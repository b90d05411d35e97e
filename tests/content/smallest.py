"""The smallest valid ``content/`` tree, in memory."""

from __future__ import annotations

_HEADER = (
    'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural={plural};\\n"\n\n'
)
_EN = (
    'msgid "nav.home"\nmsgstr "Home"\n\n'
    'msgid "dispute.until"\nmsgstr "Within {days} days, 14 at most"\n\n'
    'msgid "count.tasks"\nmsgid_plural "count.tasks"\nmsgstr[0] "{n} task"\nmsgstr[1] "{n} tasks"\n'
)
_FR = (
    'msgid "nav.home"\nmsgstr "Accueil"\n\n'
    'msgid "dispute.until"\nmsgstr "Sous {days} jours, 14 au plus"\n\n'
    'msgid "count.tasks"\nmsgid_plural "count.tasks"\nmsgstr[0] "{n} tâche"\nmsgstr[1] "{n} tâches"\n'
)


def files() -> dict[str, bytes]:
    """A new tree each time, to be changed freely."""
    front = "---\nauthority: fr\n---\n\n"
    texts = {
        "en/messages/interface.po": _HEADER.format(code="en", plural="(n != 1)") + _EN,
        "fr/messages/interface.po": _HEADER.format(code="fr", plural="(n > 1)") + _FR,
        "en/pages/home.md": front + "# Home\n\nSee [one](#s1).\n\n## 1. One\n\nText 7.3.\n",
        "fr/pages/home.md": front + "# Accueil\n\nVoir [un](#s1).\n\n## 1. Un\n\nTexte 7,3.\n",
        "en/refused-vocabulary.txt": "lie\n",
        "fr/refused-vocabulary.txt": "mentir\n",
        "en/model-names.txt": "Claude*\n",
        "fr/model-names.txt": "Claude*\n",
    }
    return {path: text.encode() for path, text in texts.items()}
