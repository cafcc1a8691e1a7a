"""Chats as Markdown, for reading and for other programs: the open branch, each message's source byte for
byte under who said it, attachments under their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from foreword.session.conversation import Turn, WholeChat
from foreword.session.exchange.foreign import fenced, one_line
from foreword.session.exchange.messages import Shelf
from foreword.session.exchange.readable import WHO, Parts, head_words, moment_words, numbered
from foreword.session.translate import tr

_SIGNS = re.compile(r"([\\`*_\[\]<>#$~|]|&(?=#?\w+;))")


@dataclass(frozen=True, slots=True)
class MarkdownFormat:
    """`stats_words` says what was measured of a reply; `without_thinking` gives a source without it."""

    parts: Parts
    stats_words: Callable[[Turn], str]
    without_thinking: Callable[[str], str]
    suffix: str = ".md"

    def write(
        self, target: Path, chats: Iterator[WholeChat], shelf: Shelf, go_on: Callable[[], None]
    ) -> None:
        with target.open("w", encoding="utf-8", newline="") as file:
            for number, chat, turns in numbered(chats):
                go_on()
                if number:
                    file.write("\n---\n\n")
                for block in self._blocks(chat, turns, shelf):
                    file.write(block)

    def _blocks(self, chat: WholeChat, turns: tuple[Turn, ...], shelf: Shelf) -> Iterator[str]:
        yield f"# {escaped(chat.summary.title)}\n\n*{head_words(chat, turns)}*\n"
        prompt = shelf.prompt_of(chat)
        if self.parts.system_prompt and prompt.strip():
            yield f"\n## {tr('System prompt')}\n\n{_closed(prompt)}"
        for turn in turns:
            yield f"\n## {tr(WHO[turn.role])}\n\n*{moment_words(turn.created_at)}*\n\n"
            yield "\n".join(self._parts_of(turn))

    def _parts_of(self, turn: Turn) -> Iterator[str]:
        """Each ends its last line."""
        for each in turn.attachments:
            yield _closed(fenced(tr("File {name}:", name=escaped(one_line(each.name, 200))), each.text))
        text = turn.text if self.parts.thinking else self.without_thinking(turn.text)
        if text:
            yield _closed(text)
        if turn.error:
            yield f"*{tr('This reply broke off: {reason}', reason=escaped(one_line(turn.error, 300)))}*\n"
        stats = self.stats_words(turn) if self.parts.stats and turn.role == "assistant" else ""
        if stats:
            yield f"*{escaped(stats)}*\n"


def escaped(words: str) -> str:
    """Words of one line as they are, whatever Markdown would make of them."""
    return _SIGNS.sub(r"\\\1", " ".join(words.split()))


def _closed(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
