#include "report/run_directory.h"

#include "report/analysis/inferred_waits.h"
#include "report/trace/read_trace.h"
#include "base/text/counted.h"

#include <fmt/format.h>

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

int launch_to_show(const Json& launches, int wanted) {
    const int count = launches.is_array() ? static_cast<int>(launches.size()) : 0;
    if (wanted < 0 || wanted > count)
        throw ChoiceError(
            fmt::format("there is no launch {}: the run had {}", wanted, counted(count, "launch")));
    if (wanted > 0) return wanted;
    for (int i = 0; i < count; ++i)
        if (launches[static_cast<std::size_t>(i)]["complete"] == true) return i + 1;
    return 1;
}

fs::path records_of(const fs::path& directory, int launch) {
    const fs::path own = directory / fmt::format("launch-{}", launch) / "records";
    std::error_code error;
    return fs::is_directory(own, error) ? own : directory / "records";
}

} // namespace

RunDirectory read_run_directory(const fs::path& directory, int launch) {
    RunDirectory result;
    result.record = Json::parse_or_discard(text_of(directory / "run.json"));
    if (result.record.is_discarded()) throw FormatError("`run.json` is not JSON");
    result.run = read_run(result.record);
    const Json& source = std::as_const(result.record)["source"]["text"];
    if (source.is_string()) result.source = source.get<std::string>();
    const Json& launches = std::as_const(result.record)["launches"];
    result.launch = launch_to_show(launches, launch);
    const fs::path records = records_of(directory, result.launch);
    if (!has_trace(records)) return result;
    ExpectedTrace expected;
    expected.ranks = result.run.ranks;
    if (launches.is_array() && !launches.empty()) {
        const Json& id = launches[static_cast<std::size_t>(result.launch) - 1]["id"];
        if (id.is_string()) expected.launch = id.get<std::string>();
    }
    result.trace = read_trace(records, expected);
    // Simulated ranks ask for nothing before they wait: asking would cost them time.
    if (result.trace && result.record.contains("simulated") && !tells_waits(*result.trace))
        infer_waits(*result.trace);
    return result;
}

} // namespace loop::report
