#include "runner/run/run_options.h"

#include <algorithm>
#include <iterator>

namespace loop::runner {

namespace {

using Values = std::vector<std::string>;
using Run = const ResolvedRun&;

/// An option takes each of its values; a flag has the value "".
struct RunOption {
    const char* name;
    InJob in_job;
    Values (*values)(Run run); ///< none: the command does not have the option
};

Values flag(bool is_given) {
    return is_given ? Values{""} : Values{};
}

Values text(const std::string& value, const std::string& usual = {}) {
    return value == usual ? Values{} : Values{value};
}

Values number(const std::optional<int>& value) {
    return value ? Values{std::to_string(*value)} : Values{};
}

Values assignments(Run run) {
    Values all;
    for (const auto& [name, value] : run.settings.set)
        all.push_back(name + "=" + value);
    return all;
}

Values seed(Run run) {
    return run.settings.strict ? Values{std::to_string(*run.settings.strict)} : Values{};
}

/// On a simulated machine, received data may decide whether results are verified.
bool is_never_verified(Run run) {
    return run.settings.rates.empty() ? !run.settings.verify : !run.may_verify_simulation;
}

Values launches(Run run) {
    return run.launches == run.usual_launches ? Values{} : number(run.launches);
}

constexpr RunOption run_options[] = {
    {"-n", InJob::Implied, [](Run run) { return number(run.settings.ranks); }},
    {"--size", InJob::Option, [](Run run) { return number(run.settings.size); }},
    {"--iterations", InJob::Option, [](Run run) { return number(run.settings.iterations); }},
    {"--set", InJob::Option, assignments},
    {"--verify", InJob::Option,
     [](Run run) { return flag(!run.settings.rates.empty() && run.settings.verify); }},
    {"--no-verify", InJob::Option, [](Run run) { return flag(is_never_verified(run)); }},
    {"--host-compute", InJob::Missing,
     [](Run run) { return text(run.request.measure_host_code ? "measured" : ""); }},
    {"--no-trace", InJob::Option, [](Run run) { return flag(!run.settings.trace); }},
    {"--strict=", InJob::Missing, seed},
    {"--sanitize", InJob::Missing, [](Run run) { return flag(run.request.sanitize); }},
    {"--machine", InJob::Implied, [](Run run) { return text(run.request.machine, "local"); }},
    {"--hosts", InJob::Missing, [](Run run) { return text(run.request.hosts); }},
    {"--map", InJob::Missing, [](Run run) { return text(run.request.map); }},
    {"--bind", InJob::Missing, [](Run run) { return text(run.request.bind, RunRequest().bind); }},
    {"--oversubscribe", InJob::Implied, [](Run run) { return flag(run.request.oversubscribe); }},
    {"--launches", InJob::Implied, launches},
};

void add_option(std::vector<std::string>& words, const std::string& name, const std::string& value) {
    if (name.back() == '=') return words.push_back(name + value);
    words.push_back(name);
    if (!value.empty()) words.push_back(value);
}

} // namespace

std::vector<std::string> repeat_command(const ResolvedRun& run) {
    std::vector<std::string> words{"loop", "run", run.request.target};
    for (const RunOption& option : run_options)
        for (const std::string& value : option.values(run))
            add_option(words, option.name, value);
    return words;
}

InJob in_job(const std::string& word) {
    const auto name_of = [](const std::string& text) { return text.substr(0, text.find('=')); };
    const auto found =
        std::find_if(std::begin(run_options), std::end(run_options),
                     [&](const RunOption& option) { return name_of(option.name) == name_of(word); });
    return found == std::end(run_options) ? InJob::Missing : found->in_job;
}

} // namespace loop::runner
