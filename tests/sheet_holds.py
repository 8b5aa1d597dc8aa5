"""Checks the consistency of a run's sheet, independently of LOOP's own check.

    python3 sheet_holds.py LOOP RUN       exit code 1 and a line for each fault

This finds errors in LOOP's check (report/sheet/invariants.h)."""

import csv
import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree

CONTRADICTION = "this sheet contradicts itself"
STATES = ["busy", "overhead", "idle", "in MPI, not recorded", "unknown"]


def form(loop, run, name):
    done = subprocess.run([loop, "report", run, "--format", name, "-o", "-"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.stdout.decode("utf-8", "replace")


class Sheet:
    """The sheet as JSON."""

    def __init__(self, text):
        self.whole = json.loads(text)
        self.sections = {section["id"]: section for section in self.whole["sections"]}

    def fact(self, section, label):
        for fact in self.sections[section]["facts"]:
            if fact["label"] == label:
                return fact
        return None

    def number(self, section, label):
        fact = self.fact(section, label)
        return fact.get("value") if fact else None

    def table(self, section, name):
        """The rows as dictionaries of cells."""
        for table in self.sections.get(section, {"tables": []})["tables"]:
            if table["id"] == name:
                return [dict(zip(table["columns"], row)) for row in table["rows"]]
        return []


def value(cell):
    return cell.get("value") if cell else None


def numbers(sheet):
    """All numbers of the JSON in their order."""
    found = [one["value"] for one in sheet.whole["conclusions"] if "value" in one]
    for section in sheet.whole["sections"]:
        found += [fact["value"] for fact in section["facts"] if "value" in fact]
        for table in section["tables"]:
            found += [cell["value"] for row in table["rows"] for cell in row if cell and "value" in cell]
        for row in section.get("lines", {"rows": []})["rows"]:
            found += [cell["value"] for cell in row["values"] if cell and "value" in cell]
    return found


def records(run, launch=1):
    with open(os.path.join(run, "run.json"), encoding="utf-8") as file:
        whole = json.load(file)
    return [rank["record"] for rank in whole["launches"][launch - 1]["ranks"]]


def faults(loop, run):
    """One sentence for each violated condition."""
    sheet = Sheet(form(loop, run, "json"))
    found = [reason for reason in sheet.whole["verdict"]["reasons"] if CONTRADICTION in reason]
    ranks = records(run)
    rows = sheet.table("results", "utilization")
    longest = 0
    for row, record in zip(rows, ranks):
        rank, measured = value(row["rank"]), value(row["measured time"])
        shares = [value(row[state]) for state in STATES]
        if shares[0] is not None and abs(sum(share or 0 for share in shares) - 100) > 1e-6:
            found.append(f"rank {rank}: shares {shares}")
        if (shares[4] or 0) > 10 and shares[0] is not None:
            found.append(f"rank {rank}: {shares[4]} % are unknown, and {shares[0]} % busy")
        if measured is None or record is None:
            continue
        elapsed = record["elapsed_seconds"]
        longest = max(longest, elapsed)
        if record["trace"].get("dropped") == 0 and abs(measured - elapsed) > 1e-4 + 0.01 * elapsed:
            found.append(f"rank {rank}: its states are of {measured} s, it was measured for {elapsed} s")
    path = sheet.number("critical-path", "Length") if "critical-path" in sheet.sections else None
    whole = all(record and record["trace"].get("dropped") == 0 for record in ranks)
    if path is not None and whole and abs(path - longest) > 1e-4 + 0.01 * longest:
        found.append(f"the critical path is {path} s long, the run {longest} s")
    profile = sheet.table("states", "concurrency")
    busy = sheet.number("results", "Percent processors busy")
    if profile and busy is not None and 100 - value(profile[0]["busy"]) < busy - 1e-6:
        found.append(f"nobody is busy for {value(profile[0]['busy'])} %, together they are for {busy} %")
    if profile and busy is None and value(profile[0]["busy"]) is not None:
        found.append("the concurrency of unknown shares is told")
    by_rank = [value(row["messages sent"]) for row in sheet.table("statistics", "messages-by-rank")]
    total = sheet.number("statistics", "Messages sent") if "statistics" in sheet.sections else None
    if total is not None and None not in by_rank and sum(by_rank) != total:
        found.append(f"ranks sent {by_rank}, together {total}")
    for row in sheet.table("phases", "phase-states"):
        if value(row["ends"]) is not None and value(row["begins"]) < 0:
            found.append(f"phase {row['phase']['text']} begins before the run")
    theirs = [cells[4] for cells in csv.reader(io.StringIO(form(loop, run, "csv")))][1:]
    elements = xml.etree.ElementTree.fromstring(form(loop, run, "xml"))
    in_xml = [float(element.get("value")) for element in elements.iter()
              if element.tag in ("conclusion", "fact", "cell") and element.get("value") is not None]
    ours = numbers(sheet)
    if in_xml != ours:
        found.append("numbers of JSON and XML differ")
    in_csv = iter(theirs)
    if not all(any(is_number(text, number) for text in in_csv) for number in ours):
        found.append("numbers of JSON and CSV differ")
    return found


def is_number(text, number):
    try:
        return float(text) == number
    except ValueError:
        return False


def main():
    found = faults(sys.argv[1], sys.argv[2])
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
