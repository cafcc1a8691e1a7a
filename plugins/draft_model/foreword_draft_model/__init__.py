"""Placeholder, written anew by its owner."""

from foreword.api import Budget, Context, Draft, Speculator


class DraftModelSpeculator(Speculator):
    summary = "Not written yet."

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return None
