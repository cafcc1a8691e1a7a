"""Foreword: a desktop chat for local language models that drafts ahead of the model."""

__version__ = "0.1.0"
