"""What the user wants with a turn, asked of the controller; questions come first where words would go.

Knows the controller and the transcript. Refusals come from the session, as notices.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from foreword.session.controller import Controller
from foreword.session.conversation import Turn
from foreword.ui import wording
from foreword.ui.check_link import CheckLink
from foreword.ui.dialogs import confirm
from foreword.ui.lens_link import LensLink
from foreword.ui.lens_words import list_of_pieces
from foreword.ui.transcript import Transcript
from foreword.ui.translate import tr
from foreword.ui.turn_actions import can_go_on
from foreword.ui.turn_details import Reader, details_reader


class TurnCommands(QObject):
    """Lives as long as the transcript."""

    #: str - one line for the user
    notice = Signal(str)

    def __init__(self, controller: Controller, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._controller = controller
        self._transcript = transcript
        self._lens = LensLink(controller, transcript)
        self._checks = CheckLink(controller, transcript)
        transcript.wanted.connect(self._act)
        transcript.version_wanted.connect(self._show_version)
        transcript.edited.connect(self._send_edited)
        transcript.room_wanted.connect(self._make_room)

    # --- the newest turns, for the menus
    @Slot()
    def edit_last(self) -> None:
        """Edit the user's newest turn."""
        turn = self._newest("user")
        if turn is not None and not self._controller.is_busy():
            self._transcript.edit(turn.id)

    @Slot()
    def regenerate_last(self) -> None:
        """Write the newest reply once more."""
        self._controller.retry()

    @Slot()
    def continue_last(self) -> None:
        """Go on with the newest reply where it was cut."""
        turn = self._newest("assistant")
        if turn is None:
            return
        if can_go_on(turn):
            self._controller.turns.go_on(turn.id)
        else:
            self.notice.emit(tr("The last reply is complete: there is nothing to continue."))

    def _newest(self, role: str) -> Turn | None:
        turns = (entry.turn for entry in reversed(self._transcript.entries))
        return next((turn for turn in turns if turn.role == role), None)

    # --- one turn
    @Slot(object, str)
    def _act(self, turn: Turn, deed: str) -> None:
        match deed:
            case "edit":
                self._transcript.edit(turn.id)
            case "regenerate" if turn.role == "user":
                self._controller.retry()
            case "regenerate":
                self._controller.turns.regenerate(turn.id)
            case "go_on":
                self._controller.turns.go_on(turn.id)
            case "branch":
                self._controller.chats.branch_off(turn.conversation_id, turn.id)
            case "delete":
                self._delete(turn)
            case "more":
                self._offer_more(turn)
            case "shrink":
                self._shrink(turn)

    @Slot(str)
    def _show_version(self, turn_id: str) -> None:
        self._controller.turns.show_version(turn_id)
        if any(entry.turn.id == turn_id for entry in self._transcript.entries):
            self._transcript.focus_turn(turn_id)

    @Slot(object, str, object)
    def _send_edited(self, turn: Turn, text: str, files: object) -> None:
        """The editor goes with its turn where another version takes its place, and stays where not."""
        self._controller.turns.edit(turn.id, text, files)  # type: ignore[arg-type]

    def _shrink(self, turn: Turn) -> None:
        """Memory ran out: with less context there may be enough."""
        try:
            smaller = self._controller.halve_context()
        except OSError as error:
            smaller = True
            reason = error.strerror or str(error)
            self.notice.emit(tr("The smaller context could not be kept: {reason}", reason=reason))
        if smaller:
            self._controller.turns.take_up(turn.id)
        else:
            self.notice.emit(tr("The context can't be made smaller: take a smaller model."))

    def _delete(self, turn: Turn) -> None:
        count = self._controller.turns.count_from(turn.id)
        question = wording.delete_words(count)
        more = tr("With all their versions, for good.") if count > 1 else tr("For good.")
        if count and confirm(self._transcript.window(), tr("Delete Message"), question, more, tr("Delete")):
            self._controller.turns.delete(turn.id)

    # --- more about a reply
    def _offer_more(self, turn: Turn) -> None:
        menu = self.more_menu(turn)
        button = self._transcript.message(turn.id).row.buttons.get("more")
        place = button.mapToGlobal(QPoint(0, button.height())) if button else QCursor.pos()
        menu.popup(place)

    def more_menu(self, turn: Turn) -> QMenu:
        """The seed, everything that was measured, where its pieces came from, and whether that is true."""
        menu = QMenu(self._transcript)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        seed = turn.stats.get("seed")
        if isinstance(seed, int):
            shown = menu.addAction(tr("Seed {seed}", seed=seed))
            shown.setEnabled(False)
            if self._controller.options.own().get("reply.seed") == seed:
                menu.addAction(tr("Stop Using This Seed"), lambda: self._use_seed(None))
            else:
                menu.addAction(tr("Use This Seed Again"), lambda: self._use_seed(seed))
            menu.addSeparator()
        check = menu.addAction(tr("Check This Reply"), lambda: self._controller.checks.check(turn.id))
        reason = self._controller.checks.why_not(turn)
        check.setEnabled(not reason)
        check.setToolTip(reason or tr("Write it once more with speculation off, and compare every token"))
        menu.setToolTipsVisible(True)
        menu.addAction(tr("Where Each Piece Came From…"), lambda: self._read_pieces(turn))
        menu.addAction(tr("Reply Details…"), lambda: self._read_details(turn))
        return menu

    def _read_pieces(self, turn: Turn) -> None:
        """The lens as a text, to read, to search or to copy."""
        lens = self._controller.lens
        pieces = lens.pieces(turn.id)
        text = list_of_pieces(turn.text, pieces, lens.ghosts(turn.id))
        line = "" if pieces else tr("Where its pieces came from was not recorded.")
        Reader(tr("Where Each Piece Came From"), line, text, self._transcript.window()).open()

    def _read_details(self, turn: Turn) -> None:
        checks = self._controller.checks
        reader = details_reader(turn, self._transcript.window())
        reader.offer(tr("Check This Reply"), lambda: checks.check(turn.id), checks.why_not(turn))
        reader.open()

    def _use_seed(self, seed: int | None) -> None:
        """For this chat, from the next reply on."""
        wrong = self._controller.options.set("reply.seed", seed)
        if wrong:
            self.notice.emit(wrong)

    # --- the context is full
    @Slot(object, str, bool)
    def _make_room(self, turn: Turn, way: str, for_all: bool) -> None:
        if for_all:
            wrong = self._controller.options.set_for_all("reply.overflow", way)
            if wrong:
                self.notice.emit(wrong)
        self._controller.turns.make_room(turn.id, way)
