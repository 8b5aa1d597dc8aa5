#include "base/locality/addresses.h"
#include "base/locality/forms.h"
#include "base/locality/program.h"
#include "cli/source_input.h"
#include "cli/verbs.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <memory>

namespace loop::cli {

using runner::ExitCode;
using runner::Failure;

namespace {

const std::map<std::string, locality::AddressFormat> address_formats{
    {"text", locality::AddressFormat::Text},
    {"binary", locality::AddressFormat::Binary},
    {"lackey", locality::AddressFormat::Lackey}};

struct CharacterizeOptions {
    std::string input, output;
    std::string format = "text";
    std::uint64_t word_bytes = 8;
    std::uint64_t line_bytes = 64;
    std::uint64_t memory_mib = 4096;
    bool json = false;
};

std::string name_of(const CharacterizeOptions& options) {
    return options.input == "-" ? "stdin" : options.input;
}

locality::Grain grain_of(const CharacterizeOptions& options) {
    if (options.line_bytes % options.word_bytes != 0)
        throw Failure(ExitCode::Usage,
                      fmt::format("`--line` ({} bytes) must be a multiple of `--word` ({} bytes)",
                                  options.line_bytes, options.word_bytes));
    return {options.word_bytes, options.line_bytes / options.word_bytes};
}

void observe(const std::vector<locality::Access>& accesses, locality::Observer& observer) {
    for (const locality::Access& access : accesses)
        observer.access(access.address, access.size);
}

locality::Observation observation_of(const CharacterizeOptions& options) {
    const runner::Descriptor file(options.input == "-" ? ::dup(STDIN_FILENO)
                                                       : ::open(options.input.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) runner::refuse_file("read", name_of(options), errno);
    locality::AddressParser parser(address_formats.at(options.format));
    locality::Observer observer(grain_of(options), options.memory_mib << 20);
    std::vector<char> piece(1 << 20);
    for (;;) {
        const ssize_t bytes = ::read(file.get(), piece.data(), piece.size());
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes < 0) runner::refuse_file("read", name_of(options), errno);
        if (bytes == 0) break;
        observe(parser.take({piece.data(), static_cast<std::size_t>(bytes)}), observer);
    }
    observe(parser.finish(), observer);
    return observer.finish();
}

locality::Characterization characterization_of(const CharacterizeOptions& options) {
    try {
        const locality::Observation seen = observation_of(options);
        if (seen.accesses < 2)
            throw Failure(ExitCode::InputOutput,
                          fmt::format("`{}` has {}", name_of(options),
                                      seen.accesses == 0 ? "no address" : "only one address"),
                          "see `loop characterize --help` for the formats");
        return locality::characterize(seen);
    } catch (const locality::AddressError& error) {
        throw Failure(ExitCode::InputOutput, fmt::format("`{}`: {}", name_of(options), error.what()),
                      fmt::format("LOOP read it as {}; `--format` chooses another format", options.format));
    } catch (const locality::MemoryLimit& error) {
        throw Failure(ExitCode::InputOutput, fmt::format("`{}`: {}", name_of(options), error.what()),
                      "allow more with `--memory`, or take larger words with `--word`");
    }
}

int characterize(const CharacterizeOptions& options, Context& context) {
    if (!options.output.empty()) refuse_source_as_output(options.input, options.output);
    const locality::Characterization found = characterization_of(options);
    const std::string name = name_of(options);
    if (!options.output.empty())
        runner::write_file_atomically(options.output, locality::program_of(found, name));
    context.terminal.show(options.json ? locality::json_of(found, name) : locality::text_of(found, name));
    if (!options.output.empty())
        context.terminal.info(fmt::format("program with this locality: {}", options.output));
    return 0;
}

Action define_characterize(Arguments& app) {
    auto options = std::make_shared<CharacterizeOptions>();
    app.option("ADDRESSES", options->input, "file of addresses in access order; `-` for stdin").required();
    app.option("--format FORMAT", options->format,
               "text (default): one byte address per line, decimal or 0x hexadecimal, optionally followed by "
               "the access size in bytes, `#` starts a comment; binary: 8 bytes per address, little endian; "
               "lackey: output of `valgrind --tool=lackey --trace-mem=yes`",
               one_of({"text", "binary", "lackey"}));
    app.option("--word BYTES", options->word_bytes, "bytes per word, the unit of M and L; default: 8",
               in_range(1, 1 << 20));
    app.option("--line BYTES", options->line_bytes,
               "bytes per cache line, for the lines that M covers; default: 64", in_range(1, 1 << 20));
    app.option("--memory MIB", options->memory_mib,
               "MiB that the analysis may use; it needs about as much as the program touched; default: 4096",
               in_range(1, 1 << 24));
    app.option("-o,--output FILE", options->output, "write a program with the same locality to FILE");
    app.flag("--json", options->json, "print JSON (docs/characterize.md)");
    return [options](Context& context) { return characterize(*options, context); };
}

} // namespace

const Verb characterize_verb{
    "characterize", "measure the locality of an address stream as Apex-Map's M, L and alpha",
    "  loop characterize addresses.txt\n"
    "  loop characterize --format binary addresses.bin -o alike.loop     then: loop run alike.loop\n"
    "  valgrind --tool=lackey --trace-mem=yes --log-fd=9 9>&1 >/dev/null ./program |\n"
    "      loop characterize --format lackey -\n",
    define_characterize};

} // namespace loop::cli
