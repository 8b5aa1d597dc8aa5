#!/usr/bin/env python3
"""Compares the compiler's speed with that of an earlier version, and measures `loop fmt` and `loop lsp`.

    bench/compiler.py [COMMIT] [TURNS]      default: d17c411, 7 turns

Builds the compiler of COMMIT in a temporary folder. Both compilers take turns with the same texts, each time in a
process of its own. Prints medians: CPU time of the compilers, CPU time of `loop fmt --check` less its start-up, and the
time from a change of one character to the diagnostics of the language server (and the CPU time of the server).
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOST_LINE = '    result += compute_value(alpha, beta[i], "text") * 3.25; // comment\n'


def text_of(lines, host_lines):
    """Six lines with five constructs, and then `host_lines` of host code, again and again."""
    text = ["int main(void) {\nint n, m, h, s;\n\\OPEN0(&n, &m, &h, &s, 0);\n"]
    for k in range(lines // (6 + host_lines)):
        text.append(f"\\LOOP ({k % 9}) i{k} {{ /* step */\n  \\EXCHANGE(8 * {k % 7 + 1}, 1, 2);\n"
                    f"  \\PHASE(\"p\") {{ a = b + c * d; }}\n  \\VEC(TYPE: double, S1: n) v{k};\n"
                    f"  \\SCALPROD(s, v{k}, v{k});\n}}\n" + HOST_LINE * host_lines)
    return "".join(text) + "\\CLOSE0();\n}\n"


def quiet(*command, **options):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)


def build(source, target, folder):
    quiet("cmake", "-G", "Ninja", "-S", source, "-B", folder, "-DLOOP_BENCH=ON", "-DLOOP_TESTS=OFF",
          "-DCMAKE_BUILD_TYPE=Release")
    quiet("ninja", "-C", folder, target)
    return os.path.join(folder, "bin", target)


def build_earlier(commit, folder):
    archive = subprocess.run(["git", "-C", ROOT, "archive", commit], check=True, stdout=subprocess.PIPE).stdout
    quiet("tar", "x", "-C", folder, input=archive)
    with open(os.path.join(ROOT, "bench/compile_once.cpp"), encoding="utf-8") as file:
        program = file.read()
    with open(os.path.join(folder, "bench/compile_speed.cpp"), "w", encoding="utf-8") as file:
        file.write(program)  # takes the place of a program that every version builds
    return build(folder, "compile_speed", os.path.join(folder, "build"))


def seconds_of(program, file):
    return float(subprocess.run([program, file], check=True, stdout=subprocess.PIPE).stdout)


def cpu_of(command, expected):
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = used()
    code = subprocess.run(command, stderr=subprocess.DEVNULL).returncode
    if code not in expected:
        sys.exit(f"{' '.join(command)}: exit code {code}")
    return used() - before


class Server:
    """A language server and its one document."""

    def __init__(self, loop, text):
        self.process = subprocess.Popen([loop, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, id=1)
        self.send("initialized", {})
        document = {"uri": "file:///long.loop", "languageId": "loop", "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})
        self.wait_for_diagnostics()

    def send(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def wait_for_diagnostics(self):
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if json.loads(self.process.stdout.read(length)).get("method") == "textDocument/publishDiagnostics":
                return

    def change(self, version):
        """Seconds until the diagnostics of a change in the third line."""
        place = {"line": 2, "character": 0}
        begin = time.perf_counter()
        self.send("textDocument/didChange", {
            "textDocument": {"uri": "file:///long.loop", "version": version},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": " "}]})
        self.wait_for_diagnostics()
        return time.perf_counter() - begin

    def cpu(self):
        """CPU seconds of the server so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            ticks = file.read().rsplit(")", 1)[1].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.kill()
        self.process.wait()


def compare(texts, earlier, ours, commit, turns):
    print(f"| compiler | MB | {commit}: MB/s | ours: MB/s | ratio |\n|---|---|---|---|---|")
    for name, file in texts.items():
        times = [(seconds_of(earlier, file), seconds_of(ours, file)) for _ in range(turns)]
        megabytes = os.path.getsize(file) / 1e6
        theirs, own = (statistics.median(side) for side in zip(*times))
        print(f"| {name} | {megabytes:.1f} | {megabytes / theirs:.1f} | {megabytes / own:.1f} | {theirs / own:.2f} |",
              flush=True)


def measure_fmt(texts, loop, folder, turns):
    empty = os.path.join(folder, "empty.loop")
    with open(empty, "w", encoding="utf-8") as file:
        file.write(text_of(0, 0))
    print("\n| loop fmt --check | laid out: MB/s | every head changes: MB/s |\n|---|---|---|")
    for name, file in texts.items():
        changed = os.path.join(folder, "changed.loop")
        with open(file, encoding="utf-8") as laid_out, open(changed, "w", encoding="utf-8") as other:
            other.write(laid_out.read().replace(", ", " ,"))
        row = f"| {name} |"
        for path in (file, changed):
            cost = statistics.median(cpu_of([loop, "fmt", "--check", path], (0, 1)) -
                                     cpu_of([loop, "fmt", "--check", empty], (0, 1)) for _ in range(turns))
            row += f" {os.path.getsize(path) / 1e6 / cost:.1f} |"
        print(row, flush=True)


def measure_server(loop, turns):
    print("\n| loop lsp, 10,000 lines: ms from a change to its diagnostics | median | max | CPU |\n|---|---|---|---|")
    for name, host_lines in (("constructs only", 0), ("mostly host code", 14)):
        server = Server(loop, text_of(10000, host_lines))
        before = server.cpu()
        times = [1e3 * server.change(version) for version in range(2, 2 + 3 * turns)]
        cpu = 1e3 * (server.cpu() - before) / len(times)
        server.close()
        print(f"| {name} | {statistics.median(times):.0f} | {max(times):.0f} | {cpu:.0f} |", flush=True)


def main():
    commit = sys.argv[1] if len(sys.argv) > 1 else "d17c411"
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    with tempfile.TemporaryDirectory() as folder:
        texts = {}
        for name, host_lines in (("constructs only", 0), ("mostly host code", 14)):
            texts[name] = os.path.join(folder, f"long{host_lines}.loop")
            with open(texts[name], "w", encoding="utf-8") as file:
                file.write(text_of(200000, host_lines))
        earlier = build_earlier(commit, tempfile.mkdtemp(dir=folder))
        ours = build(ROOT, "compile_once", os.path.join(ROOT, "build-bench"))
        compare(texts, earlier, ours, commit, turns)
        loop = os.path.join(ROOT, "loop")
        measure_fmt(texts, loop, folder, turns)
        measure_server(loop, turns)


if __name__ == "__main__":
    main()
