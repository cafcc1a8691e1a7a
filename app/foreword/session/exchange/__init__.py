"""Chats out of Foreword and into it: export, import, backup, restore. All of it runs beside the window."""
