#include "report/read/run_directory.h"

#include "report/analysis/waits/inferred_waits.h"
#include "report/trace/read_trace.h"
#include "base/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

/// A run.json is some kilobytes a rank.
constexpr std::uintmax_t largest_record = std::uintmax_t{1} << 30;

std::string text_of(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        throw FormatError(
            fmt::format("no `run.json` is in `{}`: not the directory of a run", path.parent_path().string()));
    if (fs::file_size(path, error) > largest_record) throw FormatError("`run.json` is too large to be one");
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.good() && !file.eof()) throw FormatError("`run.json` cannot be read");
    return text;
}

int launch_to_show(const std::vector<formats::RunLaunch>& launches, int wanted) {
    const int count = static_cast<int>(launches.size());
    if (wanted < 0 || wanted > count)
        throw ChoiceError(
            fmt::format("there is no launch {}: the run had {}", wanted, counted(count, "launch")));
    if (wanted > 0) return wanted;
    const auto first = std::find_if(launches.begin(), launches.end(), [](const auto& launch) { return launch.complete; });
    return first == launches.end() ? 1 : static_cast<int>(first - launches.begin()) + 1;
}

fs::path records_of(const fs::path& directory, int launch) {
    const fs::path own = directory / fmt::format("launch-{}", launch) / "records";
    std::error_code error;
    return fs::is_directory(own, error) ? own : directory / "records";
}

} // namespace

RunDirectory read_run_directory(const fs::path& directory, int launch) {
    RunDirectory result;
    result.record = Json::parse_or_discard(text_of(directory / formats::run_file_name));
    if (result.record.is_discarded()) throw FormatError("`run.json` is not JSON");
    formats::RunRecord record = run_record_of(result.record);
    result.source = record.source.text;
    result.launch = launch_to_show(record.launches, launch);
    ExpectedTrace expected;
    expected.ranks = record.ranks;
    if (!record.launches.empty()) expected.launch = record.launches[static_cast<std::size_t>(result.launch) - 1].id;
    result.run = run_of(std::move(record));
    const fs::path records = records_of(directory, result.launch);
    if (!has_trace(records)) return result;
    result.trace = read_trace(records, expected);
    // Simulated ranks ask for nothing before they wait: asking would cost them time.
    if (result.trace && result.run.simulated && !tells_waits(*result.trace))
        infer_waits(*result.trace);
    return result;
}

} // namespace loop::report
