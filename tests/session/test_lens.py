"""Where the text came from, live and after a restart; and that dropped words are kept nowhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from foreword.session.trace import Piece
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

TWELVE = Script(pieces=lambda request: [f"word{number} " for number in range(12)])


def ask(desk: Desk, text: str = "a question") -> str:
    desk.controller.send(text)
    desk.until_idle()
    return desk.turns()[-1].id


def covers(pieces: tuple[Piece, ...], text: str) -> bool:
    ends = [0, *(piece.end for piece in pieces)]
    return ends[:-1] == [piece.start for piece in pieces] and ends[-1] == len(text)


def test_pieces_cover_the_text_while_it_grows_and_after(open_desk: Any) -> None:
    desk: Desk = open_desk(TWELVE)
    lens = desk.controller.lens
    told: list[str] = []
    lens.changed.connect(told.append)
    reply = ask(desk)
    pieces = lens.pieces(reply)
    assert covers(pieces, desk.turns()[-1].text)
    # The script's own rule: two of three tokens are drafted by all that are on.
    drafted = [piece for piece in pieces if piece.sources]
    assert {piece.sources for piece in drafted} == {("ngram", "suffix_history")}
    assert sum(piece.tokens for piece in drafted) == 8
    assert {(piece.match_length, piece.drafted, piece.accepted) for piece in drafted} == {(3, 4, 1)}
    assert told[-1] == reply
    assert len(told) < 12


def test_they_are_the_same_after_a_restart_but_for_what_was_dropped(open_desk: Any) -> None:
    desk: Desk = open_desk(TWELVE)
    reply = ask(desk)
    pieces, ghosts = desk.controller.lens.pieces(reply), desk.controller.lens.ghosts(reply)
    assert [(ghost.text, ghost.sources) for ghost in ghosts] == [("another word ", ("ngram",))]
    assert ghosts[0].at == len("".join(f"word{number} " for number in range(9)))
    chat = desk.controller.chats.open_id
    desk.close()
    assert b"another word" not in desk.store.path.read_bytes()
    desk = open_desk(TWELVE)
    desk.controller.open(chat)
    assert desk.controller.lens.pieces(reply) == pieces
    assert desk.controller.lens.ghosts(reply) == ()


def test_behind_the_end_of_a_reply_that_was_cut_nothing_is_shown_or_kept(open_desk: Any) -> None:
    desk: Desk = open_desk(replace(TWELVE, cut=24))
    reply, lens = ask(desk), desk.controller.lens
    text = desk.turns()[-1].text
    assert text == "word0 word1 word2 word3 word4 word5 word6 word7 wo"
    assert covers(lens.pieces(reply), text)
    assert lens.ghosts(reply) == ()  # the tenth word's, which stood behind it
    pieces, chat = lens.pieces(reply), desk.controller.chats.open_id
    desk.close()
    desk = open_desk()
    desk.controller.open(chat)
    assert desk.controller.lens.pieces(reply) == pieces


def test_a_reply_that_goes_on_has_one_trace(open_desk: Any) -> None:
    desk: Desk = open_desk(TWELVE)
    reply = ask(desk)
    before = desk.controller.lens.pieces(reply)
    desk.controller.turns.go_on(reply)
    desk.until_idle()
    after = desk.controller.lens.pieces(reply)
    assert covers(after, desk.turns()[-1].text)
    assert after[: len(before) - 1] == before[:-1]
    assert len(desk.turns()[-1].text) == 2 * before[-1].end


def test_whatever_is_deleted_takes_all_dropped_words_along(open_desk: Any) -> None:
    desk: Desk = open_desk(TWELVE)
    ask(desk)
    first = desk.controller.chats.open_id
    desk.controller.new_chat()
    reply = ask(desk)
    assert desk.controller.lens.ghosts(reply)
    desk.controller.delete(first)
    desk.until(lambda: not desk.controller.lens.ghosts(reply))
    assert desk.controller.lens.pieces(reply)


def test_a_copy_of_a_chat_has_its_tint(open_desk: Any) -> None:
    desk: Desk = open_desk(TWELVE)
    reply = ask(desk)
    pieces = desk.controller.lens.pieces(reply)
    desk.controller.chats.duplicate(desk.controller.chats.open_id)
    copy = desk.turns()[-1].id
    assert copy != reply
    assert desk.controller.lens.pieces(copy) == pieces


def test_a_temporary_chat_has_it_too(open_desk: Any) -> None:
    desk: Desk = open_desk(TWELVE)
    desk.controller.chats.new_temporary()
    reply = ask(desk)
    assert covers(desk.controller.lens.pieces(reply), desk.turns()[-1].text)


def test_of_an_unknown_reply_nothing_is_known(open_desk: Any) -> None:
    desk: Desk = open_desk(TWELVE)
    ask(desk)
    question = desk.turns()[0].id
    assert desk.controller.lens.pieces(question) == ()
    assert desk.controller.lens.pieces("nowhere") == ()
