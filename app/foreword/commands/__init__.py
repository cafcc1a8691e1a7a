"""What the command line can do beside opening the window, one module for each command."""


class UsageError(Exception):
    """The arguments are wrong in a way that only the command itself can see. One line."""


class CommandError(Exception):
    """The command could not be done. One line that says why and what to do."""
