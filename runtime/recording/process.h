#pragma once

#include <sys/types.h>

#include <cstdint>
#include <set>
#include <string>

// An execution is a process, which tells the first process what it has recorded.
namespace loop::recording {

struct Report {
    std::set<int> asked;            // ranks
    std::set<std::string> received; // lines of the file, about calls that receive data
    std::string tables;             // new entries (recording/tables.h)
    std::string text;               // empty: `hash` is that of an earlier execution
    std::uint64_t hash = 0;
    std::uint64_t groups = 0;        // a hash of the groups that the rank was in
    std::uint64_t communication = 0; // a hash of what was recorded without computations
    long long memory = 0;            // bytes of address space, at most
};

class Process {
public:
    // Returns true in the process that is started, false in the one that started it.
    bool start();

    // Whether it ends or sends its report within so many seconds. It goes on if not.
    bool reports_within(double seconds) const;
    void stop() const;

    // Whether it sent a complete report. If not, `end` says how it ended. It may last `limit` seconds; 0: any
    // time.
    bool wait_for_report(double limit, Report& report);
    const std::string& end() const { return end_; }
    int exit_code() const { return exit_code_; } // 0: it did not end with one

private:
    bool read_all(double limit, std::string& text) const;

    pid_t process_ = -1;
    int pipe_ = -1;
    std::string end_;
    int exit_code_ = 0;
};

// In the process that was started: sends the report and ends.
[[noreturn]] void send_report(Report report);

// It prints nothing, leaves no core file, and may have this much address space.
void make_silent(long long most_memory);

[[noreturn]] void fail_at_start(const std::string& message);

} // namespace loop::recording
