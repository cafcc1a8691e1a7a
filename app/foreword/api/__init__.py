"""The public interface: all that a speculator plugin may import. No Qt, no torch.

A speculator proposes tokens and never decides any: the target model verifies each of them, so the
answer stays the same whatever a speculator says. `Draft` is what it proposes, `Speculator` how it is
asked, `foreword.api.options` what it lets its user set, `foreword.api.status` what it shows of itself,
`foreword.api.host` what it may ask of the app, `foreword.api.limits` what it is held to, and
`foreword.api.testing` the suite that its own tests can subclass. Token ids are plain ints everywhere,
positions count tokens from the beginning of the conversation, and times are whole microseconds.

Ten lines make one:

    from foreword.api import Budget, Context, Draft, Speculator

    class Echo(Speculator):
        summary = "Proposes the tokens that followed the last time this token was used."

        def draft(self, context: Context, budget: Budget) -> Draft | None:
            ids = context.token_ids
            for at in range(len(ids) - 2, -1, -1):
                if ids[at] == ids[-1]:
                    return Draft.chain(ids[at + 1 : at + 1 + budget.tokens])
            return None

Publish it with two entry points of the same name: the class in the group `foreword.speculators`,
and the version of this interface that it was written for in the group `foreword.speculator_api`.
`plugins/template` in Foreword's repository is a whole one to copy: options, a status, buttons, tests.

Names with a leading underscore, and modules that aren't named here, are no part of the interface.
"""

from foreword.api.draft import Draft
from foreword.api.host import Host, LocalModel, Target, Transcript
from foreword.api.options import (
    BoolOption,
    ChoiceOption,
    FloatOption,
    IntOption,
    Option,
    OptionError,
    TextOption,
    Value,
    check_options,
    checked_values,
)
from foreword.api.sampling import Sampling, keyed_bits
from foreword.api.speculator import Budget, Context, Outcome, Session, Speculator, Tokenizer, Unsuitable
from foreword.api.status import Action, Choice, Fact, Status
from foreword.api.version import API_VERSION, is_compatible

__all__ = [
    "API_VERSION",
    "Action",
    "BoolOption",
    "Budget",
    "Choice",
    "ChoiceOption",
    "Context",
    "Draft",
    "Fact",
    "FloatOption",
    "Host",
    "IntOption",
    "LocalModel",
    "Option",
    "OptionError",
    "Outcome",
    "Sampling",
    "Session",
    "Speculator",
    "Status",
    "Target",
    "TextOption",
    "Tokenizer",
    "Transcript",
    "Unsuitable",
    "Value",
    "check_options",
    "checked_values",
    "is_compatible",
    "keyed_bits",
]
