"""The conformance suite: subclass it in a plugin's own tests, and pytest runs it.

    from foreword.api.testing import SpeculatorConformance
    from my_speculator import Echo

    class TestEcho(SpeculatorConformance):
        speculator_class = Echo

It drives the speculator as the app does, in a thread of its own, over a toy model that draws by sample and
match, and holds it to what `foreword.api` asks: the same answer as plain decoding, budgets kept, drafts well
formed, nothing changed that was only lent, options and status sound, nothing left of temporary and deleted
chats, and a data folder that may be deleted, torn or damaged at any time. A failure says what to do.

Hooks to override stand in `Suite`: `make`, `values`, `models`, `model`, `may_be_unsuitable`, `must_draft`,
`rounds`, `microseconds`. `Driver` and `ToyModel` serve tests of one's own. Needs no torch, no Qt, no network
and no app; pytest alone to run. A later version may add tests: passing today is no promise for tomorrow.
"""

from foreword.api.testing.checks import check_draft, check_no_trace, check_status
from foreword.api.testing.declaration import Declaration
from foreword.api.testing.driver import Driver, Reply
from foreword.api.testing.durability import Durability
from foreword.api.testing.host import ToyHost
from foreword.api.testing.privacy import Privacy
from foreword.api.testing.replies import Replies
from foreword.api.testing.suite import Suite, check_plain
from foreword.api.testing.toy import ScriptedModel, ToyModel, ToyTokenizer

__all__ = [
    "Driver",
    "Reply",
    "ScriptedModel",
    "SpeculatorConformance",
    "Suite",
    "ToyHost",
    "ToyModel",
    "ToyTokenizer",
    "check_draft",
    "check_no_trace",
    "check_plain",
    "check_status",
]


class SpeculatorConformance(Declaration, Replies, Privacy, Durability):
    """All of the suite. A subclass whose name begins with Test sets `speculator_class`."""
