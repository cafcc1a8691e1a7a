"""Models on disk: the starter, folders of the user's, and the hub; what is loadable and what is refused.

`resolve` is the one way in: it turns what the user named into a folder that may be loaded. Nothing
here loads a model, and nothing here knows Qt, torch or the database.
"""
