#include "app/locality/characterize.h"

#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

Action define_characterize(Arguments& app) {
    auto options = std::make_shared<app::CharacterizeOptions>();
    app.option("ADDRESSES", options->inputs,
               "file of addresses in access order; `-` for stdin; of a parallel program one file per rank, "
               "rank 0 first; or, after `--`, a program and its arguments, which LOOP runs under valgrind");
    app.option("--format FORMAT", options->format,
               "text (default): one byte address per line, decimal or 0x hexadecimal, optionally followed by "
               "the access size in bytes, `#` starts a comment; binary: 8 bytes per address, little endian; "
               "lackey: output of `valgrind --tool=lackey --trace-mem=yes`",
               one_of({"text", "binary", "lackey"}));
    app.option("--owned FILE", options->owned,
               "which addresses belong to which rank: lines `rank,begin,end`; gives the remote fraction");
    app.option("--word BYTES", options->word_bytes, "bytes per word, the unit of M and L; default: 8",
               in_range(1, 1 << 20));
    app.option("--line BYTES", options->line_bytes,
               "bytes per cache line, for the lines that M covers; default: 64", in_range(1, 1 << 20));
    app.option("--memory MIB", options->memory_mib,
               "MiB that the analysis may use; it needs about as much as the program touched; default: 4096",
               in_range(1, 1 << 24));
    app.option("-o,--output FILE", options->output, "write a program with the same locality to FILE");
    app.flag("--check", options->check,
             "run the program with the same locality under valgrind, and compare what both read; if the "
             "original is a program, also the times");
    app.flag("--json", options->json, "print JSON (docs/characterize.md)");
    return [options](Context& context) {
        return app::characterize(*options, context.program, context.terminal);
    };
}

} // namespace

const Verb characterize_verb{
    "characterize", "measure the locality of an address stream as Apex-Map's M, L and alpha",
    "  loop characterize addresses.txt\n"
    "  loop characterize --format binary addresses.bin -o alike.loop     then: loop run alike.loop\n"
    "  loop characterize rank0.txt rank1.txt --owned ranges.csv     a parallel program\n"
    "  loop characterize -o alike.loop -- ./program 100             runs ./program under valgrind\n"
    "  loop characterize --check -- ./program 100                   how alike is the program of -o?\n",
    define_characterize, true};

} // namespace loop::cli
