"""Has files read away from the window's thread, one after the other, and tells of each.

The thread is one that nobody waits for: a network drive that hangs keeps neither the window nor the end
of the app.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from foreword.ui.attachment_files import NotAttached, read_file


class AttachmentReader(QObject):
    """Has no parent: the thread that still reads keeps it alive."""

    #: int number, object: Attachment, str remark
    read = Signal(int, object, str)
    #: int number, str - why it can't be attached, in one line.
    refused = Signal(int, str)

    def start(self, files: Sequence[tuple[int, str]]) -> None:
        """(number, path) of each: the number comes back with the answer."""
        threading.Thread(target=self._run, args=(tuple(files),), name="attachments", daemon=True).start()

    def _run(self, files: Sequence[tuple[int, str]]) -> None:
        for number, path in files:
            try:
                attachment, remark = read_file(path)
            except NotAttached as error:
                self.refused.emit(number, str(error))
            else:
                self.read.emit(number, attachment, remark)
