"""Random calls with wrong arguments: `loop run` and `loop count` refuse the same ones, in the same words, and a plain program
(`loop compile --plain`) does not end well, either.

    python3 refusals.py LOOP [--calls N] [--seed S] [--ranks N]

Exit code 0: all agree; 1: some differ."""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

# Each parameter has values that are right, and others that may be wrong.
SIZE = ([0, 8, 64], [-1, -8, 3])
WHOLE = ([8, 16], [-8, 3, 4])
FEW = ([1, 2], [0, -1, -7])
RANK = ([0, 1], [-1, 7, 3])
STEP = ([1, 2, -1], [0, 100])
CALLS = [
    ("COMMUNICATE({}, {}, {})", SIZE, FEW, FEW),
    ("COMMUNICATE({}, {}, {}, FROM: a, INTO: b)", ([8, 16], [-8]), FEW, ([1], [0, -2])),
    ("EXCHANGE({}, {}, {})", SIZE, FEW, FEW),
    ("EXCHANGE({}, {}, {}, RING: true)", SIZE, FEW, FEW),
    ("MULTIBCAST0({})", SIZE),
    ("MULTIBCAST_ME({})", SIZE),
    ("MULTIBCAST_ALTER({})", SIZE),
    ("SEND({}, r -> r + {}, COUNT: {})", ([0, 8], [-1, -8]), STEP, ([0, 1, 3], [-1])),
    ("SEND({{{}, {}}}, 0 -> {{1, 2}})", ([0, 8], [-1]), ([0, 8], [-1])),
    ("SEND({}, r -> r / {}, FROM: a, INTO: b)", ([8], [-8]), ([1], [2, 3])),
    ("SEND({}, 0 -> {}, FROM: a, INTO: {{b}})", ([8], [-8]), ([1, 2], [-1, 9])),
    ("RELAY({}, r -> (r + {}) % nodes, IF: r < nodes - {})", ([0, 8], [-1]), ([1], [2, 0]), ([1], [0, -1])),
    ("BCAST({}, ROOT: {})", ([0, 8, 64], [-1]), RANK),
    ("REDUCE({}, ROOT: {})", WHOLE, RANK),
    ("ALLREDUCE({})", WHOLE),
    ("ALLREDUCE({}, OP: bxor, TYPE: int)", ([4, 8], [3, -4])),
    ("SCAN({})", WHOLE),
    ("EXSCAN({})", WHOLE),
    ("GATHER({}, ROOT: {})", ([0, 8], [-1]), RANK),
    ("GATHER(r -> {} + r, ROOT: {})", ([0, 8], [-1, -9]), RANK),
    ("SCATTER({}, ROOT: {})", ([0, 8], [-1]), RANK),
    ("ALLGATHER({})", ([0, 8], [-1])),
    ("ALLTOALL((r, s) -> {} + r * {})", ([0, 8], [-1]), ([0, 1], [-9])),
    ("REDUCE_SCATTER(r -> 8 * r + {})", ([0, 8], [3, -8])),
    ("TREE_BCAST(a, {})", ([0, 8], [-1])),
]
DEALS = [("DEAL({}, BY: {}, GIVE: {}, RETURN: {}, CHUNK: {}) i x += i", ([0, 5], [-3]), RANK, ([8, 16], [7, 0, -1]),
          ([0, 8], [-1]), ([1, 3], [0, -1]))]
WAYS = [("WITH(ALIGN: {})", ([64], [3, 0, -8])), ("WITH(OFFSET: {})", ([8], [-1])), ("WITH(BUFFERS: {})", ([2], [0, -1]))]
GROUPS = ["AMONG(r -> r % 2)", "AMONG(r -> 0, ORDER: -r)"]


class Writer:
    """Writes calls whose arguments no compiler can see."""

    def __init__(self, source):
        self.random, self.hidden = source, []

    def filled(self, template, wrong):
        """`wrong`: the index of the argument that may be wrong."""
        text, *parameters = template
        names = []
        for place, (right, others) in enumerate(parameters):
            self.hidden.append(self.random.choice(others if place == wrong else right))
            names.append(f"h{len(self.hidden)}")
        return text.format(*names)

    def some(self, templates, is_wrong=True):
        template = self.random.choice(templates)
        return self.filled(template, self.random.randrange(len(template) - 1) if is_wrong else -1)

    def statement(self):
        pick = self.random.random()
        if pick < 0.1:
            return f"\\{self.some(DEALS)};"
        if pick < 0.2:
            return f"\\{self.some(WAYS)} \\COMMUNICATE(8, 1, 1);"
        call = self.some(CALLS)
        if pick < 0.35:
            return f"\\{self.random.choice(GROUPS)} \\{call};"
        if pick < 0.5:
            return f"\\START(handle) \\{call}; \\FINISH(handle);"
        return f"\\{call};" if pick < 0.9 else f"\\{call} {{ x += 1; }}"


def program(seed, calls):
    writer = Writer(random.Random(f"refusals {seed}"))
    lines = []
    for number in range(calls):
        statement = writer.statement()
        if re.search("TREE_BCAST|MULTIBCAST|EXCHANGE", statement):  # which have no statement
            statement = re.sub(r" \{ x \+= 1; \}$", ";", statement)
        lines.append(f"    if (which == {number}) {{ {statement} }}")
    hidden = [f"    const long long h{at} = hide({value}LL);" for at, value in enumerate(writer.hidden, 1)]
    return "\n".join([
        '\\PARAM(int which = 0, "the call that is made")',
        "static long long hide(long long value) { volatile long long kept = value; return kept; }",
        "int main() {",
        "    int nodes, me, host, size, x = 0;",
        "    \\OPEN0(&nodes, &me, &host, &size, 0);",
        "    static double a[64], b[64];",
        *hidden, *lines, "    \\CLOSE0();", "}", ""])


def done(*words, **options):
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


def refusals(said):
    """The sentences without the numbers of ranks: which rank says one first depends on time."""
    found = re.findall(r"refused\.loop:\d+(?::\d+)?: error: rank \d+: (.*)", said)
    return {re.sub(r"\brank \d+", "rank N", re.sub(r"\branks \d+ and \d+", "ranks N and N", line)) for line in found}


def plain_program(loop, folder):
    written = done(loop, "compile", "--plain", "refused.loop", "-o", "plain.cpp", cwd=folder)
    if written.returncode != 0:
        sys.exit(f"no plain program:\n{written.stdout}")
    built = done("mpicxx.mpich", "-std=c++17", "-w", "plain.cpp", "-o", "plain", cwd=folder)
    if built.returncode != 0:
        sys.exit(f"the plain program cannot be compiled:\n{built.stdout}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("loop")
    parser.add_argument("--calls", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ranks", type=int, default=3)
    options = parser.parse_args()
    ranks, wrong, refused = str(options.ranks), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        text = program(options.seed, options.calls)
        with open(os.path.join(folder, "refused.loop"), "w", encoding="utf-8") as file:
            file.write(text)
        plain_program(options.loop, folder)
        for number in range(options.calls):
            line = next(line.strip() for line in text.splitlines() if f"which == {number})" in line)
            chosen = ("-n", ranks, "--set", f"which={number}")
            run = done(options.loop, "run", "refused.loop", *chosen, "--oversubscribe", "--discard", cwd=folder)
            count = done(options.loop, "count", "refused.loop", *chosen, cwd=folder)
            plain = done("timeout", "30", "mpiexec.mpich", "-n", ranks, "./plain", f"which={number}", cwd=folder)
            by_run, by_count = refusals(run.stdout), refusals(count.stdout)
            refused += bool(by_run)
            problem = None
            if (run.returncode == 0) != (count.returncode == 0) or run.returncode and (
                    not (by_run and by_count) or not by_count <= by_run and not by_run <= by_count):
                problem = f"run ({run.returncode}): {by_run}, count ({count.returncode}): {by_count}"
                if not by_run or not by_count:
                    problem += f"\n{run.stdout[-1500:]}\n{count.stdout[-1500:]}"
            elif (run.returncode == 0) != (plain.returncode == 0):
                problem = f"run ({run.returncode}): {by_run}, plain ({plain.returncode}): {plain.stdout[-500:]}"
            if problem:
                wrong += 1
                print(f"call {number}: {line}\n  {problem}", flush=True)
    print(f"seed {options.seed}: {options.calls} calls, {refused} refused, {wrong} differ")
    return 1 if wrong or not refused else 0


if __name__ == "__main__":
    sys.exit(main())
