"""output_formats_test.py SHEET_PAGES: reads the output formats of sheets with independent parsers."""

import base64
import csv
import hashlib
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED:", what)


class Page(html.parser.HTMLParser):
    """Collects names of elements, identifiers, and the text of each script and style."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.names, self.identifiers, self.policy, self.inside = [], [], "", None
        self.texts, self.attributes, self.cells, self.headings = {"script": [], "style": []}, set(), [], []
        self.feed(text)

    def handle_starttag(self, name, attributes):
        values = dict(attributes)
        self.names.append(name)
        self.attributes.update(values)
        self.inside = name
        if "id" in values:
            self.identifiers.append(values["id"])
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        if name in self.texts:
            self.texts[name].append([values.get("type"), ""])

    def handle_endtag(self, name):
        self.inside = None

    def handle_data(self, text):
        if self.inside in self.texts:
            self.texts[self.inside][-1][1] += text
        elif self.inside == "td":
            self.cells.append(text)
        elif self.inside in ("h1", "h2"):
            self.headings.append(text)


def named_hash(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def check_page(name, text):
    page = Page(text)
    scripts = [body for kind, body in page.texts["script"] if kind is None]
    check(len(scripts) == 1, f"{name}: one script that runs, not {len(scripts)}")
    check(named_hash(scripts[0]) in page.policy, f"{name}: the policy does not name its script")
    check(len(page.texts["style"]) == 1 and named_hash(page.texts["style"][0][1]) in page.policy, f"{name}: the policy does not name its style")
    check(page.policy.startswith("default-src 'none';") and "unsafe" not in page.policy, f"{name}: the policy is weak: {page.policy}")
    check(not [a for a in page.attributes if a.startswith("on") or a in ("style", "src", "srcdoc")], f"{name}: attributes that a sheet has no use for")
    check("img" not in page.names and "iframe" not in page.names, f"{name}: foreign elements")
    check(len(set(page.identifiers)) == len(page.identifiers), f"{name}: an identifier twice")
    check(not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", text), f"{name}: asks the network")
    check(all(cell.strip() for cell in page.cells if cell != ""), f"{name}: a blank cell")
    check(not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", text), f"{name}: control characters")
    return page


def check_csv(name, text):
    rows = list(csv.reader(text.splitlines()))
    check(rows[0] == ["section", "table", "row", "column", "value", "unit"], f"{name}: head {rows[0]}")
    check(all(len(row) == 6 for row in rows), f"{name}: ragged")
    for row in rows[1:]:
        for cell in row:
            formula = cell[:1] in "=@+-" and cell[:1] != "" and not re.fullmatch(r"-?[0-9.e+-]+", cell)
            check(not formula, f"{name}: a formula: {cell}")
    return rows


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, folder], check=True)

        def read(name):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                return file.read()

        for stem in ("no-trace", "rounds", "cut", "single", "empty", "hostile"):
            page = check_page(stem + ".html", read(stem + ".html"))
            rows = check_csv(stem + ".csv", read(stem + ".csv"))
            sheet = json.loads(read(stem + ".json"), parse_constant=lambda word: check(False, f"{stem}.json: {word}"))
            tree = xml.etree.ElementTree.fromstring(read(stem + ".xml").encode())
            check(sheet["schema"] == "loop-sheet/1" and tree.get("schema") == "loop-sheet/1", stem + ": schema")
            sections = [section["id"] for section in sheet["sections"]]
            check(sections == [section.get("id") for section in tree.findall("section")], stem + ": XML and JSON differ in sections")
            check(set(sections) <= set(page.identifiers), stem + ": the page lacks a section")
            facts = sum(len(section["facts"]) for section in sheet["sections"])
            check(facts == len(tree.findall("section/fact")), stem + ": XML and JSON differ in facts")
            cells = sum(cell is not None for section in sheet["sections"] for table in section["tables"] for row in table["rows"] for cell in row)
            check(cells == len(tree.findall("section/table/row/cell")), stem + ": XML and JSON differ in cells")
            check(len(rows) - 1 >= facts + cells, stem + ": CSV lacks values")

        # Computed by hand: 16 ranks, 200 rounds with one message of 64 bytes each.
        sheet = json.loads(read("rounds.json"))
        facts = {fact["label"]: fact for section in sheet["sections"] for fact in section["facts"]}
        check(facts["Messages sent"]["value"] == 3200 and facts["Messages received"]["value"] == 3200, "3200 messages")
        check(facts["Bytes sent"]["value"] == 3200 * 64, "3200 * 64 bytes")
        shares = [facts[f"Percent processors {state}"]["text"] for state in ("busy", "overhead", "idle")]
        check(abs(sum(float(share.split()[0]) for share in shares) - 100) < 1e-9, f"{shares} do not make 100")
        order = [section["id"] for section in sheet["sections"]]
        check(order == ["space-time", "states", "phases", "communication", "critical-path", "statistics", "outcome",
                        "results", "source", "rigor", "environment", "again"], f"order {order}")
        # The run has 7 launches; the trace is that of one.
        titles = {table["id"]: table["title"] for section in sheet["sections"] for table in section["tables"] if table["rows"]}
        for name in ("utilization", "concurrency", "messages-by-rank", "messages-by-construct", "lateness", "pairs", "path-by-rank", "phase-states"):
            check(titles[name].endswith(", launch 1 of 7"), f"the table {name} does not name its launch: {titles[name]}")
        for name in ("phases", "results", "checks"):
            check("launch 1" not in titles[name], f"the table {name} is not of one launch: {titles[name]}")
        for name in ("states", "statistics", "critical-path", "space-time"):
            section = next(section for section in sheet["sections"] if section["id"] == name)
            check(section["paragraphs"][0] == "States and messages are those of launch 1 of 7.", f"{name} does not name its launch")
        check(sheet["subtitle"].endswith(", 7 launches, trace of launch 1"), sheet["subtitle"])
        check("--from SECONDS" in read("cut.html"), "a cut page does not say how to see the rest")
        check("<script>window.hacked" not in read("hostile.html"), "a name became markup")
    sys.exit(1 if failures else 0)


main(sys.argv[1])
