#include "runner/profile/hosts.h"

#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/profile/host_list.h"
#include "runner/profile/known_errors.h"
#include "runner/profile/placeholders.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

namespace loop::runner {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto answer_timeout = std::chrono::seconds(20);
constexpr std::size_t hosts_limit_bytes = std::size_t(1) << 20;

/// Whether this is a valid host name: no blanks, and nothing that a command could take for an option.
bool is_host(std::string_view name) {
    const auto fits = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view(".-_:[]@").find(c) != std::string_view::npos;
    };
    return !name.empty() && name[0] != '-' && std::all_of(name.begin(), name.end(), fits);
}

void check_names(const std::vector<std::string>& hosts, const std::string& where) {
    for (const std::string& host : hosts)
        if (!is_host(host))
            throw Failure(ExitCode::Usage, fmt::format("{}: `{}` is not a host name", where, host),
                          "use letters, digits and .-_:[]@, followed by `:RANKS` where a host takes several");
}

struct UnreachableHosts {
    std::vector<std::string> hosts; ///< quoted
    std::string said;               ///< output of the check
};

/// Without `launch.reach`, no host counts as unreachable.
UnreachableHosts unreachable_hosts(const MachineProfile& profile, Interrupts& interrupts) {
    if (profile.reach.empty()) return {};
    const TemporaryDirectory folder;
    std::vector<std::string> hosts;
    std::vector<Command> questions;
    std::vector<std::filesystem::path> answers;
    for (const std::string& entry : profile.hosts) {
        const std::string host = host_entry(entry).name;
        if (std::find(hosts.begin(), hosts.end(), host) != hosts.end()) continue;
        hosts.push_back(host);
        answers.push_back(folder.path() / std::to_string(answers.size()));
        const Replacements by{{"host", host}, {"profile_directory", profile.folder.string()}};
        questions.push_back({filled(profile.reach, by), profile.environment, false});
    }
    const int all = static_cast<int>(questions.size());
    const auto ends = run_all(questions, answers, all, interrupts, {}, {}, answer_timeout);
    UnreachableHosts silent;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (ends[i].good()) continue;
        silent.hosts.push_back("`" + hosts[i] + "`");
        silent.said += read_file(answers[i], hosts_limit_bytes);
    }
    return silent;
}

} // namespace

HostEntry host_entry(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || colon != text.rfind(':')) return {text}; // an address has several
    const auto ranks = number_in<std::size_t>(std::string_view(text).substr(colon + 1));
    return {text.substr(0, colon), std::max<std::size_t>(ranks.value_or(1), 1)};
}

std::vector<std::string> parse_hosts(const std::string& text) {
    const bool is_file = text.find('/') != std::string::npos;
    const std::string lines = is_file ? read_named_file(text, hosts_limit_bytes) : text;
    std::vector<std::string> hosts;
    int number = 0;
    for (const std::string_view line : lines_of(lines)) {
        const std::string where = is_file ? fmt::format("{}:{}", text, ++number) : "--hosts";
        add_hosts(line.substr(0, line.find('#')), where, hosts);
    }
    if (hosts.empty()) throw Failure(ExitCode::Usage, fmt::format("`--hosts {}` names no host", text));
    check_names(hosts, "--hosts");
    return hosts;
}

void set_hosts(MachineProfile& profile, const std::string& hosts) {
    if (!hosts.empty()) {
        if (!profile.wants_hosts || profile.simulation)
            throw Failure(
                ExitCode::Usage,
                fmt::format("machine `{}` does not accept `--hosts`: its profile has no `launch.hosts`",
                            profile.name),
                "use `--machine hosts`");
        profile.hosts = parse_hosts(hosts);
    }
    if (profile.wants_hosts && profile.hosts.empty())
        throw Failure(ExitCode::Usage, about_key(profile, "launch.hosts", "no host is named"),
                      "give `--hosts node1,node2`, or a profile that names the hosts");
    check_names(profile.hosts, about_key(profile, "launch.hosts", "a name"));
}

void check_hosts_answer(const MachineProfile& profile, Interrupts& interrupts) {
    const UnreachableHosts silent = unreachable_hosts(profile, interrupts);
    if (silent.hosts.empty()) return;
    throw Failure(
        ExitCode::RunFailed,
        about_key(profile, "launch.hosts", fmt::format("{} cannot be reached", joined(silent.hosts, ", "))),
        fmt::format("`{}` must succeed for every host (`launch.reach`)", shell_words(profile.reach)))
        .with_details(silent.said);
}

std::string lost_hosts(const MachineProfile& profile, Interrupts& interrupts) {
    const UnreachableHosts silent = unreachable_hosts(profile, interrupts);
    if (silent.hosts.empty()) return {};
    return about_key(profile, "launch.hosts",
                     fmt::format("{} no longer answer{}; ranks may still run there",
                                 joined(silent.hosts, ", "), silent.hosts.size() == 1 ? "s" : ""));
}

} // namespace loop::runner
