"""The window: widgets, themes and Markdown rendering. Knows the controller and messages, nothing below."""
