#include "runner/profile/hosts.h"

#include "base/text/shell.h"
#include "base/text/words.h"
#include "runner/profile/launcher_words.h"
#include "runner/profile/placeholders.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <set>

namespace loop::runner {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto answer_timeout = std::chrono::seconds(20);
constexpr std::size_t hosts_limit_bytes = std::size_t(1) << 20;

/// Nothing that a command could take for an option, and nothing with blanks.
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
            throw Failure(ExitCode::Usage, fmt::format("{}: `{}` is no name of a host", where, host),
                          "letters, digits and .-_:[]@; with `:RANKS` behind it where a host takes several");
}

/// `node1` of `node1:4`; an address with several colons is left as it is.
std::string without_ranks(const std::string& host) {
    const std::size_t colon = host.find(':');
    return colon == host.rfind(':') ? host.substr(0, colon) : host;
}

/// One host that is being asked.
struct HostQuestion {
    std::string host;
    std::filesystem::path answer;
    Process process;
    bool is_open = true;
    ExitStatus status{};
};

std::vector<HostQuestion> ask_all(const MachineProfile& profile, const std::filesystem::path& folder) {
    std::vector<HostQuestion> questions;
    std::set<std::string> asked;
    for (const std::string& entry : profile.hosts) {
        const std::string host = without_ranks(entry);
        if (!asked.insert(host).second) continue;
        const auto answer = folder / std::to_string(questions.size());
        const Descriptor output = create_file(answer);
        const Command command{
            filled(profile.reach, {{"host", host}, {"profile_directory", profile.folder.string()}}),
            profile.environment, false};
        questions.push_back({host, answer, Process(command, output.get(), output.get())});
    }
    return questions;
}

void wait_for(std::vector<HostQuestion>& questions, Interrupts& interrupts) {
    const auto deadline = Clock::now() + answer_timeout;
    const auto is_open = [](const HostQuestion& question) { return question.is_open; };
    while (std::any_of(questions.begin(), questions.end(), is_open) && Clock::now() < deadline) {
        std::vector<pollfd> waits{{interrupts.fd(), POLLIN, 0}};
        for (const HostQuestion& question : questions)
            waits.push_back({question.is_open ? question.process.fd() : -1, POLLIN, 0});
        ::poll(waits.data(), waits.size(), 100);
        if (const int signal = interrupts.take()) throw Interrupted{signal};
        for (std::size_t i = 0; i < questions.size(); ++i) {
            if (waits[i + 1].revents == 0) continue;
            questions[i].status = questions[i].process.wait();
            questions[i].is_open = false;
        }
    }
}

struct Silent {
    std::vector<std::string> hosts; ///< quoted
    std::string said;               ///< instead of an answer
};

Silent silent_hosts(const MachineProfile& profile, Interrupts& interrupts) {
    const TemporaryDirectory folder;
    std::vector<HostQuestion> questions = ask_all(profile, folder.path());
    wait_for(questions, interrupts);
    Silent silent;
    for (const HostQuestion& question : questions) {
        if (!question.is_open && question.status.good()) continue;
        silent.hosts.push_back("`" + question.host + "`");
        silent.said += read_file(question.answer, hosts_limit_bytes);
    }
    return silent;
}

} // namespace

std::vector<std::string> parse_hosts(const std::string& text) {
    const bool is_file = text.find('/') != std::string::npos;
    std::string lines = is_file ? read_file(text, hosts_limit_bytes) : replaced(text, ",", "\n");
    std::vector<std::string> hosts;
    for (const std::string_view line : lines_of(lines))
        if (const std::string_view name = trimmed(line.substr(0, line.find('#'))); !name.empty()) hosts.emplace_back(name);
    if (hosts.empty()) throw Failure(ExitCode::Usage, fmt::format("`--hosts {}` names no host", text));
    check_names(hosts, "--hosts");
    return hosts;
}

void settle_hosts(MachineProfile& profile, const std::string& asked) {
    if (!asked.empty()) {
        if (!profile.wants_hosts || profile.simulation)
            throw Failure(
                ExitCode::Usage,
                fmt::format("machine `{}` has no use for `--hosts`: its profile has no `launch.hosts`",
                            profile.name),
                "`--machine hosts` has");
        profile.hosts = parse_hosts(asked);
    }
    if (profile.wants_hosts && profile.hosts.empty())
        throw Failure(ExitCode::Usage, about_key(profile, "launch.hosts", "no host is named"),
                      "`--hosts node1,node2`, or a profile of your own that names them");
    check_names(profile.hosts, about_key(profile, "launch.hosts", "a name"));
}

void check_hosts_answer(const MachineProfile& profile, Interrupts& interrupts) {
    if (profile.reach.empty() || profile.hosts.empty()) return;
    const Silent silent = silent_hosts(profile, interrupts);
    if (silent.hosts.empty()) return;
    throw Failure(
        ExitCode::RunFailed,
        about_key(profile, "launch.hosts", fmt::format("{} cannot be reached", joined(silent.hosts, ", "))),
        fmt::format("`{}` must succeed for every host (`launch.reach`)", shell_words(profile.reach)))
        .with_details(silent.said);
}

std::string lost_hosts(const MachineProfile& profile, Interrupts& interrupts) {
    if (profile.reach.empty() || profile.hosts.empty()) return {};
    const Silent silent = silent_hosts(profile, interrupts);
    if (silent.hosts.empty()) return {};
    return about_key(profile, "launch.hosts",
                     fmt::format("{} no longer answer{}; ranks may still run there", joined(silent.hosts, ", "),
                                 silent.hosts.size() == 1 ? "s" : ""));
}

} // namespace loop::runner
