"""Search over titles and texts, on a thread and a connection of its own: the window never waits for it.

Words of three letters and more are looked up in the index (FTS5, trigrams: any part of a word, any
script, upper or lower case); shorter ones are looked for in the texts. Every term must be there. What
the user types is always a term, never a command of FTS5.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from sqlalchemy import text as sql
from sqlalchemy.orm import Session

from foreword.storage.database import engine_for
from foreword.storage.errors import environment_faults
from foreword.storage.records import SearchHit

_BEFORE, _AROUND = 40, 160
"""Characters of a snippet in front of the match, and in all."""

_TURNS = """
SELECT turns.id, turns.conversation_id, conversations.title, turns.text, turns.created_at
FROM turns JOIN conversations ON conversations.id = turns.conversation_id
WHERE conversations.deleted_at IS NULL AND turns.status <> 'streaming' {conditions}
ORDER BY turns.created_at DESC LIMIT :limit
"""
_TITLES = "SELECT id, title, updated_at FROM conversations WHERE deleted_at IS NULL ORDER BY updated_at DESC"


class Search:
    """One search at a time; a newer one makes an older one that has not begun give nothing."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._path = path
        self._engine = engine_for(path, "read-only file" if read_only else "read")
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="search")
        self._lock, self._latest = Lock(), 0

    def find(self, query: str, limit: int = 200) -> Future[list[SearchHit]]:
        """Titles first, then turns, newest first. Raises StorageError in the future."""
        with self._lock:
            self._latest += 1
            mine = self._latest
        return self._thread.submit(self._find, mine, query, limit)

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._engine.dispose()

    def _find(self, mine: int, query: str, limit: int) -> list[SearchHit]:
        terms = query.split()
        if not terms or mine != self._latest:
            return []
        with environment_faults(self._path), Session(self._engine) as session:
            return [*_titles(session, terms, limit), *_turns(session, terms, limit)]


def _titles(session: Session, terms: Sequence[str], limit: int) -> list[SearchHit]:
    hits = []
    for conversation_id, title, at in session.execute(sql(_TITLES)):
        spans = _spans(title, terms)
        if spans:
            hits.append(SearchHit(conversation_id, None, title, title, spans, at))
    return hits[:limit]


def _turns(session: Session, terms: Sequence[str], limit: int) -> list[SearchHit]:
    conditions, values = [], {"limit": str(limit)}
    long_terms = [term for term in terms if len(term) >= 3]
    if long_terms:
        conditions.append(
            "AND turns.number IN (SELECT rowid FROM turns_search WHERE turns_search MATCH :match)"
        )
        values["match"] = " AND ".join('"' + term.replace('"', '""') + '"' for term in long_terms)
    for at, term in enumerate(term for term in terms if len(term) < 3):
        conditions.append(f"AND turns.text LIKE :short{at} ESCAPE '!'")
        values[f"short{at}"] = "%" + re.sub(r"([!%_])", r"!\1", term) + "%"
    rows = session.execute(sql(_TURNS.format(conditions=" ".join(conditions))), values)
    return [
        SearchHit(conversation_id, turn_id, title, *_snippet(text, terms), at)
        for turn_id, conversation_id, title, text, at in rows
    ]


def _snippet(text: str, terms: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """One line around the first match, and where the terms stand in it."""
    first = min((found.start() for term in terms if (found := _pattern(term).search(text))), default=0)
    begin = max(0, first - _BEFORE)
    if begin:  # at a word, where one begins soon
        space = text.find(" ", begin, first)
        begin = space + 1 if space >= 0 else begin
    line = " ".join(text[begin : begin + _AROUND].split())
    line = ("…" if begin else "") + line + ("…" if begin + _AROUND < len(text) else "")
    return line, _spans(line, terms, all_of_them=False)


def _spans(line: str, terms: Sequence[str], *, all_of_them: bool = True) -> tuple[tuple[int, int], ...]:
    """Where the terms stand, none overlapping; nothing if one is missing and all are wanted."""
    found = [[match.span() for match in _pattern(term).finditer(line)] for term in terms]
    if all_of_them and not all(found):
        return ()
    spans: list[tuple[int, int]] = []
    for start, end in sorted(span for each in found for span in each):
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return tuple(spans)


def _pattern(term: str) -> re.Pattern[str]:
    return re.compile(re.escape(term), re.IGNORECASE)
