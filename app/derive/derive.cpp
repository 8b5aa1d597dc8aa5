#include "app/derive/derive.h"

#include "app/derive/details.h"
#include "app/derive/launches.h"
#include "app/derive/likeness.h"
#include "app/derive/sizes.h"
#include "app/input/report_files.h"
#include "app/input/source_input.h"
#include "derive/read_sequences.h"
#include "runner/bundle/complete_run.h"
#include "runner/machine/limits.h"
#include "runner/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace loop::app {

namespace derive = report::derive;
using runner::ExitCode;
using runner::Failure;

namespace {

/// A run with its trace.
report::RunDirectory recorded_run(const std::filesystem::path& directory, int launch) {
    try {
        runner::complete_run(directory);
        report::RunDirectory run = report::read_run_directory(directory, launch);
        if (run.trace) return run;
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
    throw Failure(ExitCode::InputOutput, fmt::format("`{}` has no trace", directory.string()),
                  "run it without --no-trace, and give `\\OPEN0` room for a trace (its last argument)");
}

/// Throws Failure (exit code 1) if the trace does not show all of the program.
template <class Function>
auto derived(Function function) {
    try {
        return function();
    } catch (const derive::NotWhole& error) {
        throw Failure(ExitCode::Finding, fmt::format("no program can be derived: {}", error.what()),
                      "`--partial` derives the operations before that of which all ranks are known");
    } catch (const derive::DeriveError& error) {
        throw Failure(ExitCode::Finding, fmt::format("no program can be derived: {}", error.what()));
    }
}

std::size_t most_events(const report::Trace& trace) {
    std::size_t most = 0;
    for (const report::RankTrace& rank : trace.ranks)
        most = std::max(most, rank.events.size());
    return most;
}

/// How to run the program as the original was run; size 0: unknown.
struct Execution {
    int ranks = 0;
    long long size = 0;
    Placement placement;
};

report::RunDirectory run_of_program(const std::string& text, const Execution& as,
                                    const std::filesystem::path& folder, const DeriveOptions& options,
                                    const Terminal& terminal) {
    const runner::Installation installation = runner::find_installation();
    const compiler::Compilation compilation =
        compile_or_fail(compiler::Source("derived.loop", text), terminal);
    runner::RunRequest request;
    request.target = "derived.loop";
    request.machine = options.machine;
    request.oversubscribe = true;
    request.settings.ranks = as.ranks;
    if (as.size > 0) request.settings.size = static_cast<int>(as.size);
    request.bind = as.placement.bind;
    request.map = as.placement.map;
    request.output = folder;
    const runner::RunOutcome outcome = runner::run(compilation, installation, request, logger_to(terminal));
    if (!outcome.failures.empty())
        throw Failure(ExitCode::RunFailed, "the derived program fails: " + outcome.failures.front());
    return recorded_run(folder, report::median_launch);
}

derive::Sequences sequences_of(const report::RunDirectory& run, bool partial = false) {
    return derived([&] {
        return partial ? derive::read_first_operations(*run.trace) : derive::read_sequences(*run.trace);
    });
}

/// With what the logs of MPI calls say, if the folder has them; of a single run also how many bytes go to
/// each rank.
derive::Sequences detailed_sequences(const report::RunDirectory& run, const std::string& directory,
                                     const DeriveOptions& options) {
    const bool with_slots = options.directories.size() == 1;
    derive::Sequences sequences = sequences_of(run, options.partial);
    if (const auto logs = call_logs_of(directory, run.launch, static_cast<int>(sequences.ranks.size())))
        derive::add_details(sequences, details_of(*logs, with_slots));
    return sequences;
}

bool ranks_share_cores(const report::RunDirectory& run, const DeriveOptions& options) {
    return options.machine == "local" &&
           run.trace->ranks.size() > static_cast<std::size_t>(runner::available_cores());
}

/// The times of launches of both programs in turn; empty without --launches, or if the original is gone.
std::string times_in_turn(const std::string& text, const report::RunDirectory& original, const Execution& as,
                          const DeriveOptions& options, const std::filesystem::path& parent,
                          const Terminal& terminal) {
    if (options.launches == 0) return {};
    try {
        const auto launch = [&](const std::filesystem::path& output) {
            return run_of_program(text, as, output, options, terminal).run;
        };
        return text_of(launch_in_turn(original.run, options.launches, launch, parent));
    } catch (const CannotLaunch& error) {
        terminal.warning(
            fmt::format("{}; the times below are those of the recorded run and of one launch of the program",
                        error.what()));
        return {};
    }
}

/// Prints how alike the program is to the original. Returns the exit code.
int check(const std::string& text, const report::RunDirectory& original, long long size,
          const DeriveOptions& options, const Terminal& terminal) {
    const derive::Sequences sequences = sequences_of(original, options.partial);
    const runner::Installation installation = runner::find_installation();
    runner::TemporaryDirectory folder(runner::shared_folder(installation, options.machine), "loop-derive");
    folder.guard();
    const Execution as{static_cast<int>(sequences.ranks.size()), size,
                       placement_like(original.run, options.machine)};
    const report::RunDirectory run = run_of_program(text, as, folder.path() / "run", options, terminal);
    const derive::Likeness likeness = derive::likeness_of(sequences, sequences_of(run));
    const std::string times = times_in_turn(text, original, as, options, folder.path(), terminal);
    terminal.print(likeness_text(likeness, original, run, times));
    if (ranks_share_cores(original, options))
        terminal.info("there are more ranks than cores: their times and states say little");
    return static_cast<int>(likeness.is_alike() ? ExitCode::Good : ExitCode::Finding);
}

long long size_at(std::size_t index, const DeriveOptions& options) {
    return options.sizes.empty() ? 0 : options.sizes[index];
}

/// On the number of ranks of each run that the program was derived from, or should predict.
int check_all(const std::string& text, const DeriveOptions& options, const Terminal& terminal) {
    const std::vector<std::string>& directories =
        options.against.empty() ? options.directories : options.against;
    const std::size_t first = options.against.empty() ? 0 : options.directories.size(); // of the sizes
    int code = static_cast<int>(ExitCode::Good);
    for (std::size_t i = 0; i < directories.size(); ++i) {
        if (directories.size() > 1) terminal.print(fmt::format("{}\n", shown_path(directories[i])));
        code = std::max(code, check(text, recorded_run(directories[i], options.launch),
                                    size_at(first + i, options), options, terminal));
    }
    return code;
}

/// Whether the program does what all runs did. Says what it does not.
bool fits(const derive::Program& program, const DeriveOptions& options, const Terminal& terminal) {
    for (const std::string& what : program.unexplained)
        terminal.error(fmt::format("no formula of the number of ranks{} was found for {}",
                                   options.sizes.empty() ? "" : " and the problem size", what));
    if (!program.difference.empty())
        terminal.error(fmt::format("the program does not fit `{}`: {}",
                                   shown_path(options.directories[program.stranger]), program.difference));
    return program.unexplained.empty() && program.difference.empty();
}

/// Without `--size`, takes the sizes from the runs. Drops them if all runs have the same one.
void choose_sizes(DeriveOptions& options, const std::vector<report::RunRecord>& runs,
                  const Terminal& terminal) {
    if (options.sizes.empty() && runs.size() > 1) {
        const ProblemSizes found = sizes_of(runs);
        options.sizes = found.values;
        if (!options.sizes.empty())
            terminal.info(
                fmt::format("the problem sizes are {}: {}", found.source, fmt::join(found.values, ", ")));
    }
    const std::set<long long> different(options.sizes.begin(), options.sizes.end());
    if (different.size() < 2) options.sizes.clear();
    const std::set<long long> derived(
        options.sizes.begin(),
        options.sizes.begin() +
            static_cast<std::ptrdiff_t>(std::min(options.sizes.size(), options.directories.size())));
    if (derived.size() == 2)
        terminal.info(
            "formulas are found on 2 problem sizes only, which do not prove them: any two values are on "
            "a line");
}

/// What the program is derived from, and what it is compared with.
struct Originals {
    std::vector<report::RunRecord> runs;      ///< of the directories, and then of those to check against
    std::vector<derive::Sequences> sequences; ///< of the directories
    std::size_t events = 0;                   ///< of the rank with the most
};

Originals read_originals(const DeriveOptions& options) {
    Originals all;
    const auto read = [&](const std::string& directory) {
        report::RunDirectory run = recorded_run(directory, options.launch);
        all.events = std::max(all.events, most_events(*run.trace));
        all.runs.push_back(run.run);
        return run;
    };
    for (const std::string& directory : options.directories)
        all.sequences.push_back(detailed_sequences(read(directory), directory, options));
    for (const std::string& directory : options.against)
        read(directory);
    return all;
}

void require_usable(const DeriveOptions& options) {
    const std::size_t folders = options.directories.size() + options.against.size();
    if (options.partial && options.directories.size() > 1)
        throw Failure(ExitCode::Usage, "`--partial` is for one trace", "give one folder");
    if (!options.sizes.empty() && options.sizes.size() != folders)
        throw Failure(
            ExitCode::Usage, fmt::format("there are {} folders, but {} sizes", folders, options.sizes.size()),
            "give `--size` once for each folder, in the same order; those of `--against` come last");
}

} // namespace

int derive_program(DeriveOptions options, const Terminal& terminal) {
    require_usable(options);
    Originals originals = read_originals(options);
    std::vector<derive::Sequences>& sequences = originals.sequences;
    options.program.name = originals.runs.front().source.name;
    options.program.events = 4 * originals.events + 10000;
    choose_sizes(options, originals.runs, terminal);
    for (std::size_t i = 0; i < sequences.size(); ++i)
        sequences[i].size = size_at(i, options);
    if (!sequences.front().missing.empty()) terminal.warning(sequences.front().missing);
    const std::vector<std::string> notes = sequences.front().notes;
    const derive::Program program =
        derived([&] { return derive::best_program(std::move(sequences), notes, options.program); });
    const bool checks = options.check || !options.against.empty() || options.launches > 0;
    if (!checks || !options.output.empty()) put(program.text, options.output, terminal);
    const int code = checks ? check_all(program.text, options, terminal) : 0;
    return fits(program, options, terminal) ? code : static_cast<int>(ExitCode::Finding);
}

} // namespace loop::app
