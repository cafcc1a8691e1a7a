"""chats.db: what was said, kept so that nothing acknowledged is lost and what is deleted is gone."""
