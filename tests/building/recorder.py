"""The recorder of `loop count` defines what a program can call of the runtime: recorder.py SOURCE ARCHIVE"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

# BSPlib's calls, which `loop count` refuses, and what only the runtime itself calls.
OTHERS = {"argument_name", "apexmap_words", "counts_differ", "types_differ", "fit_line", "place_of", "report_checksum",
          "bsp_combine", "bsp_put_row", "Passes::agreed_batch", "Passes::begin_timed_batch", "detail::PutList::take",
          "detail::copy_block", "detail::put_without_list", "detail::Samples::Samples", "log_bins::bin_of",
          "count_threads", "detail::count_flops", "bus_bytes", "call_index", "data_kind", "element_bytes",
          "element_kind", "given_and_got", "has_root", "is_same_line", "operator_allows", "permutation", "pick",
          "signatures_disagree", "uniform"}


def functions(*files):
    """The functions that object files define, with their parameters."""
    text = subprocess.run(["nm", "--defined-only", "-C", *files], check=True, capture_output=True, text=True).stdout
    found = {line.split(" ", 2)[2] for line in text.splitlines() if re.match(r"[0-9a-f]+ [TBDVW] ", line)}
    return {name for name in found if re.match(r"(loop::[A-Za-z_0-9:~]+|[a-z]+[0-9]?)\(", name)
            and not re.match(r"loop::(runtime|stall|patterns)::", name)}


def units(source):
    """The source files of each unit of the recorder."""
    for line in open(source + "/runtime/recording/parts"):
        words = line.split()
        if words[:1] != ["unit"]:
            continue
        files = []
        for name in words[3:]:
            path = f"{source}/runtime/{name}"
            files += [name] if name.endswith(".cpp") else [
                f"{name}/{file}" for file in sorted(os.listdir(path)) if file.endswith(".cpp")]
        yield files


def main(source, archive):
    if shutil.which("mpicxx.mpich") is None:
        print("SKIP: mpicxx.mpich is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for number, files in enumerate(units(source)):
            objects.append(f"{folder}/{number}.o")
            subprocess.run(["mpicxx.mpich", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I",
                            source + "/runtime/include", "-I", source + "/runtime", "-x", "c++", "-c", "-", "-o",
                            objects[-1]],
                           check=True, text=True, input="".join(f'#include "{file}"\n' for file in files))
        missing = sorted(functions(archive) - functions(*objects))
    missing = [name for name in missing if name.split("(")[0].replace("loop::", "", 1) not in OTHERS]
    if missing:
        sys.exit("the recorder (runtime/recording) lacks:\n  " + "\n  ".join(missing))


main(*sys.argv[1:])
