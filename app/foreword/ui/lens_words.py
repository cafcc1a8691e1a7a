"""What the lens says in words: of one piece, of what was dropped, of a whole reply. Pure text, no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from foreword.session.trace import Ghost, Piece
from foreword.ui.translate import numeral, tr, tr_n
from foreword.ui.wording import seconds_words

_LONGEST = 200
_FEED = "⏎"


def names(sources: Sequence[str]) -> str:
    """`ngram`, or `ngram and suffix_history`."""
    if len(sources) < 2:
        return "".join(sources)
    return tr("{names} and {last}", names=", ".join(sources[:-1]), last=sources[-1])


def piece_words(piece: Piece) -> str:
    """Where a piece came from: `ngram: rested on 5 tokens, drafted 8, accepted 6`."""
    if not piece.sources:
        return tr_n(
            piece.tokens,
            "Written by the model itself: {n} token.",
            "Written by the model itself: {n} tokens.",
        )
    facts = []
    if piece.match_length:
        facts.append(tr_n(piece.match_length, "rested on {n} token", "rested on {n} tokens"))
    facts.append(tr("drafted {n}", n=piece.drafted))
    facts.append(tr("accepted {n}", n=piece.accepted))
    return tr("{names}: {facts}", names=names(piece.sources), facts=tr(", ").join(facts))


def ghost_words(ghosts: Sequence[Ghost]) -> str:
    """What was dropped at one place, a line for each draft."""
    lines = [
        tr_n(
            ghost.tokens,
            "Dropped here: “{text}” ({n} token of {names})",
            "Dropped here: “{text}” ({n} tokens of {names})",
            text=one_line(ghost.text),
            names=names(ghost.sources),
        )
        for ghost in ghosts
    ]
    return "\n".join(lines)


def one_line(text: str) -> str:
    """Text with its line ends shown as signs, and cut where it is very long."""
    shown = text.replace("\r\n", _FEED).replace("\n", _FEED).replace("\t", "→")
    return shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "…"


def shares(pieces: Iterable[Piece]) -> dict[tuple[str, ...], int]:
    """How many tokens came from where: the model itself, which is (), first, then by tokens. Those that
    several speculators proposed count for the first of them, as they are tinted."""
    counts: dict[tuple[str, ...], int] = {(): 0}
    for piece in pieces:
        source = piece.sources[:1]
        counts[source] = counts.get(source, 0) + piece.tokens
    ordered = sorted(counts.items(), key=lambda item: (bool(item[0]), -item[1], item[0]))
    return {source: count for source, count in ordered if count or not source}


def source_name(source: tuple[str, ...]) -> str:
    return source[0] if source else tr("the model itself")


def share_words(source: tuple[str, ...], tokens: int, total: int, *, complete: bool) -> str:
    """One item of the legend; figures once the reply is complete."""
    if not complete or not total:
        return source_name(source)
    share = numeral(100 * tokens / total, ".0f")
    return tr("{name} {share} %", name=source_name(source), share=share)


def share_details(source: tuple[str, ...], tokens: int, total: int) -> str:
    """The same, exactly."""
    return tr_n(
        total,
        "{name}: {tokens:,} of {n:,} token",
        "{name}: {tokens:,} of {n:,} tokens",
        name=source_name(source),
        tokens=tokens,
    )


def list_of_pieces(source: str, pieces: Sequence[Piece], ghosts: Sequence[Ghost]) -> str:
    """All pieces of a reply with where they came from, in the order of the text, one a line."""
    lines = []
    waiting = list(ghosts)
    for piece in pieces:
        while waiting and waiting[0].at <= piece.start:
            lines.append("    " + ghost_words([waiting.pop(0)]))
        text = one_line(source[piece.start : piece.end])
        lines.append(tr("“{piece}”  {words}", piece=text, words=piece_words(piece)))
    lines += ["    " + ghost_words([ghost]) for ghost in waiting]
    return "\n".join(lines)


# --- the details of a reply
def worth_lines(stats: Mapping[str, Any]) -> list[str]:
    """What drafting saved or cost, and what each speculator was worth, from a reply's statistics."""
    lines = []
    saved, plain = stats.get("saved_seconds"), stats.get("plain_seconds")
    if plain and saved is not None:
        words = {"time": seconds_words(abs(saved)), "plain": seconds_words(plain)}
        if saved >= 0:
            lines.append(tr("Saved: {time} of the {plain} that plain decoding takes here", **words))
        else:
            lines.append(tr("Cost: {time} more than the {plain} that plain decoding takes here", **words))
    writing = stats.get("decode_seconds", 0.0)
    for name, counts in stats.get("by_speculator", {}).items():
        lines.append(_worth(name, counts, writing))
    return lines


def _worth(name: str, counts: Mapping[str, Any], writing: float) -> str:
    parts = {
        "name": name,
        "cost": numeral(counts["seconds"] * 1000, ".1f"),
        "share": numeral(100 * counts["seconds"] / writing, ".1f") if writing else numeral(0, ".1f"),
    }
    if not counts["verified"]:
        return tr("{name}: nothing to verify; drafting took {cost} ms, {share} % of the writing", **parts)
    return tr(
        "{name}: {stood} % of what was verified stood; drafting took {cost} ms, {share} % of the writing",
        stood=numeral(100 * counts["accepted"] / counts["verified"], ".0f"),
        **parts,
    )
