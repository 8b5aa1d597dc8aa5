#include "base/formats/job_facts.h"

#include "base/text/clean.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

namespace loop::formats {

namespace {

constexpr const char* version = "loop-facts 1";
constexpr int max_ranks = 1 << 20, most_launches = 100000; ///< the limits of `loop run`
constexpr std::int64_t max_memory_kib = std::numeric_limits<std::int64_t>::max() / 1024;

class FactsReader {
public:
    explicit FactsReader(Problems& problems) : problems_(problems) {}

    void take(const std::string& key, const std::string& value) {
        if (key == "started") facts.started = value;
        if (key == "ended") facts.ended = value;
        if (key == "ranks") take_count(facts.ranks, key, value, max_ranks);
        if (key == "planned") take_count(facts.planned, key, value, most_launches);
        if (key == "compile") facts.compile.push_back(value);
        if (key == "compiler_version") facts.compiler_version = value;
        if (key == "launcher_version")
            facts.launcher_version = trimmed(value).empty() ? "unknown" : trimmed(value);
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
            return fail("launch", value);
        facts.launches.push_back(launch);
    }

    /// Values that cannot be parsed stay unknown; a sheet does not need them.
    void take_environment(const std::string& key, const std::string& value) {
        if (value.empty()) return;
        Json& environment = facts.environment;
        for (const char* text : {"host", "os", "kernel", "cpu", "governor", "aslr"})
            if (key == text) environment[key] = value;
        if (key == "cores_online" || key == "cores_available" || key == "word_bits")
            if (const auto count = number<int>(value); count && *count > 0) environment[key] = *count;
        if (key == "memory_kib")
            if (const auto size = number<std::int64_t>(value); size && *size > 0 && *size <= max_memory_kib)
                environment["memory_bytes"] = 1024 * *size;
        if (key == "smt" && (value == "1" || value == "0")) environment[key] = value == "1" ? "on" : "off";
        if (key == "transparent_huge_pages")
            if (const std::size_t at = value.find('['), end = value.find(']'); at < end && end < value.size())
                environment[key] = value.substr(at + 1, end - at - 1);
        if (key == "load_before" || key == "load_after")
            if (const auto load = number<double>(value); load && std::isfinite(*load))
                environment[key] = *load;
    }

    /// The number at the start of `value`; units may follow.
    template <typename Number>
    static std::optional<Number> number(const std::string& value) {
        Number result{};
        const bool is_good =
            std::from_chars(value.data(), value.data() + value.size(), result).ec == std::errc();
        return is_good ? std::optional<Number>(result) : std::nullopt;
    }

    void take_count(int& result, const std::string& key, const std::string& value, int most) {
        const std::optional<int> count = number<int>(value);
        if (!count || *count < 1 || *count > most) return fail(key, value);
        result = *count;
    }

    void fail(const std::string& key, const std::string& value) {
        problems_.push_back(
            {key, key, fmt::format("is `{}`, which is not valid", shortened(clean_text(value), 60))});
    }

    Problems& problems_;
};

} // namespace

std::optional<JobFacts> read_job_facts(std::string_view text, Problems& problems) {
    const std::vector<std::string_view> lines = lines_of(text);
    if (lines.empty() || lines[0] != version) {
        problems.push_back(
            {"loop-facts", "loop-facts", fmt::format("is missing: the file must start with `{}`", version)});
        return std::nullopt;
    }
    FactsReader reader(problems);
    for (const std::string_view line : lines) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        reader.take(std::string(line.substr(0, blank)),
                    std::string(line.substr(std::min(blank + 1, line.size()))));
    }
    if (reader.facts.ranks == 0 && problems.empty()) problems.push_back({"ranks", "ranks", "is missing"});
    return problems.empty() ? std::optional(std::move(reader.facts)) : std::nullopt;
}

} // namespace loop::formats
