"""A speculator that repeats what the model had in mind the last time it stood at the same words."""

from foreword_echo.speculator import Echo

__all__ = ["Echo"]
