"""Random programs on simulated machines: each number of a sentence must be what the same program shows if it is changed.

    counterfactual.py LOOP [--cases N] [--first SEED | --seeds SEED...] [--keep FOLDER] [--verbose]

A seed makes a machine, ranks, and steps of work and communication (`cases`); from 10000 on, also phases, threads, dealt
passes, MPI calls of host code, and work that takes longer and longer; from 20000 on, a rank that is late for an operation
with much data; from 30000 on, messages that take longer while others are on their way. The sheet of the run has sentences
with numbers; each number says what another run would be like (`claims`): with the others' work on a late rank, with even
work, with a hundredth more work on one line. These runs are made, too (counterfactual.loop), and compared. Exit code 1
if a number is wrong that `KNOWN` does not list, or one that it lists is right."""

import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "counterfactuals"))
import bench  # noqa: E402
import cases  # noqa: E402
import claims  # noqa: E402


# Seeds with a wrong number, and which claim it is: what remains to be mended.
KNOWN = {
    # Data are on their way to a rank that takes them later.
    245: ["flooded"],
    # The rank that computes alone also computes longer elsewhere.
    10025: ["alone"],
}


def judge(runs, seed):
    """A case, its claims, those of them that are wrong, and what the other runs show."""
    case = cases.random_case(seed)
    sheet = runs.sheet(seed, case)
    phases = runs.phases(seed)
    found = [claim for conclusion in sheet["conclusions"] for claim in claims.claims_of(conclusion, case, phases)]
    changes = {change for claim in found for change in claim.changes}
    shorter = runs.shorter(seed, case, sorted(changes, key=repr))
    return case, found, [claim for claim in found if not claim.holds(shorter)], shorter


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("loop")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--seeds", type=int, nargs="+", metavar="SEED", help="these instead")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the runs there")
    parser.add_argument("--verbose", action="store_true", help="print each claim")
    options = parser.parse_args()
    seeds = options.seeds or list(range(options.first, options.first + options.cases))
    claims_made, wrong_claims, news = [], [], 0
    with tempfile.TemporaryDirectory() as scratch:
        runs = bench.Bench(options.loop, options.keep or scratch)
        with ThreadPoolExecutor(2) as pool:
            for seed, (case, found, wrong, shorter) in zip(seeds, pool.map(lambda seed: judge(runs, seed), seeds)):
                claims_made += found
                wrong_claims += wrong
                is_known = {claim.what for claim in wrong} == set(KNOWN.get(seed, ()))
                news += not is_known
                if not is_known or options.verbose:
                    print(f"seed {seed}: {case.text()}" + ("" if is_known else f" (known: {KNOWN.get(seed, 'nothing wrong')})"))
                    for claim in found if options.verbose else wrong:
                        print(f"  {'WRONG ' if claim in wrong else ''}{claim.explained(shorter)}", flush=True)
    sentences = len({(id(claim.text), claim.text) for claim in claims_made})
    print(f"{len(seeds)} programs, {sentences} sentences with {len(claims_made)} numbers, {len(wrong_claims)} of them wrong; "
          f"{news} programs differ from what is known")
    return 1 if news else 0


if __name__ == "__main__":
    sys.exit(main())
