"""What a check of a reply reads like. Pure text, no Qt."""

from __future__ import annotations

from foreword.messages import Checked, CheckFailed, Difference
from foreword.ui.lens_words import one_line
from foreword.ui.translate import numeral, tr, tr_n


def checking_words(done: int, total: int) -> str:
    return tr("Checking: {done:,} of {total:,} tokens compared", done=done, total=total)


def result_words(result: Checked | CheckFailed) -> str:
    """How a check ended."""
    if isinstance(result, CheckFailed):
        return tr("Not checked: {reason}", reason=result.reason)
    if result.difference is not None:
        return difference_words(result.difference)
    return tr_n(
        result.tokens,
        "Checked: plain decoding writes the same {n:,} token.",
        "Checked: plain decoding writes the same {n:,} tokens.",
    )


def difference_words(difference: Difference) -> str:
    """The first place that differs, with how probable the model holds either piece there. `token` tokens
    agree before it."""
    return tr(
        "Checked: differs at token {number:,}: kept “{kept}” ({kept_percent} %), "
        "plain decoding “{plain}” ({plain_percent} %).",
        number=difference.token + 1,
        kept=one_line(difference.kept),
        kept_percent=percent(difference.kept_probability),
        plain=one_line(difference.plain),
        plain_percent=percent(difference.plain_probability),
    )


def percent(probability: float) -> str:
    """Exact enough to tell near-ties apart, and nothing is called nothing that isn't."""
    value = 100 * probability
    if value and value < 0.01:
        return f"< {numeral(0.01, '.2f')}"
    return numeral(value, ".2f") if value < 10 else numeral(value, ".1f")
