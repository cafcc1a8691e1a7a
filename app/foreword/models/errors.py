"""What can go wrong before a model is loaded. Every message is one line: why, and what to do."""

from __future__ import annotations


class ModelError(Exception):
    """The named model can't be used on this computer as things stand."""


class ModelMissing(ModelError):
    """The model isn't on this computer yet, and fetching it was not allowed."""


class ModelCancelled(Exception):
    """The user stopped the fetching. What has arrived is kept apart, under no name that anybody loads."""


class DownloadInterrupted(ModelError):
    """The download can't go on now; what has arrived is kept, and a later try goes on from there."""
