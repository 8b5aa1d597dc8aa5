"""Random programs (../random) as plain programs: the same messages as the instrumented ones.

    random_messages.py LOOP SEED...     a file of 60 programs for each seed, on 1 to 8 ranks"""

import dataclasses
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, "..", "random"))

from random_programs import make, random_case
from same_messages import check
from text import write

PROGRAMS = 60
# In a file with \DEAL, only all ranks together could be compared. Threads that communicate have no plain form.
WITHOUT = ("DEAL", "THREAD_MESSAGES")


def main():
    loop, *seeds = sys.argv[1:]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in map(int, seeds):
            # Plain programs have only binary trees of the identity, and no kernels, which are in the tails.
            case = dataclasses.replace(random_case(seed, "mpich"), shape="binary", map=(), tails=())
            file = os.path.join(folder, f"seed{seed}.loop")
            with open(file, "w", encoding="utf-8", newline="") as text:
                text.write(write(make(seed, PROGRAMS, case, WITHOUT), case.style(), case.tails)[0])
            programs = os.path.join(folder, str(seed))
            os.mkdir(programs)
            failed += check(loop, [case.ranks], [f"{file} size={case.size}"], programs, ("-w",))
    sys.exit(1 if failed or not seeds else 0)


if __name__ == "__main__":
    main()
