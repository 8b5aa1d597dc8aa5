"""Writes the programs of programs.py as LOOP code in a style: plain, random layout, other names, or phases around
statements. A style must not change the communication.

Templates contain marks that the style replaces. GAP: white space or a comment may be here. HARD: a space that does not
change. NAME and END enclose names. SITE and END enclose the number of a place whose line is needed."""

import re

from marks import END, GAP, HARD, NAME, SITE, expression, name, spaced
from ours_text import OurText
from programs import varies

FIRST_MARK = 1000000000  # plus the number of a program: its begin
LAST_MARK = FIRST_MARK + 99999999  # the begin of the code after all programs
CONSTRUCT = re.compile(r"\\[A-Z0-9_]+")
MARKS = re.compile("\1| |\2|\3([^\5]*)\5|\4([^\5]*)\5|\n|[^\1\2\3\4\5 \n]+")

PRELUDE = r'''#include <mpi.h>
#include <cstring>
#include <string>
#include <vector>
// Bytes that tell rank, place and seed, and one number for what is in a buffer (Adler-32).
static void fill_bytes(std::vector<unsigned char>& bytes, int seed, int rank) {
    for (std::size_t b = 0; b < bytes.size(); ++b) bytes[b] = static_cast<unsigned char>(seed + rank * 37 + b * 11);
}
static int checksum(const std::vector<unsigned char>& bytes) {
    unsigned long low = 1, high = 0;
    for (unsigned char byte : bytes) { low = (low + byte) % 65521; high = (high + low) % 65521; }
    return static_cast<int>((high << 16 | low) & 0x1fffffff);
}
static void fill_ints(std::vector<int>& values, int seed, int rank) {
    for (std::size_t b = 0; b < values.size(); ++b) values[b] = static_cast<int>((seed + rank * 31 + b * 7) % 1000);
}
static int sum_of_ints(const std::vector<int>& values) {
    long long sum = 0;
    for (std::size_t b = 0; b < values.size(); ++b) sum += static_cast<long long>(b + 1) * values[b];
    return static_cast<int>((sum % 1000003 + 1000003) % 1000003);
}
static inline void neighbours(int me, int nodes, int distance, int& to, int& from) {
    to = (me + distance) % nodes;
    from = (me + nodes - distance % nodes) % nodes;
}
'''

COMMENTS = [" /* \\EXCHANGE(1, 1, 1); */", " /* \" */", " /**/", " // \\LOOP (3) {\n", " // it's\n", "\n", "\n\n", "\t",
            "  ", "\r\n"]
# Names that LOOP uses, and names that the compiler might generate.
NAMES = ["site", "loop", "communicate", "phase_1", "i_end", "size", "rank", "Site", "Phase", "Vector", "data", "FROM",
         "INTO", "LOOP", "OPEN0", "count", "count_1", "pass_1", "iterator", "RING", "M", "S1", "problem_size",
         "communication_1", "untimed_1", "flops_2", "mpi", "world", "tag", "trace", "detail", "x", "y", "_a", "I", "l",
         "O0", "number_of_ranks_1"]


# Code after the programs of a file. meaning.py does not interpret it, but the sheet must be consistent with it.
TAILS = {
    "windows": """{
        std::vector<int> window(nodes + 1, -1);
        MPI_Win win;
        MPI_Win_create(window.data(), static_cast<MPI_Aint>(window.size() * sizeof(int)), sizeof(int), MPI_INFO_NULL,
                       MPI_COMM_WORLD, &win);
        MPI_Win_fence(0, win);
        for (int to = 0; to < nodes; ++to) MPI_Put(&me, 1, MPI_INT, to, me, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        \\VERIFY(window[nodes - 1] == nodes - 1, "what was put is there");
    }""",
    "communicators": """{
        MPI_Comm half;
        MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
        int one = 1, all = 0;
        MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, half);
        MPI_Comm_free(&half);
    }""",
    "untimed": """\\PHASE("before") { std::vector<double> x(20000 * (me + 1), 1.5); for (double& y : x) y = y * y; }
    \\UNTIMED() {
        std::vector<double> x(200000 * (nodes - me), 1.5);
        for (double& y : x) y = y * y;
        int token = me;
        MPI_Bcast(&token, 1, MPI_INT, nodes - 1, MPI_COMM_WORLD);
    }
    \\PHASE("behind") { MPI_Barrier(MPI_COMM_WORLD); }""",
    "kernel": """\\PHASE("kernel") \\CLUE(24, 8, 3);""",
    "host": """\\PHASE("host code") {
        int out = me, in = -1;
        MPI_Request request;
        MPI_Irecv(&in, 1, MPI_INT, (me + 1) % nodes, 77, MPI_COMM_WORLD, &request);
        MPI_Send(&out, 1, MPI_INT, (me + nodes - 1) % nodes, 77, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }""",
}


class Style:
    def __init__(self, random, layout=False, renamed=False, phases=False, joined=False):
        self.random, self.layout, self.renamed, self.phases, self.joined = random, layout, renamed, phases, joined
        self.names = {}

    def line_end(self):
        """Several statements stand in one line of a joined style."""
        return " " if self.joined and self.random.random() < 0.8 else "\n"

    def gap(self, needed):
        if not self.layout or self.random.random() < 0.6:
            return " " if needed else ""
        return self.random.choice(COMMENTS) if self.random.random() < 0.8 else " "

    def name(self, name):
        if not self.renamed:
            return name
        if name[0] == "f" and name[1:2].isdigit():  # functions: the same name in the whole file
            return "renamed_" + name
        if name not in self.names:
            taken = set(self.names.values())
            free = [other for other in NAMES if other not in taken]
            take = bool(free) and self.random.random() < 0.6
            self.names[name] = self.random.choice(free) if take else f"z_{len(self.names)}"
        return self.names[name]

    def named_from(self, given):
        """The number of arguments given by position."""
        return self.random.randint(0, given) if self.layout else given


def tag_of(program, statement):
    """The type of PICL's or the tag of MPI's messages, different for each place."""
    return program * 1000 + statement.number


class Writer(OurText):
    def __init__(self, style):
        self.style = style
        self.sites = {}  # number of a place -> ID of its statement, and index of the place in it
        self.forms = {}

    # --- parts

    def site(self, statement, place=0):
        self.sites[len(self.sites)] = (id(statement), place)
        return f"{SITE}{len(self.sites) - 1}{END}"

    def construct(self, statement, construct, arguments, place=0):
        """`arguments`: (name, text) in the order of positions; names in lower case are given by name only."""
        positional = [argument for argument in arguments if argument[0].isupper() or not argument[0]]
        only_named = [(key.upper(), text) for key, text in arguments if key and not key.isupper()]
        count = self.style.named_from(len(positional))
        if any(not key for key, _ in positional):
            count = len(positional)
        rest = positional[count:] + only_named
        if self.style.layout:
            self.style.random.shuffle(rest)
        texts = [text for _, text in positional[:count]] + [f"{key}{GAP}: {text}" for key, text in rest]
        return f"{self.site(statement, place)}\\{construct}{GAP}({GAP}{f',{GAP}'.join(texts)}{GAP})"

    def body(self, statement, braces=False):
        text = self.statement(statement)
        if braces and not text.startswith("{"):
            text = f"{{ {text} }}"
        return text

    def statement(self, statement):
        kind = type(statement).__name__.lower()
        text = getattr(self, {"with": "with_"}.get(kind, kind))(statement)
        if self.style.phases and self.style.random.random() < 0.3 and type(statement).__name__ not in ("Let", "Decoy"):
            text = f"\\PHASE{GAP}({GAP}\"around\"{GAP}){GAP} {text}"
        return text

    # --- statements

    def block(self, s):
        return "{" + GAP + "\n" + "".join(self.statement(inner) + "\n" for inner in s.statements) + "}"

    def let(self, s):
        return f"int {name(s.name)} = {expression(s.value)};"

    def assign(self, s):
        return f"{name(s.name)} = {expression(s.value)};"

    def mark(self, s):
        return f"tracemark({spaced(expression(s.value)).replace(GAP, '')});"

    # `then` needs braces if the `else` could belong to an inner `if`.
    def branch(self, s):
        then = self.body(s.then, braces=s.other is not None)
        other = f" else {self.body(s.other)}" if s.other is not None else ""
        return f"if{GAP} ({expression(s.condition)}){GAP} {then}{other}"

    def loop(self, s):
        given = [expression(s.count)] if s.count is not None else []
        if s.warm_up is not None:
            given.append(f"WARMUP:{GAP} {expression(s.warm_up)}")
        count = f"{GAP}({GAP}{f'{GAP},{GAP} '.join(given)}{GAP})" if given else ""
        iterator = f" {GAP}{name(s.iterator)}" if s.iterator else ""
        return f"{self.site(s)}\\LOOP{count}{iterator}{GAP} {self.body(s.body)}"

    def hostloop(self, s):
        k, count = name(s.name), expression(s.count)
        if s.way == "for":
            return f"for (int {k} = 0; {k} < {count}; ++{k}){GAP} {self.body(s.body)}"
        if s.way == "while":
            return f"{{ int {k} = 0; while ({k}++ < {count}){GAP} {self.body(s.body)} }}"
        return f"{{ int {k} = 0; do{GAP} {self.body(s.body)}{GAP} while (++{k} < {count}); }}"

    def switch(self, s):
        cases = "".join(f"case {i}{GAP}:{GAP} {self.body(case)} break;\n" for i, case in enumerate(s.cases[:-1]))
        return f"switch{GAP} ({expression(s.value)}) {{\n{cases}default: {self.body(s.cases[-1])}\n}}"

    def jump(self, s):
        return f"if ({expression(s.condition)}){GAP} {s.way}{GAP};"

    def call(self, s):
        form = self.forms[s.function]
        arguments = [expression(argument) for argument in s.arguments]
        if form != "lambda":
            arguments = [name("nodes"), name("me"), name("n")] + arguments
        called = {"function": name(s.function), "lambda": name(s.function), "template": name(s.function) + "<3>",
                  "method": name(s.function) + "().run"}[form]
        return f"{called}({', '.join(arguments)});"

    def phase(self, s):
        text = spaced(f'"{s.name}"')
        return f"{self.site(s)}\\PHASE{GAP}({GAP}{text}{GAP}){GAP} {self.body(s.body)}"

    def flops(self, s):
        return f"{self.construct(s, 'FLOPS', [('COUNT', expression(s.count))])}{GAP} {self.body(s.body)}"

    def untimed(self, s):
        return f"{self.site(s)}\\UNTIMED{GAP}({GAP}){GAP} {self.body(s.body)}"

    def remark(self, s):
        value = expression(s.value)
        arguments = {
            "VERIFY": [("CONDITION", f"{value} >= 0"), ("TEXT", spaced('"not negative"'))],
            "RESULT": [("NAME", spaced('"a figure"')), ("UNIT", '""'), ("VALUE", value)],
            "NOTE": [("TEXT", spaced('"a remark; } // \\\\LOOP"'))],
            "REQUIRE": [("CONDITION", f"{value} >= 0"), ("TEXT", '"never"')],
        }[s.construct]
        return self.construct(s, s.construct, arguments) + ";"

    def buffers(self, s, length):
        out, into = name(f"out{s.number}"), name(f"in{s.number}")
        return (f"std::vector<unsigned char> {out}({length}), {into}({length}, 238);\n"
                f"fill_bytes({out}, {expression(s.seed)}, {name('me')});\n"), out, into

    def with_data(self, s, slots, arguments):
        """The pieces of a construct that may have FROM and INTO."""
        if not s.data:
            return "", self.construct(s, s.construct, arguments), ""
        before, out, into = self.buffers(s, f"{expression(s.size)} * {slots} + 1")
        if s.data in ("both", "from"):
            arguments = arguments + [("FROM", f"{out}.data()")]
        if s.data in ("both", "into"):
            arguments = arguments + [("INTO" if s.data == "both" else "into", f"{into}.data()")]
        after = f"tracemark(checksum({into}));\n" if s.data == "both" else ""
        return before, self.construct(s, s.construct, arguments), after

    def pairs(self, s):
        return self.enclosed(s, self.pieces(s))

    def pairs_pieces(self, s):
        arguments = [("SIZE", expression(s.size)), ("DISTANCE", expression(s.distance)),
                     ("PARTNERS", expression(s.partners))]
        return self.with_data(s, expression(s.partners), arguments + [("ring", "true")] * s.ring)

    def sends(self, s):
        return self.enclosed(s, self.pieces(s))

    def sends_pieces(self, s):
        def listed(trees):
            texts = [expression(tree) for tree in trees]
            return texts[0] if len(texts) == 1 else f"{{{GAP}{f',{GAP} '.join(texts)}{GAP}}}"
        r = name(s.sender_name())
        size = listed(s.sizes)
        if s.has_sizes_by_sender():
            size = f"{r}{GAP} -> {size}"
        left = r if s.sender is None else f"({expression(s.sender)})"
        arguments = [("SIZE", size), ("PAIRS", f"{left}{GAP} -> {GAP}{listed(s.receivers)}")]
        if s.condition is not None:
            arguments.append(("IF", expression(s.condition)))
        if s.count is not None:
            arguments.append(("COUNT" if s.condition is not None else "count", expression(s.count)))
        if not s.data:
            return "", self.construct(s, s.construct, arguments), ""
        count = expression(s.count) if s.count is not None else "1"
        sizes = [expression(size) for size in s.sizes]
        total = "(" + " + ".join(sizes if len(sizes) > 1 else sizes * len(s.receivers)) + ")"
        before, out, into = self.buffers(s, f"{total} * {count} + 1")
        # The position of FROM is that behind COUNT.
        arguments += [("from", f"{out}.data()")] * (s.data != "into") + [("into", f"{into}.data()")] * (s.data != "from")
        after = f"tracemark(checksum({into}));\n" if s.data == "both" else ""
        return before, self.construct(s, s.construct, arguments), after

    def multibcast(self, s):
        return self.enclosed(s, self.pieces(s))

    def multibcast_pieces(self, s):
        return self.with_data(s, name("nodes"), [("SIZE", expression(s.size))])

    def visiblesync(self, s):
        return self.enclosed(s, self.pieces(s))

    def visiblesync_pieces(self, s):
        return "", self.construct(s, "VISIBLE_SYNC", []), ""

    def treebcast(self, s):
        return self.enclosed(s, self.pieces(s))

    def treebcast_pieces(self, s):
        seed, me = expression(s.seed), name("me")
        if s.size is None:
            word = name(f"word{s.number}")
            head = self.construct(s, "TREE_BCAST", [("DATA", f"&{word}"), ("SIZE", f"sizeof {word}")])
            return f"int {word} = {me} == 0 ? {seed} : 0;\n", head, f"tracemark({word});\n"
        before, out, _ = self.buffers(s, f"{expression(s.size)} + 1")
        head = self.construct(s, "TREE_BCAST", [("DATA", f"{out}.data()"), ("SIZE", expression(s.size))])
        return before, head, f"tracemark(checksum({out}));\n"

    def vector(self, s):
        parts = (f"vec{s.number}", "me", "nodes", f"e{s.number}", f"sum{s.number}")
        v, me, nodes, i, total = (name(part) for part in parts)
        length = expression(s.extent) if s.extent is not None else name("n")
        size = name(f"len{s.number}")
        extent = "" if s.extent is None else f",{GAP} S1{GAP}: {length}"
        lines = [f"const int {size} = {length};", f"\\VEC{GAP}({GAP}{s.element}{extent}{GAP}){GAP} {v};"]
        for place, step in enumerate(s.steps):
            block = f"(({size} + {nodes} - 1) / {nodes})"
            if step == "fill":
                lines.append(f"\\LOOP ({size}) {i} {v}[{i}] = ({expression(s.seed)} + {me} * 31 + {i} * 7) % 1000;")
            elif step in ("distribute", "collect"):
                construct = {"distribute": "TREE_DISTRIB_VEC", "collect": "TREE_COLLECT_VEC"}[step]
                lines.append(self.construct(s, construct, [("VECTOR", v)], place) + ";")
            elif step == "own":
                lines.append(f"{{ double {total} = 0; "
                             f"for (int {i} = {me} * {block}; {i} < ({me} + 1) * {block} && {i} < {size}; ++{i}) "
                             f"{total} += {v}[{i}] * ({i} + 1); tracemark((int){total}); }}")
            else:
                lines.append(f"if ({me} == 0) {{ double {total} = 0; "
                             f"\\LOOP ({size}) {i} {total} += {v}[{i}] * ({i} + 1); tracemark((int){total}); }}")
        return "{\n" + "\n".join(lines) + "\n}"

    def product(self, s):
        a, b, c = (name(part + str(s.number)) for part in ("ma", "mb", "mc"))
        e = [expression(extent) for extent in s.extents]
        one, two = s.values

        def fill(array, value, place):
            return self.construct(s, "INIT_ARRAY", [("ARRAY", array), ("VALUE", str(value))], place) + ";"

        def vec(array, extent):
            return f"\\VEC(double, S1: {extent}) {array};"

        def mat(array, rows, columns):
            return f"\\MAT(TYPE: double, S1: {rows}, S2: {columns}) {array};"
        if s.construct == "SCALPROD":
            declared = f"double {c} = 0; {vec(a, e[0])} {vec(b, e[0])}"
            names, extents, value = ("RESULT", "X", "Y"), ("N",), c
        elif s.construct == "MATVECPROD":
            declared = f"{mat(a, e[0], e[1])} {vec(b, e[1])} {vec(c, e[0])}"
            names, extents, value = ("Y", "A", "X"), ("ROWS", "COLS"), f"{c}[{e[0]} - 1]"
        else:
            declared = f"{mat(a, e[0], e[2])} {mat(b, e[2], e[1])} {mat(c, e[0], e[1])}"
            names, extents, value = ("C", "A", "B"), ("N", "M", "K"), f"{c}[{e[0]} - 1][{e[1]} - 1]"
        arguments = list(zip(names, (c, a, b))) + (list(zip(extents, e)) if s.given else [])
        return (f"{{ {declared}\n{fill(a, one, 0)} {fill(b, two, 1)}\n{self.construct(s, s.construct, arguments, 2)};\n"
                f"tracemark((int){value}); }}")

    def call_of(self, s, text, place=0):
        """A call of PICL on one line, because compilers differ in the line of a call on several lines."""
        return self.site(s, place) + spaced(text).replace(GAP, "")

    def tag(self, s):
        return tag_of(self.number, s)

    def apart(self, s, partner):
        """recv0 receives from any rank, so senders must not change before all have received."""
        return self.call_of(s, "sync0();", 9) + "\n" if varies(partner) else ""

    def shift(self, s):
        before, out, into = self.buffers(s, f"{expression(s.size)} + 1")
        size, distance = expression(s.size), expression(s.distance)
        to, source, requests = name(f"to{s.number}"), name(f"source{s.number}"), name(f"requests{s.number}")
        before += f"int {to}, {source}; neighbours({name('me')}, {name('nodes')}, {distance}, {to}, {source});\n"
        send = f"{out}.data(), {size}, MPI_BYTE, {to}, {self.tag(s)}, MPI_COMM_WORLD"
        receive = f"{into}.data(), {size}, MPI_BYTE, {source}, {self.tag(s)}, MPI_COMM_WORLD"
        if s.way.startswith("picl"):
            before += self.apart(s, s.distance)
        if s.way == "picl":
            calls = (self.call_of(s, f"send0({out}.data(), {size}, {self.tag(s)}, {to});") + "\n" +
                     self.call_of(s, f"recv0({into}.data(), {size}, {self.tag(s)});", 1))
        elif s.way == "picl-begin":
            calls = "\n".join(self.call_of(s, text, place) for place, text in enumerate([
                f"recvbegin0({into}.data(), {size}, {self.tag(s)});",
                f"sendbegin0({out}.data(), {size}, {self.tag(s)}, {to});",
                f"sendend0({self.tag(s)});", f"recvend0({self.tag(s)});"]))
        elif s.way == "sendrecv":
            calls = (f"MPI_Sendrecv({out}.data(), {size}, MPI_BYTE, {to}, {self.tag(s)}, "
                     f"{into}.data(), {size}, MPI_BYTE, {source}, {self.tag(s)}, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")
        elif s.way == "isend":
            calls = (f"MPI_Request {requests}[2]; MPI_Irecv({receive}, &{requests}[0]);\n"
                     f"MPI_Isend({send}, &{requests}[1]); MPI_Waitall(2, {requests}, MPI_STATUSES_IGNORE);")
        else:
            calls = (f"MPI_Request {requests}; MPI_Send_init({send}, &{requests}); MPI_Start(&{requests});\n"
                     f"MPI_Recv({receive}, MPI_STATUS_IGNORE); MPI_Wait(&{requests}, MPI_STATUS_IGNORE); "
                     f"MPI_Request_free(&{requests});")
        return f"{{\n{before}{calls}\ntracemark(checksum({into}));\n}}"

    def onemessage(self, s):
        before, out, into = self.buffers(s, f"{expression(s.size)} + 1")
        size, me, nodes, tag = expression(s.size), name("me"), name("nodes"), self.tag(s)
        sender, receiver = (f"{expression(rank)} % {nodes}" for rank in (s.sender, s.receiver))
        if s.way == "picl":
            send = self.call_of(s, f"send0({out}.data(), {size}, {self.tag(s)}, {receiver});")
            receive = self.call_of(s, f"recv0({into}.data(), {size}, {tag});", 1)
            before += self.apart(s, s.sender)
            differ = ""
        else:
            send = f"MPI_Send({out}.data(), {size}, MPI_BYTE, {receiver}, {self.tag(s)}, MPI_COMM_WORLD);"
            receive = f"MPI_Recv({into}.data(), {size}, MPI_BYTE, {sender}, {tag}, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"
            differ = f" && {sender} != {receiver}"
        return (f"{{\n{before}if ({me} == {sender}{differ}) {{ {send} }}\n"
                f"if ({me} == {receiver}{differ}) {{ {receive} }}\ntracemark(checksum({into}));\n}}")

    def fromone(self, s):
        before, out, into = self.buffers(s, f"{expression(s.size)} + 1")
        size, root = expression(s.size), f"{expression(s.root)} % {name('nodes')}"
        send = self.call_of(s, f"send0({out}.data(), {size}, {self.tag(s)}, -1);")
        receive = self.call_of(s, f"recv0({into}.data(), {size}, {self.tag(s)});", 1)
        before += self.apart(s, s.root)
        return (f"{{\n{before}if ({name('me')} == {root}) {{ {send} }}\nelse {{ {receive} }}\n"
                f"tracemark(checksum({into}));\n}}")

    def collective(self, s):
        me, root = name("me"), f"{expression(s.root)} % {name('nodes')}"
        if s.call in ("sync0", "barrier0", "clocksync0"):
            return self.call_of(s, f"{s.call}();")
        if s.call == "MPI_Barrier":
            return "MPI_Barrier(MPI_COMM_WORLD);"
        items, all_ = name(f"items{s.number}"), name(f"all{s.number}")
        element = "float" if s.call == "gather0" else "int"
        start = f"({expression(s.seed)} + {me} * 3) % 8"
        if s.call == "gather0":  # each rank has set its own element
            start = f"b % {name('nodes')} == {me} ? {start} : 0"
        lines = [f"{element} {items}[{s.items}], {all_}[{s.items} * 8] = {{0}};",
                 f"for (int b = 0; b < {s.items}; ++b) {items}[b] = {start};"]
        marks, shown = "true", items
        if s.call in ("bcast0", "bcast1"):
            lines.append(self.call_of(s, f"{s.call}({items}, {s.items} * sizeof(int), {self.tag(s)}, {root});"))
        elif s.call == "gather0":
            lines.append(self.call_of(s, f"gather0({items}, {s.items}, {self.tag(s)}, {root});"))
            marks = f"{me} == {root}"
        elif s.call[0] == "g":
            lines.append(self.call_of(s, f"{s.call}({items}, {s.items}, 2, {self.tag(s)}, {root});"))
            marks = f"{me} == {root}"
        elif s.call == "MPI_Bcast":
            lines.append(f"MPI_Bcast({items}, {s.items}, MPI_INT, {root}, MPI_COMM_WORLD);")
        elif s.call == "MPI_Allgather":
            shown = all_
            lines.append(f"MPI_Allgather({items}, {s.items}, MPI_INT, {all_}, {s.items}, MPI_INT, MPI_COMM_WORLD);")
        else:
            shown = all_
            where = "MPI_SUM, MPI_COMM_WORLD" if s.call == "MPI_Allreduce" else f"MPI_SUM, {root}, MPI_COMM_WORLD"
            marks = "true" if s.call == "MPI_Allreduce" else f"{me} == {root}"
            lines.append(f"{s.call}({items}, {all_}, {s.items}, MPI_INT, {where});")
        several = f" * {name('nodes')}" if s.call == "MPI_Allgather" else ""
        lines.append(f"if ({marks}) {{ int sum = 0; for (int b = 0; b < {s.items}{several}; ++b) "
                     f"sum += (b + 1) * (int){shown}[b]; tracemark(sum); }}")
        return "{\n" + "\n".join(lines) + "\n}"

    def traceblock(self, s):
        return (f"{{ {self.call_of(s, f'traceblockbegin({s.type}, 0, 0);')}\n{self.statement(s.body)}\n"
                f"traceblockend({s.type}, 0, 0); }}")

    def decoy(self, s):
        return f"{{ {spaced(s.before)} {spaced(f'tracemark({s.text});')} }}"

    # --- whole programs

    def function(self, f, indent=""):
        own = "".join(f", int {name(parameter)}" for parameter in f.parameters)
        frame = f"int {name('nodes')}, int {name('me')}, int {name('n')}{own}"
        self.forms[f.name] = f.form
        body = self.block(f.body)
        if f.form == "lambda":
            return f"auto {name(f.name)} = [&]({own[2:]}) {body};\n"
        if f.form == "method":
            return f"namespace {{ struct {name(f.name)} {{ void run({frame}) const {body} }}; }}\n"
        return f"{'template <int N> ' if f.form == 'template' else ''}static void {name(f.name)}({frame}) {body}\n"

    def program(self, program):
        self.number = program.number
        text = ""
        for parameter, kind, default, _ in program.parameters:
            literals = {"bool": "true" if default else "false", "double": f"{default}.0", "std::string": f'"{default}"'}
            value = literals.get(kind, str(default))
            help_text = spaced('"a parameter"')
            text += f"\\PARAM{GAP}({GAP}{kind} {parameter}{GAP} = {value},{GAP} {help_text}{GAP}){GAP};\n"
        for f in program.functions:
            if f.form != "lambda":
                text += self.function(f)
        lambdas = "".join(self.function(f) for f in program.functions if f.form == "lambda")
        of_parameters = "".join({"double": f"tracemark(static_cast<int>({parameter}));\n",
                                 "std::string": f"tracemark(std::stoi({parameter}));\n"}.get(kind, "")
                                for parameter, kind, _, _ in program.parameters)
        text += (f"static void program_{program.number}(int {name('nodes')}, int {name('me')}, int {name('n')}) {{\n"
                 f"{of_parameters}{lambdas}{self.block(program.body)}\n}}\n")
        return text


class Place:
    """Where the next token stands."""

    def __init__(self, text):
        self.line, self.column = 1, 1
        self.pass_by(text)

    def pass_by(self, text):
        end = text.rfind("\n")
        self.line += text.count("\n")
        self.column = len(text) - end if end >= 0 else self.column + len(text)


def write(programs, style, tails=()):
    """Returns the text of a file with all programs, and line and column of each place of each statement. The column is 0
    for a call of PICL, and unless an earlier construct of the same name stands in the line. `tails`: names in TAILS."""
    places, pieces, at, heads = {}, [PRELUDE], Place(PRELUDE), set()
    site = None
    for program in programs:
        writer = Writer(style)
        style.names = {parameter[0]: parameter[0] for parameter in program.parameters}
        text, ends_with_line = writer.program(program), False
        for part in MARKS.finditer(text):
            token = part.group()
            if token == GAP:
                token = style.gap(False)
            elif token == " ":
                token = style.gap(True)
            elif token == HARD:
                token = " "
            elif token[0] == NAME:
                token = style.name(part.group(1))
            elif token == "\n":
                is_directive = text.startswith("#", part.end())
                token = "\n" if ends_with_line or is_directive else style.line_end()
                ends_with_line = is_directive or (ends_with_line and pieces[-1].endswith("\\"))
            elif token[0] == SITE:
                site, token = writer.sites[int(part.group(2))], ""
            elif site is not None:
                construct = CONSTRUCT.match(token)
                head = construct and (construct.group(), at.line)
                places[site] = at.line, at.column if head in heads else 0
                heads |= {head} - {None}
                site = None
            ends_with_line |= "//" in part.group()
            pieces.append(token)
            at.pass_by(token)
    calls = "".join(f"    tracemark({FIRST_MARK + program.number});\n    program_{program.number}(nodes, me, n);\n"
                    for program in programs)
    pieces.append("int main() {\n    int nodes, me, host, n;\n    \\OPEN0(&nodes, &me, &host, &n, 400000);\n"
                  f"{calls}    tracemark({LAST_MARK});\n    (void)n;\n"
                  + "".join(f"    {TAILS[tail]}\n" for tail in tails) + "    \\CLOSE0();\n}\n")
    return "".join(pieces), places
