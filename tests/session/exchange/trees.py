"""Chats of every shape, for tests: by hypothesis, and one that has everything."""

from __future__ import annotations

from hypothesis import strategies as st

from foreword.session.conversation import Attachment, ConversationSummary, Turn, WholeChat
from foreword.settings import BY_KEY

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
LINES = TEXTS.map(lambda text: " ".join(text.split())).filter(bool)
TIMES = st.floats(1.0, 4e9, allow_nan=False)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "reply.temperature": st.floats(0.0, 5.0),
        "reply.seed": st.integers(-1, 2**53),
        "reply.system_prompt": TEXTS,
        "speculators.enabled": st.dictionaries(TEXTS, st.booleans(), max_size=2),
    },
)
STATS = st.dictionaries(TEXTS.filter(lambda key: f"reply.{key}" not in BY_KEY), PLAIN, max_size=3).map(
    lambda stats: {f"own {key}": value for key, value in stats.items()} | {"seed": 7, "passes": 3}
)


@st.composite
def whole_chats(draw: st.DrawFn, chat_id: str = "chat") -> WholeChat:
    """A tree of turns with several roots perhaps, each turn after its parent."""
    turns: list[Turn] = []
    token_ids: dict[str, tuple[int, ...]] = {}
    for number in range(draw(st.integers(1, 8))):
        parent = draw(st.sampled_from([None, *turns]))
        role = draw(st.sampled_from(["user", "assistant", "system"]))
        turn = Turn(
            id=f"{chat_id}-{number}",
            conversation_id=chat_id,
            parent_id=parent.id if parent else None,
            role=role,
            text=draw(TEXTS),
            status=draw(st.sampled_from(["complete", "stopped", "interrupted", "failed"])),
            created_at=draw(TIMES),
            stop_reason=draw(st.sampled_from([None, "eos", "length", "cancelled"])),
            error=draw(st.none() | TEXTS),
            stats=draw(STATS) if role == "assistant" else {},
            attachments=tuple(
                Attachment(*pair) for pair in draw(st.lists(st.tuples(TEXTS, TEXTS), max_size=2))
            ),
        )
        turns.append(turn)
        if role == "assistant":
            ids = tuple(draw(st.lists(st.integers(0, 2**32 - 1), max_size=5)))
            if ids:
                token_ids[turn.id] = ids
    parents = {turn.parent_id for turn in turns}
    leaf = draw(st.sampled_from([turn.id for turn in turns if turn.id not in parents]))
    summary = ConversationSummary(
        chat_id,
        draw(LINES),
        draw(TIMES),
        draw(TIMES),
        pinned=draw(st.booleans()),
        named=draw(st.booleans()),
        options=draw(OPTIONS),
    )
    return WholeChat(summary, tuple(turns), leaf, token_ids)
