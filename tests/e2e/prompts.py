"""Questions for the real model, as people ask them: some repeat their context, some don't."""

PROMPTS = (
    "Fix the bug and output the whole program:\n\ndef bitcount(n):\n    count = 0\n    while n:\n"
    "        n ^= n - 1\n        count += 1\n    return count",
    "Summarise: The ship left the harbour at dawn. The crew of the ship had waited for the wind. "
    "When the wind came, the ship left the harbour, and the crew sang.",
    "Write a short poem about rain.",
    "Translate into French, then repeat the English: The cat sits on the mat. The dog sits on the rug.",
    "List the first ten square numbers, one for each line.",
    "What is the capital of France, and why is it known?",
    "Repeat three times: she sells sea shells by the sea shore.",
    "Tom has 3 apples. He buys 4 more and gives 2 away. How many apples does Tom have? Think step by step.",
    "Write a Python class Stack with push, pop and peek, and a test for each method.",
    "Answer from the text. Text: Marie Curie was born in Warsaw in 1867 and won two Nobel prizes. "
    "Question: Where was Marie Curie born, and how many Nobel prizes did she win?",
)
