"""The tables and verdicts of docs/1994.md are what its times give, and LOOP still simulates these times.

    page_1994.py CHECKOUT LOOP

From the simulated times that the page shows, computes its other tables again, and its verdicts on the paper's sentences.
Simulates the rows of 16 and 32 processors again. Exit code 1 if the page says anything else. The rules that decide a
verdict are tried on made-up times first."""
import os
import re
import sys

CHECKOUT, LOOP = sys.argv[1:3]
sys.path.insert(0, os.path.join(CHECKOUT, "bench"))
import sentences_1994 as sentences  # noqa: E402
import tables_1994 as tables  # noqa: E402

ROW = re.compile(r"\| (\w+) \| (\d+) \| \d+ \| (\w+) \| [\d.]+ \| ([\d.]+) \| [\d.]+(?: \(calibrated\))? \|")
NO_EVIDENCE, AGREES, DISAGREES, REVERSED = "no evidence", "agrees", "disagrees", "reversed"
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)


def changed(factor, workloads, machines=sentences.MACHINES, processors=(16, 32, 64, 128)):
    """The printed times, some of them multiplied."""
    return sentences.Times({(workload, ranks, machine): seconds *
                            (factor if workload in workloads and machine in machines and ranks in processors else 1)
                            for (workload, ranks, machine), seconds in tables.PRINTED.seconds.items()})


def expect(said, times, *verdicts):
    """The sentence that begins so, of these times."""
    decide = next(sentence for text, _, sentence in sentences.SENTENCES if text.startswith(said))
    found = sentences.verdict(decide(times)[0])
    check(found in verdicts, f"made-up times: {said}: {found}, not {' or '.join(verdicts)}")


def check_rules():
    expect("no machine", changed(1, ()), DISAGREES)
    expect("no machine", changed(1.1, ("mmm_a",)), AGREES)
    expect("no machine", changed(0.5, ("mmm_a",)), REVERSED)
    expect("asynchronous", changed(1, ()), AGREES)
    expect("asynchronous", changed(1 / 1.0168, ("mmm_a",)), DISAGREES)  # within 1 %: neither slower nor quicker
    expect("asynchronous", changed(0.5, ("mmm_a",)), REVERSED)
    expect("the workloads", sentences.Times({}, set(), {"fp": 4, "cg": 3, "mmm_s": 2, "red_black": 1}), AGREES)
    expect("the workloads", sentences.Times({}, set(), {"fp": 4, "cg": 5, "mmm_s": 2, "red_black": 1}), DISAGREES)
    expect("the workloads", sentences.Times({}, set(), {"fp": 1, "cg": 2, "mmm_s": 3, "red_black": 4}), REVERSED)
    expect("the workloads", changed(1, ()), NO_EVIDENCE)
    expect("one could", changed(1, ()), AGREES)
    expect("one could", changed(3, ("fp",), ["ncube2"]), REVERSED)
    expect("fp 16", changed(1.1, ("fp",), ["meiko"]), DISAGREES)
    expect("the lower", changed(1, ()), AGREES)
    expect("the lower", changed(0.5, ("red_black",), ["ncube2"]), DISAGREES)
    expect("the same", changed(1, ()), DISAGREES)
    expect("the same", changed(0.1, ("red_black",), ["meiko"]), REVERSED)
    expect("MEIKO and nCUBE", changed(1, ()), AGREES)
    expect("MEIKO and nCUBE", changed(9, ("red_black",), ["meiko"]), REVERSED)
    expect("in red_black", changed(1, ()), AGREES)
    expect("in red_black", changed(0.6, ("red_black",), ["ncube2"]), DISAGREES)
    expect("in red_black", changed(0.2, ("red_black",), ["ncube2", "meiko"]), REVERSED)
    expect("the nCUBE scores", changed(1, ()), AGREES)
    expect("the nCUBE scores", changed(9, ("fp",), ["ncube2"]), REVERSED)
    expect("adding", changed(1, ()), AGREES)
    expect("adding", changed(0.9, ("cg",), processors=(32,)), REVERSED)
    calibrated = sentences.Times(tables.PRINTED.seconds, {("fp", 16)})
    expect("fp 16", calibrated, NO_EVIDENCE)
    expect("one could", calibrated, NO_EVIDENCE)


def check_page(page, times, ratios):
    text = " ".join(page.split())
    for computed in tables.tables(times, ratios):
        for line in computed.splitlines():
            check(" ".join(line.split()) in text, f"docs/1994.md does not say: {line}")


def check_simulation(times):
    now = tables.simulations(LOOP, lambda workload, ranks: ranks <= 32)
    check(len(now) == 30, f"{len(now)} rows of 16 and 32 processors, not 30")
    for row, seconds in now.items():
        check(seconds == times.get(row), f"{' '.join(map(str, row))}: {seconds} s now, {times.get(row)} s in docs/1994.md")


def main():
    with open(os.path.join(CHECKOUT, "docs", "1994.md"), encoding="utf-8") as file:
        page = file.read()
    times = {(workload, int(ranks), machine): float(seconds) for workload, ranks, machine, seconds in ROW.findall(page)}
    check_rules()
    if set(times) != set(tables.PRINTED.seconds):
        sys.exit("docs/1994.md does not have the rows of machines/published/loop-1995.csv")
    check_page(page, times, tables.bytes_per_operation(LOOP))
    check_simulation(times)
    print("\n".join(failures))
    if failures:
        sys.exit("Take the tables again: bench/tables_1994.py loop docs/figures")


main()
