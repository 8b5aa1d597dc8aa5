#include "report/read/run_directory.h"

#include "base/text/strings.h"
#include "report/analysis/waits/inferred_waits.h"
#include "report/read/text_file.h"
#include "report/trace/read_trace.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        throw FormatError(
            fmt::format("no `run.json` is in `{}`: not the directory of a run", path.parent_path().string()));
    if (fs::file_size(path, error) > max_file_bytes) throw FormatError("`run.json` is too large to be one");
    const auto text = text_of_file(path);
    if (!text) throw FormatError("`run.json` cannot be read");
    return *text;
}

int launch_to_show(const std::vector<formats::RunLaunch>& launches, int wanted) {
    const int count = static_cast<int>(launches.size());
    if (wanted < 0 || wanted > count)
        throw ChoiceError(
            fmt::format("there is no launch {}: the run had {}", wanted, counted(count, "launch")));
    if (wanted > 0) return wanted;
    const auto first =
        std::find_if(launches.begin(), launches.end(), [](const auto& launch) { return launch.complete; });
    return first == launches.end() ? 1 : static_cast<int>(first - launches.begin()) + 1;
}

/// A program that was started by hand leaves its records in the folder itself.
fs::path records_of(const fs::path& directory, int launch) {
    std::error_code error;
    for (const fs::path& records :
         {directory / fmt::format("launch-{}", launch) / "records", directory / "records"})
        if (fs::is_directory(records, error)) return records;
    return directory;
}

} // namespace

RunDirectory read_run_directory(const fs::path& directory, int launch) {
    const Json json = Json::parse_or_discard(text_of(directory / formats::run_file_name));
    if (json.is_discarded()) throw FormatError("`run.json` is not JSON");
    RunDirectory result;
    result.run = read_run(json);
    const RunRecord& run = result.run;
    result.launch = launch_to_show(run.launches, launch);
    ExpectedTrace expected;
    expected.ranks = run.ranks;
    if (!run.launches.empty()) expected.launch = run.launches[static_cast<std::size_t>(result.launch) - 1].id;
    const fs::path records = records_of(directory, result.launch);
    if (!has_trace(records)) return result;
    result.trace = read_trace(records, expected);
    // Simulated ranks do not test before they wait, because the test would cost them time; so their traces
    // may lack waits.
    if (result.trace && run.simulated && !has_waits(*result.trace)) infer_waits(*result.trace);
    return result;
}

} // namespace loop::report
