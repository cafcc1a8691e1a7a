#!/usr/bin/env python3
"""Collects every text of the window and keeps the translation files in step with the code.

    .venv/bin/python packaging/translations.py update [LANGUAGE ...]
    .venv/bin/python packaging/translations.py check
    .venv/bin/python packaging/translations.py missing LANGUAGE

`update` adds new texts as unfinished and drops those that are gone; what was translated stays. `check`
says what is wrong, and ends with status 1 if anything is. Texts are the literals inside of `tr`, `tr_n`
and `mark`, the settings' labels and help, and the catalogue's words. The files are Qt Linguist's, and can be
edited with it.
"""

import ast
import re
import string
import sys
from collections import namedtuple
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
CODE = ROOT / "app" / "foreword"
FILES = ROOT / "resources" / "translations"
CONTEXT = "Foreword"
#: How many forms a language has for counted things, as Qt counts them.
FORMS = {"de": 2, "ar": 6}

#: `about` tells apart what is one text in English; `one` is the singular of a counted text, else empty.
Text = namedtuple("Text", "source about one")


class Problem(ValueError):
    """Something in the code that can't be collected."""


def collect(code=CODE):
    """Every Text in the code, each once, in order. Raises Problem where one isn't a literal."""
    found = {}
    for file in sorted(code.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in ("tr", "tr_n", "mark"):
                for text in _texts_of(node, file):
                    found[text] = None
    for text in (*_settings_texts(), *_catalogue_texts()):
        found[text] = None
    return list(found)


def _name(function):
    return getattr(function, "id", getattr(function, "attr", ""))


def _texts_of(call, file):
    name = _name(call.func)
    constants = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
    literals = [value for value in constants if isinstance(value, str)]
    about = next((each.value.value for each in call.keywords if each.arg == "about"), "")
    if any(isinstance(arg, ast.JoinedStr) for arg in call.args):
        raise Problem("{}:{}: {} of an f-string".format(file, call.lineno, name))
    if name == "tr_n":
        if len(literals) == 2:
            return [Text(literals[1], about, literals[0])]
        raise Problem("{}:{}: tr_n needs both forms as literals".format(file, call.lineno))
    return [Text(literals[0], about, "")] if literals and literals[0].strip() else []


def _settings_texts():
    sys.path.insert(0, str(CODE.parent))
    from foreword.settings import SETTINGS

    for setting in SETTINGS:
        for text in (setting.label, setting.help):
            if text:
                yield Text(text, "", "")


def _catalogue_texts():
    """One line for each model of the catalogue: for whom it is good."""
    import tomllib

    with (CODE / "models" / "catalogue.toml").open("rb") as file:
        catalogue = tomllib.load(file)
    for model in catalogue["model"]:
        yield Text(model["why"], "", "")


def place(language):
    return FILES / "foreword_{}.ts".format(language)


def read(language):
    """{(source, about): its translations}, one or as many as there are forms. No unfinished ones."""
    known = {}
    if not place(language).exists():
        return known
    for message in ElementTree.parse(place(language)).iter("message"):
        translation = message.find("translation")
        if translation is None or translation.get("type") == "unfinished":
            continue
        forms = [form.text or "" for form in translation.findall("numerusform")]
        key = (message.findtext("source") or "", message.findtext("comment") or "")
        known[key] = forms or [translation.text or ""]
    return known


def write(language, texts, known):
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    for text in sorted(set(texts)):
        message = ElementTree.SubElement(context, "message")
        if text.one:
            message.set("numerus", "yes")
        ElementTree.SubElement(message, "source").text = text.source
        if text.about:
            ElementTree.SubElement(message, "comment").text = text.about
        if text.one:
            ElementTree.SubElement(message, "extracomment").text = "One: " + text.one
        translation = ElementTree.SubElement(message, "translation")
        forms = known.get((text.source, text.about), [])
        count = FORMS[language] if text.one else 1
        if len(forms) != count or not all(forms):
            translation.set("type", "unfinished")
        if text.one:
            for number in range(count):
                form = ElementTree.SubElement(translation, "numerusform")
                form.text = forms[number] if number < len(forms) else ""
        elif forms:
            translation.text = forms[0]
    ElementTree.indent(root)
    FILES.mkdir(parents=True, exist_ok=True)
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    body = ElementTree.tostring(root, encoding="unicode")
    place(language).write_text(head + body + "\n", encoding="utf-8")


def fields(text):
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def conflicts(texts):
    """One line for each text that is used both by itself and for a count: a file holds one of the two."""
    counted = {(text.source, text.about) for text in texts if text.one}
    for text in texts:
        if not text.one and (text.source, text.about) in counted:
            yield "used by tr and by tr_n: {!r}".format(text.source)


def problems(language, texts):
    """One line for each thing that is wrong with a language's file."""
    known = read(language)
    wanted = {(text.source, text.about) for text in texts}
    for source, _about in sorted(known.keys() - wanted):
        yield "{}: no longer in the code: {!r}".format(language, source)
    for text in texts:
        forms = known.get((text.source, text.about))
        if not forms or not all(forms):
            yield "{}: not translated: {!r}".format(language, text.source)
            continue
        for form in forms:
            if fields(form) - {"n"} != fields(text.source) - {"n"}:
                yield "{}: other names in braces: {!r}".format(language, form)
            if bool(re.search("&[^& ]", text.source)) != bool(re.search("&[^& ]", form)):
                yield "{}: a key for the menu too many or too few: {!r}".format(language, form)


def main(arguments):
    command, languages = arguments[0], arguments[1:] or list(FORMS)
    texts = collect()
    if command == "update":
        for language in languages:
            write(language, texts, read(language))
        return 0
    if command == "missing":
        known = read(languages[0])
        for text in texts:
            if (text.source, text.about) not in known:
                print(repr((text.source, text.about, text.one)))
        return 0
    found = list(conflicts(texts))
    found += [line for language in languages for line in problems(language, texts)]
    print("\n".join(found) or "all {} texts are translated".format(len(texts)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["check"]))
