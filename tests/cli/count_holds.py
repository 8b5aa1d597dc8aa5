"""Compares what `loop count` says with the records of a run: count_holds.py LOOP RANKS PROGRAM [ARGUMENT ...]"""
import glob
import json
import subprocess
import sys
import tempfile

FIGURES = ["messages_sent", "bytes_sent", "messages_received", "bytes_received", "collective_bytes_given",
           "collective_bytes_got"]
# What the program declares that it computes, and its keys in a record.
WORK = {"operations": "flops", "memory_bytes": "memory_bytes"}


def answer(*words):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def recorded(loop, program, ranks, arguments):
    """The messages, bytes, and data of collectives of each construct at its place, and the figures of each rank."""
    by_line, by_rank = {}, {figure: [0] * ranks for figure in [*FIGURES, *WORK]}
    with tempfile.TemporaryDirectory() as folder:
        answer(loop, "run", program, "-n", str(ranks), "--oversubscribe", "--no-trace", "-o", folder + "/run", *arguments)
        for rank in range(ranks):
            with open(f"{folder}/run/records/rank-{rank}.json") as file:
                record = json.loads(file.readline())
            for figure, key in WORK.items():
                by_rank[figure][rank] = record.get(key, 0)
            for site in record["sites"]:
                line = by_line.setdefault((site["construct"], site["line"], site.get("column", 0)), [0] * 4)
                for i, figure in enumerate(("messages_sent", "bytes_sent", *FIGURES[4:])):
                    line[i] += site.get(figure, 0)
                for figure in FIGURES:
                    by_rank[figure][rank] += site.get(figure, 0)
    return {place: line for place, line in by_line.items() if any(line)}, by_rank


def main(loop, ranks, program, *arguments):
    count = json.loads(answer(loop, "count", program, "-n", ranks, "--format", "json", *arguments))
    by_line, by_rank = recorded(loop, program, int(ranks), arguments)
    counted = {(line["construct"], line["line"], line.get("column", 0)): [line["messages"], line["bytes"], *line["collective_bytes"].values()]
               for line in count["constructs"] if line["messages"] > 0 or any(line["collective_bytes"].values())}
    failures = [f"{place}: counted {counted.get(place)}, recorded {by_line.get(place)}"
                for place in sorted(set(counted) | set(by_line)) if counted.get(place) != by_line.get(place)]
    # Who gets which pass of \DEAL depends on time.
    if not any(construct == "DEAL" for construct, _, _ in by_line):
        failures += [f"{figure}: counted {count['per_rank'][figure]}, recorded {by_rank[figure]}"
                     for figure in by_rank if count["per_rank"][figure] != by_rank[figure]]
    if sum(count["per_rank"]["messages_sent"]) != sum(count["per_rank"]["messages_received"]):
        failures.append("not every message that is sent is received")
    if failures:
        sys.exit(f"{program} on {ranks} ranks: " + "\n".join(failures))


main(*sys.argv[1:])
