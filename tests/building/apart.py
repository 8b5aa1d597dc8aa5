"""apart.py CHECKOUT FOLDER [SHARE]: compiles each file of the tool and the runtime library alone, without unity builds
and precompiled headers, and each header that none of these files includes first. It makes no code, which would take
twice as long.

With a SHARE of, say, 20, it leaves out 19 of 20 files that the last commits have neither changed nor given a
changed header. The hash of the last commit chooses which."""
import concurrent.futures
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from changes import LAST_COMMITS, changed_since, git

GENERATED = ["compiler/antlr/LoopLexer.cpp", "compiler/antlr/LoopParser.cpp"]  # and their headers, which others include
TARGETS = ["loop_command", "loop_runtime_mpich"]
FOLDERS = ["app", "base", "compiler", "trace", "derive", "report", "runner", "lsp", "cli", "runtime"]
HEADER_FLAGS = ["-std=c++17", "-w", "-I.", "-Iruntime/include", "-Iruntime", '-DLOOP_VERSION="0"',
                "-isystem", "/usr/include/antlr4-runtime"]


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def object_of(command):
    return re.search(r" -o (\S+)", command["command"])[1]


def includes_of(file):
    return re.findall(r'^#include ["<]([^">]+)', Path(file).read_text(errors="replace"), re.M)


def depends_on(file, changed):
    """Whether the file has changed, or one that it includes itself."""
    if any(file.endswith("/" + name) for name in changed):
        return True
    return any(name.endswith("/" + include) or name == include for include in includes_of(file) for name in changed)


def share_of(sources, share):
    """If git does not know what has changed, all of them."""
    head, changed = git("rev-parse", "--verify", "HEAD"), changed_since(f"HEAD~{LAST_COMMITS}")
    if head is None or changed is None:
        return sources
    turn = int(head[0][:8], 16)
    return [source for i, source in enumerate(sources)
            if (i + turn) % share == 0 or depends_on(source["file"], changed)]


def headers_to_compile(checkout, sources):
    """Those that are not the first include of the source of their name."""
    covered = set()
    for source in sources:
        header, includes = Path(source["file"]).with_suffix(".h"), includes_of(source["file"])
        if includes and str(header).endswith("/" + includes[0]):
            covered.add(header)
    return [header for folder in FOLDERS for header in sorted(Path(checkout, folder).rglob("*.h"))
            if header not in covered]


def header_command(header, folder):
    return ["mpicxx.mpich", *HEADER_FLAGS, f"-I{folder}/compiler/antlr", "-fsyntax-only",
            "-include", str(header), "-x", "c++", "/dev/null"]


def problems_of(command, directory):
    done = subprocess.run(command, shell=isinstance(command, str), cwd=directory, capture_output=True, text=True)
    return done.stderr if done.returncode != 0 else ""


def main():
    checkout, folder, *share = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    output_of("cmake", "-S", checkout, "-B", folder, "-G", "Ninja", "-DLOOP_UNITY=OFF", "-DLOOP_TESTS=ON", "-DLOOP_WERROR=ON",
              "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O0")
    output_of("ninja", "-C", folder, *GENERATED)
    objects = set(output_of("ninja", "-C", folder, "-t", "inputs", *TARGETS).split())
    sources = [command for command in json.loads(Path(folder, "compile_commands.json").read_text())
               if object_of(command) in objects and not command["file"].startswith(folder)]
    headers = headers_to_compile(checkout, sources)
    if len(sources) < 300 or len(headers) < 50:
        sys.exit(f"only {len(sources)} files and {len(headers)} headers were found")
    if share:
        sources = share_of(sources, int(share[0]))
    work = [(f"{source['command']} -fsyntax-only", source["directory"]) for source in sources]
    work += [(header_command(header, folder), checkout) for header in headers]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = [text for text in pool.map(lambda one: problems_of(*one), work) if text]
    shutil.rmtree(folder)  # tens of megabytes
    print(f"{len(sources)} files and {len(headers)} headers, {len(problems)} of which do not compile alone")
    sys.exit("\n".join(problems) if problems else 0)


main()
