#include "app/input/newest_run.h"

#include "base/formats/journal.h"
#include "base/formats/plan.h"
#include "base/formats/run_record.h"
#include "runner/system/failure.h"

#include <optional>
#include <string>

namespace loop::app {

namespace fs = std::filesystem;

namespace {

/// When the run or sweep in this folder was written; nullopt if the folder is neither.
std::optional<fs::file_time_type> written_at(const fs::path& folder) {
    for (const char* file : {formats::run_file_name, formats::journal_file_name, formats::plan_file_name}) {
        std::error_code error;
        const auto time = fs::last_write_time(folder / file, error);
        if (!error) return time;
    }
    return std::nullopt;
}

bool has_default_name(const fs::path& folder) {
    const std::string name = folder.filename().string();
    return name.rfind("loop-run-", 0) == 0 || name.rfind("loop-sweep-", 0) == 0;
}

} // namespace

fs::path newest_run_here() {
    std::optional<fs::file_time_type> newest;
    fs::path found;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(".", ignored)) {
        const auto time = has_default_name(entry.path()) ? written_at(entry.path()) : std::nullopt;
        if (!time || (newest && *time <= *newest)) continue;
        newest = time;
        found = entry.path().filename();
    }
    if (!newest)
        throw runner::Failure(runner::ExitCode::Usage,
                              "no DIR is given, and the current folder has no loop-run-* or loop-sweep-*",
                              "give the folder of a run, such as `loop report results/ring`");
    return found;
}

} // namespace loop::app
