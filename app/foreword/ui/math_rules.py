r"""Where LaTeX stands in Markdown: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and bare environments such as align.

Prices stay text: a dollar sign opens math only before a character that isn't a space, and closes it only
behind one and before no letter or digit, and the next dollar sign must be the one that closes. Knows the
parser's rules; nothing of how math is drawn.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

_OPENERS = {"$$": "$$", "\\[": "\\]"}
_ENVIRONMENT = re.compile(r"\\begin\{((?:equation|align|alignat|gather|multline|eqnarray)\*?)\}")
_DOLLARS = re.compile(r"\$\$(?!\$)((?:[^$\\]|\\.)+?)\$\$", re.DOTALL)
_DOLLAR = re.compile(r"\$(?![\s$])((?:[^$\\]|\\.)*?(?:[^$\\\s]|\\.))\$(?![$\w])", re.DOTALL)
_ROUND = re.compile(r"\\\((.+?)\\\)", re.DOTALL)
_SQUARE = re.compile(r"\\\[(.+?)\\\]", re.DOTALL)
#: "$5 for tea and 3$": an amount and then words.
_AMOUNT = re.compile(r"\d[\d.,]*\s+[^\W\d_]{2,}\s")


# --- display math that fills whole lines
def display_closer(line: str) -> str | None:
    """What closes the display math that this line begins; None where it begins none."""
    bare = line.strip()
    if len(line) - len(line.lstrip()) > 3:
        return None
    environment = _ENVIRONMENT.match(bare)
    if environment:
        return f"\\end{{{environment[1]}}}"
    return _OPENERS.get(bare[:2])


def closes_display(line: str, closer: str, *, first: bool = False) -> bool:
    """Whether the math ends with this line. `first`: the line that opened it."""
    bare = line.strip()
    return bare.endswith(closer) and (not first or len(bare) > 2 + len(closer))


def display_latex(source: str) -> str:
    """The LaTeX of a display's source, without the signs around it. An environment is kept whole."""
    bare = source.strip()
    for opener, closer in _OPENERS.items():
        if bare.startswith(opener):
            return bare.removeprefix(opener).removesuffix(closer).strip()
    return bare


# --- the parser's rules
def math_plugin(parser: MarkdownIt) -> None:
    """Teach the parser `math_inline` and `math_block`: `content` is LaTeX, `info` the source."""
    ends = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("fence", "math_block", _block_rule, {"alt": ends})
    parser.inline.ruler.before("escape", "math_inline", _inline_rule)


def _block_rule(state: StateBlock, begin: int, end: int, silent: bool) -> bool:
    if state.is_code_block(begin):
        return False
    lines: list[str] = []
    closer: str | None = None
    for number in range(begin, end):
        line = state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
        if not line.strip() or state.sCount[number] < state.blkIndent:
            return False
        closer = closer or display_closer(line)
        if closer is None:
            return False
        lines.append(line)
        if closes_display(line, closer, first=number == begin):
            break
    else:
        return False
    if silent:
        return True
    token = state.push("math_block", "", 0)
    token.info = "\n".join(lines)
    token.content = display_latex(token.info)
    token.map = [begin, begin + len(lines)]
    state.line = begin + len(lines)
    return True


def _inline_rule(state: StateInline, silent: bool) -> bool:
    found = match_inline(state.src, state.pos)
    if found is None:
        return False
    source, latex, display = found
    if not silent:
        token = state.push("math_inline", "", 0)
        token.content, token.info = latex, source
        token.meta["display"] = display
    state.pos += len(source)
    return True


def match_inline(text: str, at: int) -> tuple[str, str, bool] | None:
    """The math that begins at this place: its source, its LaTeX, and whether it is set as a display."""
    sign = text[at : at + 2]
    if sign[:1] == "$":
        found = _DOLLARS.match(text, at)
        if found:
            return _kept(found, display=True)
        before = text[at - 1] if at else " "
        found = _DOLLAR.match(text, at)
        if found is None or before == "$" or before.isalnum() or _AMOUNT.match(found[1]):
            return None
        return _kept(found, display=False)
    pattern = {"\\(": _ROUND, "\\[": _SQUARE}.get(sign)
    found = pattern.match(text, at) if pattern else None
    return _kept(found, display=sign == "\\[") if found else None


def _kept(found: re.Match[str], *, display: bool) -> tuple[str, str, bool] | None:
    return (found[0], found[1].strip(), display) if found[1].strip() else None
