#include "runner/bundle/job_facts.h"

#include "base/text/words.h"
#include "runner/machine/environment.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

namespace loop::runner {


namespace {

constexpr int most_ranks = 1 << 20, most_launches = 100000; ///< the limits of `loop run`
constexpr std::int64_t most_memory_kib = std::numeric_limits<std::int64_t>::max() / 1024;

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? "unknown" : text.substr(begin);
}

class Reader {
public:
    explicit Reader(const std::string& origin) : origin_(origin) { facts.environment = unknown_environment(); }

    void take(const std::string& key, const std::string& value) {
        if (key == "started") facts.started = value;
        if (key == "ended") facts.ended = value;
        if (key == "ranks") facts.ranks = count(key, value, most_ranks);
        if (key == "planned") facts.planned = count(key, value, most_launches);
        if (key == "compile") facts.compile.push_back(value);
        if (key == "compiler_version") facts.compiler_version = value;
        if (key == "launcher_version") facts.launcher_version = trimmed(value);
        if (key == "argument") facts.launcher.push_back(value);
        if (key == "launch") take_launch(value);
        take_environment(key, value);
    }

    JobFacts facts;

private:
    void take_launch(const std::string& value) {
        JobLaunch launch;
        std::istringstream words(value);
        if (!(words >> launch.index >> launch.id >> launch.started >> launch.seconds >> launch.code) ||
            launch.index != static_cast<int>(facts.launches.size()) + 1 || launch.index > most_launches)
            fail("launch", value);
        facts.launches.push_back(launch);
    }

    /// What cannot be understood stays unknown: a sheet without one of these is still a sheet.
    void take_environment(const std::string& key, const std::string& value) {
        if (value.empty()) return;
        Json& environment = facts.environment;
        for (const char* text : {"host", "os", "kernel", "cpu", "governor", "aslr"})
            if (key == text) environment[key] = value;
        if (key == "cores_online" || key == "cores_available")
            if (const auto cores = number<int>(value); cores && *cores > 0) environment[key] = *cores;
        if (key == "memory_kib")
            if (const auto size = number<std::int64_t>(value); size && *size > 0 && *size <= most_memory_kib)
                environment["memory_bytes"] = 1024 * *size;
        if (key == "smt" && (value == "1" || value == "0")) environment[key] = value == "1" ? "on" : "off";
        if (key == "transparent_huge_pages")
            if (const std::size_t at = value.find('['), end = value.find(']'); at < end && end < value.size())
                environment[key] = value.substr(at + 1, end - at - 1);
        if (key == "load_before" || key == "load_after")
            if (const auto load = number<double>(value); load && std::isfinite(*load)) environment[key] = *load;
    }

    /// What `value` begins with; units and more may follow.
    template <typename Number>
    static std::optional<Number> number(const std::string& value) {
        Number result{};
        const bool is_good = std::from_chars(value.data(), value.data() + value.size(), result).ec == std::errc();
        return is_good ? std::optional<Number>(result) : std::nullopt;
    }

    int count(const std::string& key, const std::string& value, int most) const {
        const std::optional<int> result = number<int>(value);
        if (!result || *result < 1 || *result > most) fail(key, value);
        return *result;
    }

    [[noreturn]] void fail(const std::string& key, const std::string& value) const {
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}`: `{}` is not a value of `{}`", origin_, shortened(value, 60), key));
    }

    const std::string& origin_;
};

} // namespace

JobFacts read_job_facts(std::string_view text, const std::string& origin) {
    const std::vector<std::string_view> lines = lines_of(text);
    if (lines.empty() || lines[0] != "loop-facts 1")
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` does not begin with `loop-facts 1`", origin));
    Reader reader(origin);
    for (const std::string_view line : lines) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        reader.take(std::string(line.substr(0, blank)),
                    std::string(line.substr(std::min(blank + 1, line.size()))));
    }
    if (reader.facts.ranks == 0)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` tells no `ranks`", origin));
    return std::move(reader.facts);
}

} // namespace loop::runner
