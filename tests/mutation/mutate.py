"""Mutation testing: would the tests notice if one operator, constant, or condition of the source were different?

    python3 mutate.py [--sample N] [--seed S] [--skip K] [--parts patterns,statistics,...] [--folder SCRATCH] [--list]

Copies the sources that git knows into a scratch folder and builds the tests of each part there. Then, for each mutant,
changes one place, rebuilds, and runs the part's tests. A mutant is killed if a test fails, crashes, or does not end; one
that does not compile does not count. The sample is drawn with a fixed seed, in proportion to the places of each part.
--skip leaves out its first K mutants, which an earlier run has tried. Prints one line per mutant, and at the end the
share of killed mutants by part, and the survivors. Exit code 0."""

import argparse
import filecmp
import glob
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def mpi(ranks, **environment):
    settings = [f"{name}={value}" for name, value in environment.items()]
    # Without test cases that take most of the time if ranks share cores, and that other cases cover too.
    slow = ["global operations in a row*", "nobody leaves a barrier*", "many sites*", "a sum of numbers*"]
    cases = "".join(f'~"{name}"' for name in slow)
    return ["env"] + settings + ["mpiexec.mpich", "-n", str(ranks), "bin/loop_runtime_test_mpich", cases]


def traces(ranks):
    return ["bash", "../tests/runtime/traces.sh", "bin/loop_trace_program_mpich", "bin/loop_trace_check",
            "bin/loop_show_rank", str(ranks), "mpiexec.mpich"]


def constructs(ranks):
    return ["sh", "../tests/mutation/constructs.sh", ".", str(ranks)]


# Faults that the communication layer finds or reports.
FAULTS = """good flipped truncated flipped-deal flipped-start extents-disagree no-partners bad-datatype host-transfer
    with-align with-offset with-buffers with-mode with-ready with-both with-into with-sizes
    collective-root collective-size collective-sizes collective-element collective-operation collective-both
    collective-overlap collective-data collective-differs collective-roots collective-blocks collective-later
    collective-moved flipped-collective flipped-reduction"""


# A script of tests/cli, for which `loop` builds the changed runtime.
def command(script, *programs):
    paths = " ".join(f'"$PWD/bin/{program}"' for program in ("loop", *programs))
    return ["sh", "-c", f'LOOP_CACHE="$PWD/mutant-cache" sh ../tests/cli/{script}.sh {paths}']


def faults():
    each = ('for fault; do bash ../tests/runtime/faults.sh $fault bin/loop_fault_program_mpich bin/loop_show_rank '
            'mpiexec.mpich || exit 1; done')
    return ["sh", "-c", each, "faults", *FAULTS.split()]


def catch(program, *arguments):
    return [f"bin/{program}", "--abort", *arguments]


# Simulated programs with planted causes; takes some minutes.
def planted():
    return ["env", "LOOP_CACHE=mutant-cache", "python3", "-B", "../tests/planted/planted.py", "bin/loop"]


# part: its sources, what to build, and the tests, in the order in which they are tried
PARTS = {
    "patterns": ("runtime/patterns/*.cpp", ["loop_patterns_test", "loop_kernels_test"],
                 [catch("loop_patterns_test"), catch("loop_kernels_test")]),
    "comm": ("runtime/comm/**/*.cpp",
             ["loop_runtime_parts_test", "loop_runtime_test_mpich", "loop_fault_program_mpich", "loop_trace_program_mpich",
              "loop_trace_check", "loop_show_rank", "loop_command", "trace_agrees"],
             [catch("loop_runtime_parts_test"), mpi(2, LOOP_WAITING="native"), mpi(3),
              mpi(4, LOOP_WAITING="yield", LOOP_TEST_NODES=2), mpi(1), constructs(3), traces(3), faults(), traces(2),
              constructs(2), command("trace_agrees", "trace_agrees"), command("sends"), command("samples")]),
    "analysis": ("trace/analysis/**/*.cpp", ["report_tests", "sheet_tests", "network_tests"],
                 [catch("report_tests", "[states],[messages],[path],[analysis],[invariants],[sheet],[findings]"),
                  catch("sheet_tests", "[axis],[figures]"), catch("network_tests")]),
    "findings": ("report/findings/*.cpp", ["report_tests", "sheet_tests", "loop_command"],
                 [catch("report_tests"), catch("sheet_tests"), planted()]),
    "statistics": ("base/statistics/*.cpp", ["statistics_tests"], [catch("statistics_tests")]),
    "locality": ("base/locality/*.cpp", ["locality_tests"], [catch("locality_tests")]),
    "network": ("base/network/*.cpp", ["network_tests"], [catch("network_tests")]),
    "schedule": ("base/schedule/*.cpp", ["schedule_tests"], [catch("schedule_tests")]),
}

# The project's layout has blanks around binary operators, and none in `vector<int>`.
CHANGES = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "), (r" % ", " / "), (r" \+= ", " -= "),
    (r" -= ", " += "),
    (r" && ", " || "), (r" \|\| ", " && "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"\bstd::min\b", "std::max"), (r"\bstd::max\b", "std::min"), (r"\bcontinue;", ";"), (r"\bbreak;", ";"),
    (r"(?<![\w.'])0(?![\w.'])", "1"), (r"(?<![\w.'])1(?![\w.'])", "2"), (r"(?<![\w.'])2(?![\w.'])", "3"),
    (r"\bif \((?!const)(?=[^;]*\)[^;]*$)", "if (!"), (r"\+\+(?=[a-z])", "--"),
]
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^#[^\n]*', re.S | re.M)


def places(path, text):
    """(path, begin, end, replacement, line, description) of every change in a file."""
    hidden = [match.span() for match in NOT_CODE.finditer(text)]
    found = []
    for pattern, replacement in CHANGES:
        for match in re.finditer(pattern, text, re.M):
            begin, end = match.span()
            if any(a < end and begin < b for a, b in hidden):
                continue
            if replacement == "if (!":
                end = closing(text, begin + 3)
                if end is None:
                    continue
                new = "if (!" + text[begin + 3:end] + ")"
            else:
                new = replacement
            line = text.count("\n", 0, begin) + 1
            found.append((path, begin, end, new, line, f"`{text[begin:end].strip()}` becomes `{new.strip()}`"))
    return found


def closing(text, at):
    """The position after the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, min(len(text), at + 400)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    return None


def draw(parts, sample, seed):
    source = random.Random(seed)
    everything = {}
    for part in parts:
        everything[part] = []
        for path in sorted(glob.glob(os.path.join(ROOT, PARTS[part][0]), recursive=True)):
            name = os.path.relpath(path, ROOT)
            with open(path, encoding="utf-8") as file:
                everything[part] += places(name, file.read())
    total = sum(len(found) for found in everything.values())
    chosen = []
    for part, found in everything.items():
        share = min(len(found), max(5, round(sample * len(found) / total)))
        chosen += [(part, place) for place in source.sample(found, share)]
    return chosen, {part: len(found) for part, found in everything.items()}


def run(command, folder, seconds):
    """Exit code; None: it did not end. Leaves no process of the command."""
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def copy_sources(folder):
    """Copies what git tracks and the folder has not, or has with other content: a mutant that a killed run left."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], stdout=subprocess.PIPE, check=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        source, copy = os.path.join(ROOT, name), os.path.join(folder, name)
        if not os.path.exists(source) or os.path.exists(copy) and filecmp.cmp(source, copy, shallow=False):
            continue
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        shutil.copyfile(source, copy)  # with the present time, so that ninja compiles it
        shutil.copymode(source, copy)


class Scratch:
    def __init__(self, folder, parts):
        self.folder, self.build = folder, os.path.join(folder, "build-mutants")
        self.limits = {}  # seconds, by part and number of the test
        copy_sources(folder)
        if not os.path.exists(os.path.join(self.build, "build.ninja")):
            subprocess.run(["cmake", "-S", folder, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
                            "-DCMAKE_CXX_FLAGS=-O1", "-DLOOP_TESTS=ON"]
                           + ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] * bool(shutil.which("ccache")),
                           stdout=subprocess.DEVNULL, check=True)
        targets = sorted({target for part in parts for target in PARTS[part][1]})
        subprocess.run(["ninja", "-j1", "-C", self.build] + targets, stdout=subprocess.DEVNULL, check=True)

    def verdict(self, part):
        """`killed`, `survived`, or `does not compile`, for the current sources."""
        _, targets, tests = PARTS[part]
        if run(["ninja", "-j1", "-C", self.build] + targets, self.folder, 1200) != 0:
            return "does not compile"
        for number, test in enumerate(tests):
            begin = time.monotonic()
            if run(test, self.build, self.limits.get((part, number), 600)) != 0:
                return "killed"
            # The first run is of the unchanged sources: a run of ten times as long counts as not ending.
            self.limits.setdefault((part, number), 20 + math.ceil(10 * (time.monotonic() - begin)))
        return "survived"

    def mutant(self, part, place):
        path, begin, end, new, _, _ = place
        path = os.path.join(self.folder, path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text[:begin] + new + text[end:])
            return self.verdict(part)
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--folder", help="scratch folder, kept; default: a temporary one")
    parser.add_argument("--list", action="store_true", help="only show the mutants")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the mutated file gets its text back
    parts = options.parts.split(",")
    chosen, counts = draw(parts, options.sample, options.seed)
    chosen = chosen[options.skip:]
    if options.list:
        for part, (path, _, _, _, line, reads) in chosen:
            print(f"{part}: {path}:{line}: {reads}")
        return 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        scratch = Scratch(options.folder or temporary, parts)
        for part in parts:
            verdict = scratch.verdict(part)
            if verdict != "survived":
                sys.exit(f"{part}: without any change: {verdict}")
        results = Counter()
        survivors = []
        for part, place in chosen:
            verdict = scratch.mutant(part, place)
            results[part, verdict] += 1
            said = f"{part}: {place[0]}:{place[4]}: {place[5]}: {verdict}"
            survivors += [said] if verdict == "survived" else []
            print(said, flush=True)
        for part in parts + ["all"]:
            killed, survived, stillborn = (
                sum(number for (of, seen), number in results.items() if part in (of, "all") and seen == verdict)
                for verdict in ("killed", "survived", "does not compile"))
            print(f"{part}: {killed} of {killed + survived} killed ({100 * killed / max(1, killed + survived):.0f} %), "
                  f"{stillborn} did not compile; {counts.get(part, sum(counts.values()))} places")
        print("\n".join(["survivors:"] + survivors))
    return 0


if __name__ == "__main__":
    sys.exit(main())
