#include "recording/executions.h"

#include "recording/recorder.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"

#include <loop/fnv.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loop::recording {

using namespace runtime;

namespace {

// Executions that must record the same as rank 0 if one execution stands for all ranks.
constexpr int samples = 16;

// If ranks communicate the same but compute different amounts, all are executed up to this number of ranks.
constexpr int most_computing_ranks = 4096;

[[noreturn]] void fail_at_start(const std::string& message) {
    print_error("error: " + message);
    std::_Exit(exit_run_failed);
}

// What an execution tells the first process.
struct Report {
    std::set<int> asked; // ranks
    std::string text;    // empty: `hash` is that of an earlier execution
    std::uint64_t hash = 0;
    std::uint64_t groups = 0;        // a hash of the groups that the rank was in
    std::uint64_t communication = 0; // a hash of what was recorded without computations
};

// What the executions that are done have recorded, by its hash. A process inherits it from the first one.
struct Recorded {
    std::string text;
    std::vector<int> ranks;
};
Lasting<std::map<std::uint64_t, Recorded>> recorded;
Lasting<Report> own_report;
int report_pipe = -1;
bool is_every_rank_needed = false;
bool do_groups_differ = false;
bool is_work_wanted = true;

void write_all(int file, const void* data, std::size_t bytes) {
    const char* at = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t written = write(file, at, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail_at_start("cannot pass on what was recorded");
        at += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

std::string read_all(int file) {
    std::string text;
    char part[65536];
    for (;;) {
        const ssize_t bytes = read(file, part, sizeof part);
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes <= 0) return text;
        text.append(part, static_cast<std::size_t>(bytes));
    }
}

// "HASH GROUPS COMMUNICATION RANK RANK ...\nTEXT"
std::string packed(const Report& report) {
    std::string line = concat(report.hash, " ", report.groups, " ", report.communication);
    for (const int rank : report.asked)
        line += concat(" ", rank);
    return line + "\n" + report.text;
}

bool unpack(const std::string& message, Report& report) {
    const std::size_t end = message.find('\n');
    if (end == std::string::npos) return false;
    const char* at = message.c_str();
    char* next = nullptr;
    report.hash = std::strtoull(at, &next, 10);
    report.groups = std::strtoull(next, &next, 10);
    report.communication = std::strtoull(next, &next, 10);
    while (next < message.c_str() + end)
        report.asked.insert(static_cast<int>(std::strtol(next, &next, 10)));
    report.text = message.substr(end + 1);
    return true;
}

// Which ranks are to be executed, and in which order.
class Plan {
public:
    explicit Plan(int ranks) : ranks_(ranks), is_known_(static_cast<std::size_t>(ranks)) {
        if (ranks <= samples || is_every_rank_needed) {
            add_all();
            return;
        }
        for (const int rank : {0, 1, 2, ranks / 2, ranks - 2, ranks - 1})
            add(rank);
        for (std::uint64_t i = 1; order_.size() < samples; ++i)
            add(static_cast<int>(i * 0x9e3779b97f4a7c15u % static_cast<std::uint64_t>(ranks)));
    }

    int ranks() const { return ranks_; }
    bool has_next() const { return next_ < order_.size(); }
    int next() { return order_[next_++]; }
    void add(int rank) {
        if (rank < 0 || rank >= ranks_ || is_known_[static_cast<std::size_t>(rank)]) return;
        is_known_[static_cast<std::size_t>(rank)] = true;
        order_.push_back(rank);
    }
    // With every rank.
    void begin_again() {
        is_known_.assign(is_known_.size(), false);
        order_.clear();
        next_ = 0;
        add_all();
    }
    void add_all() {
        for (int rank = 0; rank < ranks_; ++rank)
            add(rank);
    }

private:
    int ranks_;
    std::vector<bool> is_known_;
    std::vector<int> order_;
    std::size_t next_ = 0;
};

void keep(int rank, Report report) {
    Recorded& all = recorded()[report.hash];
    if (all.ranks.empty()) all.text = std::move(report.text);
    all.ranks.push_back(rank);
}

// Ends this process as the execution has ended, if that was not at \CLOSE0.
Report report_of(pid_t process, int pipe, int rank) {
    const std::string message = read_all(pipe);
    close(pipe);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    Report report;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && unpack(message, report)) return report;
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) std::_Exit(WEXITSTATUS(status));
    if (WIFSIGNALED(status))
        fail_at_start(concat("the program was ended by signal ", WTERMSIG(status), " as rank ", rank));
    fail_at_start(concat("the program ended before \\CLOSE0 as rank ", rank));
}

// "0-15 20": in ascending order.
std::string rank_ranges(std::vector<int> ranks) {
    std::sort(ranks.begin(), ranks.end());
    std::string text;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
            ++end;
        text += concat(text.empty() ? "" : " ", ranks[i]);
        if (end > i + 1) text += concat("-", ranks[end - 1]);
        i = end;
    }
    return text;
}

void write_schedule(int ranks, bool one_for_all) {
    const char* const path = std::getenv("LOOP_RECORD_FILE");
    std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
    if (file == nullptr) fail_at_start("LOOP_RECORD_FILE does not name a file that can be written");
    std::fprintf(file, "loop-schedule 2\nranks %d\n", ranks);
    for (const auto& [hash, each] : recorded()) {
        const std::string of = one_for_all ? concat("0-", ranks - 1) : rank_ranges(each.ranks);
        std::fprintf(file, "execution %s\n", of.c_str());
        std::fwrite(each.text.data(), 1, each.text.size(), file);
    }
    if (std::fclose(file) != 0) fail_at_start("cannot write what was recorded");
}

} // namespace

namespace {

// Executes the program as one rank after the other. Returns the rank in each execution; in the first process
// -1 when all is done.
int execute(Plan& plan) {
    std::map<std::uint64_t, Report> by_groups; // of ranks in the same groups, the first one
    while (plan.has_next()) {
        const int rank = plan.next();
        int ends[2];
        if (pipe(ends) != 0) fail_at_start("cannot make a pipe");
        const pid_t process = fork();
        if (process < 0) fail_at_start("cannot start a process");
        if (process == 0) {
            close(ends[0]);
            report_pipe = ends[1];
            return rank;
        }
        close(ends[1]);
        Report report = report_of(process, ends[0], rank);
        for (const int asked : report.asked)
            plan.add(asked);
        const auto [first, is_first] = by_groups.try_emplace(report.groups);
        if (is_first) {
            first->second.hash = report.hash;
            first->second.communication = report.communication;
        }
        const bool agrees = first->second.hash == report.hash;
        const bool agrees_without_work = first->second.communication == report.communication;
        keep(rank, std::move(report));
        if (agrees || do_groups_differ) continue;
        recorded().clear();
        by_groups.clear();
        if (plan.ranks() > most_computing_ranks && agrees_without_work && is_work_wanted) {
            is_work_wanted = false;
            plan = Plan(plan.ranks());
            continue;
        }
        // Ranks do something of their own.
        do_groups_differ = true;
        plan.begin_again();
    }
    return -1;
}

} // namespace

int begin_executions(int ranks) {
    Plan plan(ranks);
    do_groups_differ = is_every_rank_needed;
    std::fflush(nullptr);
    const int rank = execute(plan);
    if (rank >= 0) return rank;
    write_schedule(ranks, recorded().size() == 1);
    std::_Exit(0);
}

void end_execution() {
    Report& report = own_report();
    if (!is_work_wanted)
        note(concat("ranks compute different amounts; these are counted for up to ", most_computing_ranks,
                    " ranks only"));
    report.text = recorded_text();
    report.hash = fnv1a64(report.text);
    report.groups = fnv1a64(recorded_groups());
    report.communication = fnv1a64(recorded_communication());
    if (recorded().count(report.hash) != 0) report.text.clear();
    const std::string message = packed(report);
    std::fflush(nullptr);
    write_all(report_pipe, message.data(), message.size());
    std::_Exit(0);
}

void ask_for_execution(int rank) {
    own_report().asked.insert(rank);
}

bool groups_differ() {
    return do_groups_differ;
}

bool is_work_recorded() {
    return is_work_wanted;
}

void need_every_rank() {
    is_every_rank_needed = true;
}

} // namespace loop::recording
