"""Draws the rules of LoopParser.g4 for docs/grammar.md, each as a diagram: follow a line from left to right.

    diagrams.py            writes docs/figures/grammar-RULE.svg for each rule
    diagrams.py --check    exit code 1 and a line for each figure that is not what would be written, or not on that page
"""

import html
import re
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIGURES = HERE.parent / "docs" / "figures"
LETTER, HEIGHT, GAP, BEND, BETWEEN = 8, 24, 12, 8, 8  # in pixels; BEND: the radius of a line's curves
WIDEST, IN_LINE = 680, 4  # a wider sequence continues below; more alternatives that are tokens share a box
STYLE = """rect{fill:#fff;stroke:none} .box{fill:#eef4ff;stroke:#3b5bdb} .token{fill:#f4f4ee;stroke:#666}
text{font:13px monospace;text-anchor:middle;fill:#111} path{fill:none;stroke:#444;stroke-width:1.5}
@media (prefers-color-scheme:dark){rect{fill:#15181d} .box{fill:#1d2b4f;stroke:#7b95f5} .token{fill:#2b2b28;stroke:#999}
text{fill:#eee} path{stroke:#bbb}}"""


class Box:
    """A rule, a token, or several lines of tokens of which any fits. Height is counted from the line through a shape."""

    def __init__(self, lines, kind):
        self.lines, self.kind = lines, kind
        self.width = LETTER * max(map(len, lines)) + 2 * GAP
        self.up, self.down = HEIGHT // 2, HEIGHT // 2 + (len(lines) - 1) * (HEIGHT - 6)

    def draw(self, x, y):
        corner = 3 if self.kind == "box" else HEIGHT // 2
        yield (f'<rect class="{self.kind}" x="{x}" y="{y - self.up}" width="{self.width}" height="{self.up + self.down}" '
               f'rx="{corner}"/>')
        for number, line in enumerate(self.lines):
            yield f'<text x="{x + self.width // 2}" y="{y + 5 + number * (HEIGHT - 6)}">{html.escape(line)}</text>'


class Row:
    """One shape behind the other; no shape is a line."""

    def __init__(self, shapes):
        self.shapes = shapes
        self.width = sum(shape.width for shape in shapes) + GAP * (len(shapes) + 1)
        self.up, self.down = (max((getattr(shape, side) for shape in shapes), default=0) for side in ("up", "down"))

    def draw(self, x, y):
        yield f'<path d="M{x} {y}h{GAP}"/>'
        x += GAP
        for shape in self.shapes:
            yield from shape.draw(x, y)
            x += shape.width + GAP
            yield f'<path d="M{x - GAP} {y}h{GAP}"/>'


class Rows:
    """A row that is too wide continues below."""

    def __init__(self, rows):
        self.rows = rows
        self.width = max(row.width for row in rows) + 2 * GAP
        self.up = rows[0].up
        self.step = [row.down + after.up + 2 * GAP for row, after in zip(rows, rows[1:])]
        self.down = sum(self.step) + rows[-1].down

    def draw(self, x, y):
        end = f"H{x + self.width}V{y}"
        yield f'<path d="M{x} {y}h{GAP}"/>'
        for row, step in zip(self.rows, self.step):
            yield from row.draw(x + GAP, y)
            half = row.down + GAP
            yield f'<path d="M{x + GAP + row.width} {y}v{half}H{x}v{step - half}h{GAP}"/>'
            y += step
        yield from self.rows[-1].draw(x + GAP, y)
        yield f'<path d="M{x + GAP + self.rows[-1].width} {y}{end}"/>'


class Choice:
    """Shapes below each other."""

    def __init__(self, shapes):
        self.shapes = shapes
        self.width = max(shape.width for shape in shapes) + 4 * BEND
        self.up = shapes[0].up
        self.step = [max(shape.down + after.up + BETWEEN, 2 * BEND) for shape, after in zip(shapes, shapes[1:])]
        self.down = sum(self.step) + shapes[-1].down

    def draw(self, x, y):
        below, end = 0, x + self.width
        for shape, step in zip(self.shapes, [0] + self.step):
            below += step
            curve = below - 2 * BEND
            if below > 0:
                yield f'<path d="M{x} {y}q{BEND} 0 {BEND} {BEND}v{curve}q0 {BEND} {BEND} {BEND}"/>'
                yield f'<path d="M{end} {y}q-{BEND} 0 -{BEND} {BEND}v{curve}q0 {BEND} -{BEND} {BEND}"/>'
            else:
                yield f'<path d="M{x} {y}h{2 * BEND}M{end} {y}h-{2 * BEND}"/>'
            yield from shape.draw(x + 2 * BEND, y + below)
            yield f'<path d="M{x + 2 * BEND + shape.width} {y + below}H{end - 2 * BEND}"/>'


class Loop:
    """A shape, and the way back to it below, with a token on it or none."""

    def __init__(self, shape, back):
        self.shape, self.back = shape, back
        self.width = max(shape.width, back.width) + 4 * BEND
        self.up = shape.up
        self.return_at = max(shape.down + back.up + BETWEEN, 2 * BEND)
        self.down = self.return_at + back.down

    def draw(self, x, y):
        left, right, below = x + 2 * BEND, x + self.width - 2 * BEND, y + self.return_at
        curve = self.return_at - 2 * BEND
        yield f'<path d="M{x} {y}H{left}M{left + self.shape.width} {y}H{x + self.width}"/>'
        yield from self.shape.draw(left, y)
        yield f'<path d="M{right} {y}q{BEND} 0 {BEND} {BEND}v{curve}q0 {BEND} -{BEND} {BEND}"/>'
        yield f'<path d="M{left} {y}q-{BEND} 0 -{BEND} {BEND}v{curve}q0 {BEND} {BEND} {BEND}"/>'
        yield from self.back.draw(left, below)
        yield f'<path d="M{left + self.back.width} {below}H{right}"/>'


class Rule:
    """Reads what is behind the `:` of a rule."""

    def __init__(self, text, literals):
        self.words, self.literals = re.findall(r"\w+|[()|*+?~]", text), literals

    def alternatives(self):
        found = [self.sequence()]
        while self.words and self.words[0] == "|":
            self.words.pop(0)
            found.append(self.sequence())
        tokens = [part for part in found if len(part) == 1 and getattr(part[0], "kind", "") == "token"]
        if len(tokens) > IN_LINE:
            names = " | ".join(part[0].lines[0] for part in tokens)
            found = [part for part in found if part not in tokens]
            found.append([Box(textwrap.wrap(names, 56, break_on_hyphens=False), "token")])
        rows = [self.row(part) for part in found]
        return rows[0] if len(rows) == 1 else Choice(rows)

    @staticmethod
    def row(shapes):
        rows = [[]]
        for shape in shapes:
            if rows[-1] and Row(rows[-1] + [shape]).width > WIDEST:
                rows.append([])
            rows[-1].append(shape)
        return Row(shapes) if len(rows) == 1 else Rows([Row(each) for each in rows])

    def sequence(self):
        shapes, texts = [], []
        while self.words and self.words[0] not in "|)":
            before = list(self.words)
            shape = self.part()
            text = " ".join(before[:len(before) - len(self.words)])
            between = re.fullmatch(r"\( (\w+) (.*) \) \*", text)
            if between and texts and texts[-1] == between[2]:  # `x (COMMA x)*`
                shapes[-1] = Loop(shapes[-1], self.named(between[1]))
            else:
                shapes.append(shape)
            texts.append(text)
        return shapes

    def part(self):
        word = self.words.pop(0)
        if word == "(":
            shape = self.alternatives()
            self.words.pop(0)
        elif word == "~":
            self.part()
            shape = Box(["any token but brackets and constructs"], "token")
        else:
            shape = self.named(word)
        sign = self.words.pop(0) if self.words and self.words[0] in "*+?" else ""
        if sign in ("*", "+"):
            shape = Loop(shape, Row([]))
        return Choice([shape, Row([])]) if sign in ("*", "?") else shape

    def named(self, word):
        return Box([word], "box") if word.islower() else Box([self.literals.get(word, word)], "token")


def rules():
    """The name and the text of each rule of the parser, without comments."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", (HERE / "LoopParser.g4").read_text(encoding="utf-8"), flags=re.S)
    return re.findall(r"^([a-z]\w*)\s*:(.*?);", re.sub(r"grammar [^;]*;|\w+ \{[^}]*\}", "", text), flags=re.S | re.M)


def figures():
    lexer = (HERE / "LoopLexer.g4").read_text(encoding="utf-8")
    literals = dict(re.findall(r"^([A-Z_]+) : '([^\\']+)' ;", lexer, flags=re.M))
    for name, text in rules():
        shape = Rule(text, literals).alternatives()
        width, height = shape.width + 2 * GAP, shape.up + shape.down + 2 * GAP
        ends = GAP + shape.up - 6
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
                 f"<title>{name}</title>", f"<style>{STYLE}</style>", '<rect width="100%" height="100%"/>',
                 *shape.draw(GAP, GAP + shape.up), f'<path d="M{GAP} {ends}v12M{width - GAP} {ends}v12"/>', "</svg>"]
        yield FIGURES / f"grammar-{name}.svg", "\n".join(lines) + "\n"


def main():
    written = dict(figures())
    old = [path for path in FIGURES.glob("grammar-*.svg") if path not in written]
    if sys.argv[1:] == ["--check"]:
        old += [path for path, text in written.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        page = (FIGURES.parent / "grammar.md").read_text(encoding="utf-8")
        hidden = [path for path in written if f"](figures/{path.name})" not in page]
        for path in sorted(old):
            print(f"docs/figures/{path.name} is not what the grammar says: run `python3 grammar/diagrams.py`")
        for path in hidden:
            print(f"docs/grammar.md does not show figures/{path.name}")
        sys.exit(1 if old or hidden or not written else 0)
    for path in old:
        path.unlink()
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
