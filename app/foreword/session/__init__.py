"""Between the widgets and the worker: the open conversation, what is saved, what is sent."""
