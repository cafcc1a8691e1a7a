"""Installing, updating and removing plugins with pip, so that the app itself can't come to harm.

    look up     environment.py     where the app runs, what is installed there, what the app needs
    plan        planning.py        pip's own resolver, nothing changed, every installed version held fixed
    fetch       staging.py         exactly the planned files, by checksum, into a folder of their own
    inspect     wheels.py, inspection.py    what each would put where; refused if it touches anything else
    carry out   carry_out.py       a journal first, then pip, without network, from these files alone
    check       carry_out.py, probe.py      pip's own check, a listing of files, an import in a process
    undo        journal.py         on failure, on cancel, and at the next start after a crash

Everything that runs pip or a plugin's code does so in a process of its own. Knows no Qt and no settings:
whether a speculator is switched on is for the caller to see to.
"""
