#include "app/locality/characterize.h"

#include "app/input/source_input.h"
#include "app/locality/address_streams.h"
#include "app/locality/check_program.h"
#include "base/locality/forms.h"
#include "base/locality/parallel_forms.h"
#include "base/locality/program.h"
#include "base/text/shell.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/tracer/lackey.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

namespace loop::app {

using runner::ExitCode;
using runner::Failure;

namespace {

locality::Grain grain_of(const CharacterizeOptions& options) {
    if (options.line_bytes % options.word_bytes != 0)
        throw Failure(ExitCode::Usage,
                      fmt::format("`--line` ({} bytes) must be a multiple of `--word` ({} bytes)",
                                  options.line_bytes, options.word_bytes));
    return {options.word_bytes, options.line_bytes / options.word_bytes};
}

std::string origin_of(const CharacterizeOptions& options) {
    if (!options.program.empty()) return shell_words(options.program);
    if (options.inputs.size() == 1) return stream_name_of(options.inputs[0]);
    return fmt::format("{} ranks ({} to {})", options.inputs.size(), stream_name_of(options.inputs.front()),
                       stream_name_of(options.inputs.back()));
}

// -- one stream

/// Traces the program. What it prints goes to stderr.
void read_trace(const CharacterizeOptions& options, const OnAccess& visit) {
    const std::string name = origin_of(options);
    runner::trace_accesses({options.program, {}}, STDERR_FILENO, STDERR_FILENO, [&](int trace) {
        try {
            read_addresses(trace, name, locality::AddressFormat::Lackey, visit);
        } catch (const locality::MemoryLimit& error) {
            refuse_memory(name, error);
        }
    });
}

locality::Characterization characterization_of(const CharacterizeOptions& options) {
    locality::Observer observer(grain_of(options), options.limit_bytes());
    const OnAccess visit = [&](const locality::Access& access) {
        observer.access(access.address, access.size);
    };
    if (options.program.empty())
        read_address_file(options.inputs[0], options.format, visit);
    else
        read_trace(options, visit);
    const locality::Observation seen = observer.finish();
    if (seen.accesses < 2)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}` has {}", origin_of(options),
                                  seen.accesses == 0 ? "no address" : "only one address"),
                      "see `loop characterize --help` for the formats");
    return locality::characterize(seen);
}

// -- one stream per rank

std::optional<locality::OwnedRanges> owners_of(const CharacterizeOptions& options) {
    if (options.owned.empty()) return std::nullopt;
    try {
        return locality::OwnedRanges(runner::read_named_file(options.owned),
                                     static_cast<int>(options.inputs.size()));
    } catch (const locality::RangeError& error) {
        throw Failure(ExitCode::InputOutput, fmt::format("`{}`: {}", options.owned, error.what()),
                      "docs/characterize.md describes the file");
    }
}

void refuse_empty(const locality::RankObserver& rank, const CharacterizeOptions& options, int number) {
    if (rank.accesses() != 0) return;
    const std::string name = stream_name_of(options.inputs[static_cast<std::size_t>(number)]);
    if (rank.unowned() == 0)
        throw Failure(ExitCode::InputOutput, fmt::format("rank {}: `{}` has no address", number, name),
                      "see `loop characterize --help` for the formats");
    throw Failure(ExitCode::InputOutput,
                  fmt::format("rank {}: none of the addresses of `{}` is in a range of `{}`", number, name,
                              options.owned),
                  "check whether both have byte addresses of the same run");
}

locality::ParallelLocality parallel_locality(const CharacterizeOptions& options) {
    if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 1)
        throw Failure(ExitCode::Usage, "only one rank can be read from stdin (`-`)");
    const auto owners = owners_of(options);
    const locality::OwnedRanges* const known = owners ? &*owners : nullptr;
    const std::size_t limit = options.limit_bytes();
    locality::ParallelObserver all(known);
    for (const std::string& file : options.inputs) {
        const int number = all.next();
        locality::RankObserver rank(number, known, grain_of(options), limit - std::min(limit, all.bytes()));
        read_address_file(file, options.format,
                          [&](const locality::Access& access) { rank.access(access.address, access.size); });
        refuse_empty(rank, options, number);
        try {
            all.add(rank);
        } catch (const locality::MemoryLimit& error) {
            refuse_memory(origin_of(options), error);
        }
    }
    return all.finish();
}

// -- output

struct Forms {
    locality::Characterization found;
    std::optional<locality::ParallelLocality> ranks; ///< of which `found` is all together
    std::string text;
    Json json;
};

Forms forms_of(const CharacterizeOptions& options) {
    const std::string origin = origin_of(options);
    if (!options.is_parallel()) {
        locality::Characterization found = characterization_of(options);
        return {found, std::nullopt, locality::text_of(found, origin), locality::json_value(found, origin)};
    }
    const locality::ParallelLocality found = parallel_locality(options);
    return {found.together, found, locality::text_of(found, origin), locality::json_value(found, origin)};
}

void add_check(const CharacterizeOptions& options, Forms& forms, const Terminal& terminal) {
    std::optional<runner::Command> original;
    if (!options.program.empty()) original = runner::Command{options.program, {}};
    const locality::ProgramCheck check = check_program({forms.found, forms.ranks ? &*forms.ranks : nullptr,
                                                        origin_of(options), original, options.limit_bytes()},
                                                       terminal);
    if (forms.text.back() != '\n') forms.text += "\n";
    forms.text += "\n" + locality::text_of(check);
    forms.json["check"] = locality::json_of(check);
}

void refuse_impossible(const CharacterizeOptions& options, bool has_dashes) {
    if (has_dashes && options.program.empty())
        throw Failure(ExitCode::Usage, "`--` must be followed by a program");
    if (!options.program.empty() && (!options.inputs.empty() || !options.owned.empty()))
        throw Failure(ExitCode::Usage, "a program after `--` is traced as one stream",
                      "give either files of addresses, or a program");
    if (options.inputs.empty() && options.program.empty())
        throw Failure(ExitCode::Usage, "ADDRESSES is missing", "give a file, or a program after `--`");
    if (!options.output.empty())
        for (const std::string& input : options.inputs)
            refuse_source_as_output(input, options.output);
}

} // namespace

int characterize(CharacterizeOptions options, const std::optional<std::vector<std::string>>& program,
                 const Terminal& terminal) {
    options.program = program.value_or(std::vector<std::string>{});
    refuse_impossible(options, program.has_value());
    Forms forms = forms_of(options);
    const auto ranks = static_cast<int>(std::max<std::size_t>(1, options.inputs.size()));
    if (!options.output.empty())
        runner::write_file_atomically(options.output,
                                      locality::program_of(forms.found, origin_of(options), ranks));
    if (options.check) add_check(options, forms, terminal);
    terminal.show(options.json ? forms.json.dump(2) + "\n" : forms.text);
    if (!options.output.empty())
        terminal.info(fmt::format("program with this locality: {}{}", options.output,
                                  ranks == 1 ? "" : fmt::format(", for {} ranks", ranks)));
    return 0;
}

} // namespace loop::app
