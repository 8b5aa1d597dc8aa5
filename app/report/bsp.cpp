#include "app/report/bsp.h"

#include "app/input/report_files.h"
#include "base/text/strings.h"
#include "report/bsp/machine_file.h"
#include "report/bsp/prediction.h"
#include "report/document/output_formats.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

namespace loop::app {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

void append(std::vector<bsp::Machine>& all, const std::vector<bsp::Machine>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

// -- table

/// The machines of a file that may grow; none if there is no such file, or only its head.
std::vector<bsp::Machine> machines_to_keep(const std::string& file) {
    std::error_code error;
    if (!fs::exists(file, error)) return {};
    const std::string csv = runner::read_named_file(file);
    bsp::require_known_columns(csv, file);
    const bool has_lines = std::count(csv.begin(), csv.end(), '\n') > 1;
    return has_lines ? bsp::read_machines(csv, file) : std::vector<bsp::Machine>();
}

/// The machines of the inputs, with the name that the user gives them.
std::vector<bsp::Machine> named_machines(const BspOptions& options) {
    // A table holds only machines: what is INVALID is not one.
    const bool anyway = options.anyway && options.table.empty();
    std::vector<bsp::Machine> all = machines_in(options.machines.inputs, anyway);
    for (bsp::Machine& machine : all)
        if (!options.name.empty() && machine.is_measured) machine.computer = options.name;
    return all;
}

/// Reads the table, adds the given machines, sorts, and writes it back.
std::vector<bsp::Machine> grown_table(const BspOptions& options, const Terminal& terminal) {
    std::vector<bsp::Machine> all = machines_to_keep(options.table);
    const std::size_t before = all.size();
    bsp::add_machines(all, named_machines(options));
    if (options.published) bsp::add_machines(all, published_machines());
    if (all.empty())
        throw Failure(ExitCode::Usage, fmt::format("no machine for the table `{}`", options.table),
                      "give runs of `bspbench` or `bspprobe`, or `--published` to begin with these machines");
    bsp::sort_machines(all, options.sort.empty() ? "computer" : options.sort);
    runner::write_file_atomically(options.table, bsp::machines_csv(all));
    terminal.info(fmt::format("written: {}, {}, {} of them new", options.table,
                              counted(all.size(), "machine"), all.size() - before));
    return all;
}

/// A table compares with the published machines, unless the user does not want them.
std::vector<bsp::Machine> compared(const BspOptions& options) {
    std::vector<bsp::Machine> all = named_machines(options);
    if (!options.no_published) append(all, published_machines());
    bsp::sort_machines(all, options.sort);
    return all;
}

// -- predict

/// A time that lacks one of them would look like that of a program without it.
void require_all_amounts(const BspOptions& options) {
    const std::vector<std::string>&given = options.given_amounts, &missing = options.missing_amounts;
    if (!options.programs.empty()) {
        if (given.empty()) return;
        throw Failure(ExitCode::Usage,
                      fmt::format("{} and `--program` exclude each other", joined(given, ", ")),
                      "a prediction takes all of --work, --h and --supersteps from the program's run, or "
                      "none");
    }
    if (given.empty())
        throw Failure(ExitCode::Usage, "nothing to predict",
                      "give --work, --h and --supersteps, or --program RUN");
    if (!missing.empty())
        throw Failure(ExitCode::Usage,
                      fmt::format("{} missing: a prediction needs --work, --h and --supersteps",
                                  joined(missing, ", ") + (missing.size() == 1 ? " is" : " are")),
                      "give 0 for what the program does not have");
}

void require_anything_to_predict(const BspOptions& options) {
    require_all_amounts(options);
    // A prediction uses the published machines only on request.
    if (options.machines.inputs.empty() && !options.published)
        throw Failure(ExitCode::Usage, "no machine to predict the time on",
                      "give runs of `bspbench` or `bspprobe`, a table in CSV, or `--published` for the "
                      "published machines");
}

/// The given machines on this number of ranks. Refuses machines that were measured neither on it nor on two
/// others: r, g, and l hold only for their number of ranks.
std::vector<bsp::Machine> given_machines_at(const BspOptions& options, int ranks) {
    const std::vector<bsp::Machine> given = machines_in(options.machines.inputs, options.anyway);
    std::vector<bsp::Machine> all = bsp::machines_at(given, ranks);
    for (const bsp::Machine& machine : given) {
        const auto same = [&](const bsp::Machine& other) {
            return other.computer == machine.computer && other.program == machine.program;
        };
        if (std::any_of(all.begin(), all.end(), same)) continue;
        throw Failure(
            ExitCode::InputOutput,
            fmt::format("{}, {} was measured on {}, but the prediction is for {}: r, g and l hold only "
                        "for their number of ranks",
                        machine.computer, machine.program, counted(machine.ranks, "rank"),
                        counted(ranks, "rank")),
            fmt::format("run `loop run {0} -n {1}` and give its folder, or give runs on two numbers of "
                        "ranks, between which LOOP interpolates",
                        machine.workload(), ranks));
    }
    return all;
}

std::vector<bsp::Machine> machines_to_predict(const BspOptions& options, int ranks) {
    if (ranks == 0) {
        std::vector<bsp::Machine> all = machines_in(options.machines.inputs, options.anyway);
        if (options.published) append(all, published_machines());
        return all;
    }
    std::vector<bsp::Machine> all = given_machines_at(options, ranks);
    if (options.published) append(all, bsp::machines_at(published_machines(), ranks));
    if (all.empty())
        throw Failure(ExitCode::InputOutput,
                      fmt::format("no published machine has {}", counted(ranks, "rank")),
                      fmt::format("run `loop run bspbench -n {}` and give its folder", ranks));
    return all;
}

/// Runs of one program with the same parameters.
std::vector<report::RunRecord> program_runs(const BspOptions& options) {
    std::vector<report::RunRecord> runs;
    for (const std::string& program : options.programs) {
        runs.push_back(load_run(program)->directory.run);
        const report::Trust trust = report::trust_of(runs.back());
        require_trust(trust.is_invalid(), fmt::format("`{}` is INVALID: {}", program, trust.why()),
                      options.anyway, "shows");
        const std::string differs = bsp::difference(runs[0], runs.back());
        if (!differs.empty())
            throw Failure(
                ExitCode::Usage,
                fmt::format("`{}` and `{}` differ in {}", options.programs[0], program, differs),
                "several runs of --program show how one program scales: only their ranks may differ");
    }
    return runs;
}

int ranks_to_predict(const BspOptions& options, const std::vector<report::RunRecord>& runs) {
    if (options.ranks != 0) return options.ranks;
    for (const report::RunRecord& run : runs)
        if (run.ranks != runs[0].ranks)
            throw Failure(ExitCode::Usage, "the runs of --program are on several numbers of ranks",
                          "say with --ranks for which number to predict");
    return runs[0].ranks;
}

bsp::Demand program_demand(const BspOptions& options, const std::vector<report::RunRecord>& runs, int ranks) {
    std::vector<bsp::DemandOfRun> demands;
    for (const report::RunRecord& run : runs)
        demands.push_back({run.ranks, bsp::demand_of(run)});
    if (auto demand = bsp::demand_at(demands, ranks)) return *demand;
    throw Failure(
        ExitCode::InputOutput,
        fmt::format("`{}` ran on {}, which does not show what it demands of {}", options.programs[0],
                    counted(runs[0].ranks, "rank"), counted(ranks, "rank")),
        "give a run on this number of ranks, or runs on two other numbers from 2 on (--program once for "
        "each);\nany machine counts the same operations and words, also a simulated one");
}

bsp::MachineTable predict_program(const BspOptions& options) {
    const std::vector<report::RunRecord> runs = program_runs(options);
    const int ranks = ranks_to_predict(options, runs);
    bsp::PredictedProgram program{options.programs[0], {}, {}};
    for (std::size_t k = 0; k < runs.size(); ++k) {
        program.trust.add(report::trust_of(runs[k]), runs.size() > 1 ? options.programs[k] : "");
        if (runs[k].ranks != ranks) continue;
        program.name = options.programs[k];
        if (runs[k].summary.program.seconds) program.measured_seconds = runs[k].summary.program.seconds->max;
    }
    const std::vector<bsp::Machine> machines = machines_to_predict(options, ranks);
    bsp::MachineTable table = bsp::prediction_table(machines, program_demand(options, runs, ranks),
                                                    options.machines.choice(), program);
    if (options.published)
        table.notes.push_back(
            fmt::format("published machines: only those with {}, like the prediction, or with "
                        "more and fewer",
                        counted(ranks, "rank")));
    return table;
}

bsp::MachineTable predicted(const BspOptions& options) {
    require_anything_to_predict(options);
    if (!options.programs.empty()) return predict_program(options);
    return bsp::prediction_table(machines_to_predict(options, options.ranks), options.demand,
                                 options.machines.choice(), {});
}

/// Refuses options of the other action, which would have no effect.
void require_own_options(const BspOptions& options) {
    const bool predicts = !options.given_amounts.empty() || !options.programs.empty() || options.ranks != 0 ||
                          options.machines.rate != "auto";
    const bool tabulates = !options.table.empty() || !options.sort.empty() || !options.name.empty();
    if (options.action == "predict" ? tabulates : predicts)
        throw Failure(
            ExitCode::Usage,
            options.action == "predict"
                ? "`--table`, `--sort` and `--name` are only for `loop bsp table`"
                : "`--work`, `--h`, `--supersteps`, `--program`, `--ranks` and `--rate` are only for "
                  "`loop bsp predict`");
}

bsp::MachineTable answer(const BspOptions& options, const Terminal& terminal) {
    if (options.action == "predict") return predicted(options);
    return bsp::machine_table(options.table.empty() ? compared(options) : grown_table(options, terminal));
}

} // namespace

int show_bsp(const BspOptions& options, const Terminal& terminal) {
    require_own_options(options);
    try {
        const bsp::MachineTable table = answer(options, terminal);
        put(form_for(options.output, bsp::table_document(table),
                     output_format(options.format, options.output), terminal),
            options.output, terminal);
        return 0;
    } catch (const report::ChoiceError& error) {
        throw failure_of(error, "choose one of these with --rate");
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

} // namespace loop::app
