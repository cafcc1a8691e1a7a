"""The history of the schema. A migration that was released is never changed."""
