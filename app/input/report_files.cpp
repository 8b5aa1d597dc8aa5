#include "app/input/report_files.h"

#include "report/document/output_formats.h"
#include "report/read/imported_run.h"
#include "report/sheet/invariants.h"
#include "report/sheet/sections.h"
#include "runner/bundle/complete_run.h"
#include "runner/system/files.h"
#include "runner/system/installation.h"
#include "trace/import/otf2.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::app {

namespace fs = std::filesystem;

runner::Failure failure_of(const report::FormatError& error, const std::string& hint) {
    const bool is_choice = dynamic_cast<const report::ChoiceError*>(&error) != nullptr;
    return {is_choice ? runner::ExitCode::Usage : runner::ExitCode::InputOutput, error.what(), hint};
}

void require_trust(bool is_invalid, const std::string& why, bool anyway, const char* does) {
    if (is_invalid && !anyway)
        throw runner::Failure(runner::ExitCode::Finding, why,
                              fmt::format("`--anyway` {} it, marked INVALID", does));
}

std::unique_ptr<LoadedRun> load_run(const fs::path& path, int launch, report::ExcludedTime excluded,
                                    const Predict& predict) {
    auto run = std::make_unique<LoadedRun>();
    runner::complete_run(path);
    try {
        run->directory = report::is_otf2(path) ? report::read_imported_run(path)
                                               : report::read_run_directory(path, launch);
    } catch (const report::ImportError& error) {
        throw runner::Failure(runner::ExitCode::InputOutput, error.what());
    } catch (const report::FormatError& error) {
        std::error_code ignored;
        const bool is_run = fs::is_regular_file(path / formats::run_file_name, ignored);
        throw failure_of(
            error,
            is_run ? "" : "give a folder of `loop run` or of a program's `--records`, or an OTF2 archive");
    }
    if (run->directory.trace)
        run->analysis = report::analyze(*run->directory.trace, report::usual_bins, excluded);
    if (predict) run->prediction = std::make_shared<report::bsp::MachineTable>(predict(run->directory.run));
    report::add_contradictions(run->directory, run->input().analysis, run->prediction);
    return run;
}

std::string output_format(const std::string& given, const std::string& output) {
    if (!given.empty()) return given;
    const std::string ending = fs::path(output).extension().string();
    const std::string format = ending.empty() ? "" : report::output_format_of(ending.substr(1));
    const std::vector<std::string>& known = report::output_formats();
    return std::find(known.begin(), known.end(), format) == known.end() ? "text" : format;
}

std::string form_for(const std::string& output, const report::Document& document, const std::string& form,
                     const Terminal& terminal) {
    return report::render(document, form, {output.empty() && terminal.color_on_output(), terminal.width()});
}

std::string repeated_option(const report::RunRecord& record, const std::string& option) {
    const std::vector<std::string>& words = record.commands.repeat;
    const auto end = std::find(words.begin(), words.end(), "--");
    const auto found = std::find(words.begin(), end, option);
    return found == end || found + 1 == end ? "" : *(found + 1);
}

report::Published published_surfaces() {
    const fs::path folder = runner::find_installation().machines / "published";
    const auto read = [&](const char* name, auto entries_of) {
        return entries_of(runner::read_file(folder / name), (folder / name).string());
    };
    try {
        return {read("apexmap-machines-2005.csv", report::published_surface_machines),
                read("apexmap-2005.csv", report::published_surface_points)};
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

} // namespace loop::app
