#include "session/settings.h"

#include "session/launcher.h"
#include "session/values.h"

#include <loop/nearest.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace loop::runtime {
namespace {

constexpr const char* built_in[] = {"size", "iterations", "tree.shape", "tree.map"};

[[noreturn]] void bad_value(const std::string& name, const std::string& problem, const std::string& from) {
    usage_error(from + ": parameter `" + name + "`: " + problem);
}

const Parameter* find_parameter(const std::string& name) {
    for (const Parameter& parameter : settings().parameters) {
        if (name == parameter.name) return &parameter;
    }
    return nullptr;
}

void set_tree_shape(const std::string& value, const std::string& from) {
    if (value != "binary" && value != "binomial") {
        bad_value("tree.shape", "`" + value + "` is neither `binary` nor `binomial`", from);
    }
    settings().tree_shape = value == "binary" ? patterns::TreeShape::Binary : patterns::TreeShape::Binomial;
}

std::vector<int> integers_in(const std::string& list, const std::string& name, const std::string& from) {
    std::vector<int> all;
    std::istringstream items(list);
    for (std::string item; std::getline(items, item, ',');) {
        long long number = 0;
        const std::string problem = parse_integer(item, sizeof(int), number);
        if (!problem.empty()) bad_value(name, problem, from);
        all.push_back(static_cast<int>(number));
    }
    return all;
}

void set_tree_map(const std::string& value, const std::string& from) {
    const std::vector<int> map = integers_in(value, "tree.map", from);
    std::vector<int> sorted = map;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (sorted[i] != static_cast<int>(i)) {
            bad_value("tree.map", "`" + value + "` is not a permutation of the ranks 0, 1, 2, ...", from);
        }
    }
    if (!map.empty() && map[0] != 0) bad_value("tree.map", "must begin with 0: rank 0 is the root", from);
    settings().tree_map = map;
}

void check_count(const std::string& name, const std::string& value, const std::string& from) {
    long long number = 0;
    const std::string problem = parse_integer(value, sizeof(int), number);
    if (!problem.empty()) bad_value(name, problem, from);
    if (number < 0) bad_value(name, "`" + value + "` is negative", from);
}

int run_time_count(const char* name, int built_in_default) {
    const Settings& s = settings();
    std::string text;
    if (auto given = s.values.find(name); given != s.values.end()) {
        text = given->second;
    } else if (auto seen = s.effective.find(name); seen != s.effective.end()) {
        text = seen->second;
    } else if (const Parameter* parameter = find_parameter(name)) {
        text = parameter->default_text;
    }
    long long value = 0;
    if (text.empty() || !parse_integer(text, sizeof(int), value).empty() || value < 0)
        return built_in_default;
    return static_cast<int>(value);
}

// `size` or `iterations`.
struct RunTimeCount {
    const char* name;
    int built_in_default;
    std::atomic<bool> is_used; // by the program, as far as known
};
RunTimeCount size_count{"size", 100, {false}}, iteration_count{"iterations", 10, {false}};

int value_of(const RunTimeCount& count) {
    return run_time_count(count.name, count.built_in_default);
}

int used_value_of(RunTimeCount& count) {
    count.is_used = true;
    return value_of(count);
}

} // namespace

Settings& settings() {
    static Settings* const instance = new Settings; // never destroyed, as exit handlers read it
    return *instance;
}

bool wants_trace() {
    return settings().trace && !settings().records.empty();
}

void usage_error(const std::string& message) {
    if (launcher_rank() <= 0) {
        std::fprintf(stderr, "%s: error: %s\n", settings().program.c_str(), message.c_str());
        std::fflush(stderr);
    }
    std::_Exit(2);
}

std::vector<std::string> known_names() {
    std::vector<std::string> names;
    for (const Parameter& parameter : settings().parameters)
        names.emplace_back(parameter.name);
    for (const char* name : built_in) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
    }
    return names;
}

void set_value(const std::string& name, const std::string& value, const std::string& from) {
    const std::vector<std::string> names = known_names();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        const std::string near = nearest(name, names);
        usage_error(from + ": there is no parameter `" + name + "`" +
                    (near.empty() ? " (--help lists them)" : "; did you mean `" + near + "`?"));
    }
    if (const Parameter* parameter = find_parameter(name)) {
        const std::string problem = check_value(parameter->type, value);
        if (!problem.empty()) bad_value(name, problem, from);
    }
    if (name == "size" || name == "iterations") check_count(name, value, from);
    if (name == "tree.shape") set_tree_shape(value, from);
    if (name == "tree.map") set_tree_map(value, from);
    settings().values[name] = value;
}

void set_cpus(const std::string& list, const std::string& from) {
    settings().cpus = integers_in(list, "cpus", from);
}

void set_cores(const std::string& list, const std::string& from) {
    settings().cores = integers_in(list, "cores", from);
}

void set_allowed(const std::string& list, const std::string& from) {
    settings().allowed = integers_in(list, "allowed", from);
}

void mark_used(const std::string& name) {
    for (RunTimeCount* count : {&size_count, &iteration_count})
        if (name == count->name) count->is_used = true;
}

int size_for_open() {
    return value_of(size_count);
}

std::map<std::string, std::string> effective_parameters() {
    const Settings& s = settings();
    std::map<std::string, std::string> all;
    for (const Parameter& parameter : s.parameters)
        all[parameter.name] = parameter.default_text;
    for (const auto& [name, value] : s.values)
        all[name] = value;
    for (const auto& [name, value] : s.effective)
        all[name] = value;
    for (const RunTimeCount* count : {&size_count, &iteration_count})
        if (count->is_used) all[count->name] = std::to_string(value_of(*count));
    return all;
}

std::vector<std::string> parameters_without_effect() {
    std::vector<std::string> names;
    for (const RunTimeCount* count : {&size_count, &iteration_count})
        if (!count->is_used && settings().values.count(count->name) > 0) names.emplace_back(count->name);
    return names;
}

} // namespace loop::runtime

namespace loop {

int problem_size() {
    return runtime::used_value_of(runtime::size_count);
}
int iterations() {
    return runtime::used_value_of(runtime::iteration_count);
}

namespace detail {

bool given(const char* name, Kind kind, unsigned bytes, Number& number, std::string& text) {
    const auto& values = runtime::settings().values;
    const auto found = values.find(name);
    if (found == values.end()) return false;
    text = found->second;
    std::string problem;
    bool flag = false;
    switch (kind) {
    case Kind::Bool:
        problem = runtime::parse_bool(text, flag), number.integer = flag;
        break;
    case Kind::Integer:
        problem = runtime::parse_integer(text, bytes, number.integer);
        break;
    case Kind::Unsigned:
        problem = runtime::parse_unsigned(text, bytes, number.natural);
        break;
    case Kind::Real:
        problem = runtime::parse_real(text, bytes, number.real);
        break;
    case Kind::Text:
        break;
    }
    if (!problem.empty()) runtime::usage_error("parameter `" + std::string(name) + "`: " + problem);
    return true;
}

void remember(const char* name, const std::string& effective) {
    runtime::settings().effective[name] = effective;
}

std::string text_of(long double value, Kind) {
    char text[64];
    std::snprintf(text, sizeof text, "%.15Lg", value);
    return text;
}
std::string text_of(long long value) {
    return std::to_string(value);
}
std::string text_of(unsigned long long value) {
    return std::to_string(value);
}

} // namespace detail
} // namespace loop
