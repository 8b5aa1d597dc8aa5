"""The sheet reports a known disturbance: rank, place, and duration to within 10 %.

    python3 disturbance_test.py LOOP [MACHINE [MILLISECONDS]]

The test injects 1500 ms, longer than other disturbances on a shared machine; 20 ms need an idle machine."""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import sheet_holds  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
# kind, late rank, its place then, the place where others wait for it
CASES = [(0, 2, "phase stopped", "\\EXCHANGE"), (1, 1, "phase work", "\\VISIBLE_SYNC"), (2, 3, "phase late", "MPI_Recv")]


def injected(run):
    return max(result["value"] for record in sheet_holds.records(run) for result in record["results"])


def faults(loop, machine, milliseconds, folder, case):
    kind, culprit, place, waits_in = case
    run = os.path.join(folder, f"run-{kind}")
    command = [loop, "run", os.path.join(HERE, "disturbed.loop"), "-n", "4", "--machine", machine, "-o", run,
               "--timeout", "120", "--set", f"kind={kind}", "--set", f"milliseconds={milliseconds}"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=200, check=False)
    text = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0:
        return [f"{' '.join(command)} ended with {done.returncode}: {text}"]
    sheet = sheet_holds.Sheet(sheet_holds.form(loop, run, "json"))
    found = sheet_holds.faults(loop, run)

    def says(label):
        fact = sheet.fact("statistics", label)
        return fact["text"] if fact else "nothing"

    if says("Longest wait, late rank") != f"rank {culprit}":
        found.append(f"waited for {says('Longest wait, late rank')}")
    if not says("Longest wait, where the late rank was").startswith(place):
        found.append(f"that one was in {says('Longest wait, where the late rank was')}")
    if not says("Longest wait, where").startswith(waits_in):
        found.append(f"waited in {says('Longest wait, where')}")
    size, told = injected(run), sheet.number("statistics", "Longest wait for another rank") or 0
    if size < 0.9e-3 * milliseconds or abs(told - size) > 0.1 * size:
        found.append(f"{told} s are told of {size} s")
    there = sheet.number("statistics", "Longest wait, time the late rank spent there") or 0
    if abs(there - size) > 0.1 * size:
        found.append(f"{there} s there are told of {size} s")
    path = {sheet_holds.value(row["rank"]): sheet_holds.value(row["time"])
            for row in sheet.table("critical-path", "path-by-rank")}
    if path.get(culprit, 0) < 0.9 * size:
        found.append(f"of the critical path {path} is on the ranks")
    # a rank that computes alone is named by the conclusion about the serial part, any other late rank by its own
    conclusions = json.loads(sheet_holds.form(loop, run, "json"))["conclusions"]
    named = [one["text"] for one in conclusions if one["id"] in ("bound-by-serial-part", "late-rank")]
    if not any(f"rank {culprit} " in text.lower() for text in named):
        found.append(f"the conclusions say {named}")
    if f"for rank {culprit}, " not in text:
        found.append("the terminal does not name it:\n" + text)
    return found


def main():
    loop = os.path.abspath(sys.argv[1])
    machine = sys.argv[2] if len(sys.argv) > 2 else "local"
    milliseconds = int(sys.argv[3]) if len(sys.argv) > 3 else 1500
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="disturbance-") as folder:
        for case in CASES:
            for fault in faults(loop, machine, milliseconds, folder, case):
                wrong += 1
                print(f"{json.dumps(case)}: {fault}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
