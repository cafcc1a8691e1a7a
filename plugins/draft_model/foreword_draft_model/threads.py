"""Keeps drafting on one processor thread, so that it leaves the target's threads alone.

Two threads of this process that both compute with OpenMP keep a team of threads each. As soon as the teams
together are larger than the machine, the runtime lets them sleep between parallel parts instead of wait
actively, and every pass of the target gets a third slower, also while nothing is drafted (measured: 20
became 27 ms on two cores). A thread that computes alone has no team.
"""

from __future__ import annotations

import threading

import torch


def compute_alone() -> None:
    """From now on the calling thread computes without a team; the main thread, which no speculator has to
    itself, is left as it is.

    torch sets the number for the calling thread, and keeps it as the one that new threads begin with; so
    a thread that ends at once puts that back. Others that compute already aren't touched.
    """
    if threading.current_thread() is threading.main_thread():
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    if before != 1:
        restorer = threading.Thread(target=torch.set_num_threads, args=(before,))
        restorer.start()
        restorer.join()
