#pragma once

#include "app/output/terminal.h"
#include "report/sheet/sections.h"
#include "report/surface/published.h"
#include "report/viewer/columns.h"
#include "runner/system/failure.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace loop::app {

/// Converts an error of the report to a Failure: exit code 2 if a given phase, base, or launch does not
/// exist, 7 if something cannot be read.
runner::Failure failure_of(const report::FormatError& error, const std::string& hint = {});

/// Throws Failure (exit code 1) if the subject is INVALID, unless `anyway`. The hint says "`--anyway` DOES
/// it".
void require_trust(bool is_invalid, const std::string& why, bool anyway, const char* does);

/// A run read from files, with its analysis if it has a trace.
struct LoadedRun {
    report::RunDirectory directory;
    std::optional<report::Analysis> analysis;
    std::string network{}; ///< as in SheetInput, as the next one
    std::shared_ptr<const report::bsp::MachineTable> prediction{};

    report::SheetInput input() const {
        return {directory, analysis ? &*analysis : nullptr, network, prediction};
    }
};

/// `path` is a run directory, or an OTF2 archive of any MPI program. Throws Failure (InputOutput) if it is
/// neither.
/// `predict` returns the prediction that the run's sheet shows, if it shows one.
using Predict = std::function<report::bsp::MachineTable(const report::RunRecord&)>;
std::unique_ptr<LoadedRun> load_run(const std::filesystem::path& path, int launch = 0,
                                    report::ExcludedTime excluded = report::ExcludedTime::LeftOut,
                                    const Predict& predict = {});

/// The output format of a report: the given one, or that of the ending of file `output`, or else text.
std::string output_format(const std::string& given, const std::string& output);

/// Renders a report in output format `form` for the file `output`, or for the terminal, perhaps in color, if
/// `output` is empty.
std::string form_for(const std::string& output, const report::Document& document, const std::string& form,
                     const Terminal& terminal);
/// The word after `option` in the command that repeats a run; "" if the command has no such option. What
/// follows `--`, the command of a recorded program, is left alone.
std::string repeated_option(const report::RunRecord& record, const std::string& option);

/// Reads what LOOP knows of published surfaces (machines/published). Throws Failure (InputOutput).
report::Published published_surfaces();

} // namespace loop::app
