"""The model whose answer the user wants, behind one protocol that the engine drives."""
