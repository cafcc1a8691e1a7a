"""Asking the host for the stored conversations, and how far they have come."""

from __future__ import annotations

from foreword.api import Host, Transcript


class Feeding:
    """`words` and `part` (0 to 1) for the status; empty and None while nothing comes."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._asked: set[str] = set()
        self.words = ""
        self.part: float | None = None

    def ask(self, fingerprint: str, *, anew: bool = False) -> None:
        """Request the conversations for this tokenizer, once; `anew` again, from the first one."""
        if anew or fingerprint not in self._asked:
            self._asked.add(fingerprint)
            self._host.request_history()

    def came(self, transcript: Transcript) -> bool:
        """Note the progress; whether this was the last one."""
        last = transcript.number >= transcript.total
        self.words = "" if last else "Learning from your chats"
        self.part = None if last else transcript.number / transcript.total
        return last
