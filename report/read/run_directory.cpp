#include "report/read/run_directory.h"

#include "base/text/dates.h"
#include "base/text/place.h"
#include "base/text/strings.h"
#include "report/read/text_file.h"
#include "trace/read/read_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

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

/// The numbers of all complete launches.
std::vector<int> complete_launches(const std::vector<formats::RunLaunch>& launches) {
    std::vector<int> complete;
    for (std::size_t i = 0; i < launches.size(); ++i)
        if (launches[i].complete) complete.push_back(static_cast<int>(i) + 1);
    return complete;
}

/// The launch with the median time, of two in the middle the quicker one. `times`: of the complete launches.
int with_median_time(const std::vector<int>& complete, const std::vector<formats::Spread>& times) {
    if (times.size() != complete.size()) return complete.front();
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return times[a].max < times[b].max; });
    return complete[order[(order.size() - 1) / 2]];
}

int launch_to_show(const RunRecord& run, int wanted) {
    const int count = static_cast<int>(run.launches.size());
    if (wanted > count)
        throw ChoiceError(
            fmt::format("there is no launch {}: the run had {}", wanted, counted(count, "launch")));
    if (wanted != median_launch) return wanted;
    const std::vector<int> complete = complete_launches(run.launches);
    return complete.empty() ? 1 : with_median_time(complete, run.summary.program.launches);
}

/// A program that was started by hand leaves its records in the folder itself.
fs::path records_of(const fs::path& directory, int launch) {
    std::error_code error;
    for (const fs::path& records :
         {directory / formats::launch_folder_name(launch) / "records", directory / "records"})
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
    result.launch = launch_to_show(run, launch);
    ExpectedTrace expected;
    expected.ranks = run.ranks;
    if (!run.launches.empty()) expected.launch = run.launches[static_cast<std::size_t>(result.launch) - 1].id;
    const fs::path records = records_of(directory, result.launch);
    if (!has_trace(records)) return result;
    result.trace = read_trace(records, expected);
    if (!run.simulated && !run.launches.empty())
        result.trace->began_unix_ns =
            unix_ns_of(run.launches[static_cast<std::size_t>(result.launch) - 1].started);
    for (TraceSite& site : result.trace->sites)
        site.elsewhere = !is_file_of_program(site.file, run.source.file);
    return result;
}

} // namespace loop::report
