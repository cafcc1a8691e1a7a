"""The worker thread's side of the app: takes requests, drives the engine, answers with messages."""
