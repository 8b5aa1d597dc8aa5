#include "runner/launch/job.h"

#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/launch/launcher_banner.h"
#include "runner/launch/linger_watch.h"
#include "runner/profile/known_errors.h"
#include "runner/profile/placeholders.h"
#include "runner/system/failure.h"
#include "runner/system/guardian.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <functional>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr auto state_poll_interval = std::chrono::seconds(2); ///< between queries of the job's state
constexpr auto file_timeout = std::chrono::seconds(10);       ///< the delay allowed for a network file system
constexpr auto silence_timeout = std::chrono::seconds(60);    ///< for a queue whose controller starts again
constexpr auto cancel_timeout = std::chrono::seconds(60);     ///< time for a cancelled job to leave the queue
constexpr std::size_t job_limit_bytes = std::size_t(1) << 20;

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// The job number: the last line up to a `;`. After the `;`, sbatch prints the name of the cluster.
std::string job_in(const std::string& text) {
    const std::string_view lines = trimmed(text);
    const std::string_view last = trimmed(lines.substr(lines.rfind('\n') + 1));
    return std::string(last.substr(0, last.find(';')));
}

bool is_job(const std::string& job) {
    return !job.empty() &&
           job.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-[]") ==
               std::string::npos &&
           job[0] != '-';
}

/// The job writes to a file; this copies new output from it to the terminal.
class Follower {
public:
    Follower(const fs::path& path, int show)
        : file_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)), copy_(show) {}
    Follower(const Follower&) = delete;
    Follower& operator=(const Follower&) = delete;
    ~Follower() { copy_.end(); }

    /// Copies new output. Returns whether there was any.
    bool pump() {
        bool is_new = false;
        std::array<char, 65536> block;
        for (ssize_t count = 0; (count = ::read(file_.get(), block.data(), block.size())) > 0;) {
            copy_.add({block.data(), static_cast<std::size_t>(count)});
            is_new = true;
        }
        return is_new;
    }
    char last_byte() const { return copy_.last_byte(); }

private:
    Descriptor file_;
    TerminalCopy copy_;
};

/// Runs a command of the queue with its output in a file.
class QueueCommand {
public:
    QueueCommand(std::vector<std::string> arguments, fs::path answer, std::string package)
        : arguments_(std::move(arguments)), answer_(std::move(answer)), package_(std::move(package)) {}

    void ask() {
        const Descriptor output = create_file(answer_);
        process_.emplace(Command{arguments_, {}, false}, output.get(), output.get(), package_);
    }
    bool is_open() const { return process_.has_value(); }
    int fd() const { return process_ ? process_->fd() : -1; }
    /// Waits for the command and returns its output, or nullopt if the command failed.
    std::optional<std::string> hear() {
        const ExitStatus status = process_->wait();
        process_.reset();
        return status.good() ? std::optional(words()) : std::nullopt;
    }
    std::string words() const { return std::string(trimmed(read_file(answer_, job_limit_bytes))); }

private:
    std::vector<std::string> arguments_;
    fs::path answer_;
    std::string package_;
    std::optional<Process> process_;
};

/// Queries the state of a job. No output means that the job is gone. A failure means that it is gone, or that
/// the queue does not answer: its controller may be starting again.
QueueCommand state_command(const Queue& queue, const std::string& job, const fs::path& folder) {
    return {filled(queue.state, {{"job", job}}), folder / "job.state", queue.package};
}

/// Sleeps until a signal arrives or the process of descriptor `process` ends. The longest sleep is
/// poll_interval_after(the time since `quiet_since`), or `at_most` if that is shorter. Returns whether the
/// process has ended.
bool sleep_until_news(const Interrupts& interrupts, int process, Clock::time_point quiet_since,
                      std::chrono::milliseconds at_most = std::chrono::milliseconds::max()) {
    const auto quiet = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - quiet_since);
    std::array<pollfd, 2> waits{{{interrupts.fd(), POLLIN, 0}, {process, POLLIN, 0}}};
    ::poll(waits.data(), waits.size(),
           static_cast<int>(std::min(poll_interval_after(quiet), at_most).count()));
    return waits[1].revents != 0;
}

/// Called on a signal while waiting for a job to leave the queue. Returns true to stop waiting.
using OnSignal = std::function<bool(int signal, bool is_cancelled)>;

/// Outcome of cancelling a job: still queued after a minute, wait abandoned, gone, or unknown because the
/// queue's `cancel` has not succeeded.
enum class Cancelled { Stays, GivenUp, Gone, Unknown };

struct CancelEnd {
    Cancelled outcome;
    std::string error; ///< why `cancel` has not succeeded; empty: unknown
};

/// Cancels the job, again if that fails, until the queue says that it is gone: for a minute at most, or for
/// `timeout` if the queue does not answer at all.
CancelEnd cancel_job(const Queue& queue, const std::string& job, const fs::path& folder,
                     Interrupts& interrupts, const OnSignal& on_signal, std::chrono::seconds timeout) {
    const auto begin = Clock::now();
    QueueCommand cancelling(filled(queue.cancel, {{"job", job}}), folder / "job.cancelled", queue.package);
    cancelling.ask();
    QueueCommand state = state_command(queue, job, folder);
    bool is_cancelled = false, has_answered = false;
    std::string error;
    while (Clock::now() - begin < cancel_timeout) {
        const bool is_answer =
            sleep_until_news(interrupts, cancelling.is_open() ? cancelling.fd() : state.fd(), begin);
        const int signal = interrupts.take();
        if (signal != 0 && on_signal(signal, !cancelling.is_open())) return {Cancelled::GivenUp, error};
        if (cancelling.is_open()) {
            if (!is_answer) continue;
            is_cancelled = cancelling.hear().has_value();
            if (!is_cancelled) error = last_error_line(cancelling.words());
        } else if (!state.is_open()) {
            state.ask();
        } else if (is_answer) {
            const std::optional<std::string> words = state.hear();
            has_answered = has_answered || is_cancelled || words;
            if (words ? words->empty() : is_cancelled) return {Cancelled::Gone, {}};
            if (!has_answered && Clock::now() - begin >= timeout) return {Cancelled::Unknown, error};
            if (!is_cancelled) cancelling.ask();
        }
    }
    if (error.empty() && cancelling.is_open())
        error = fmt::format("it has not ended after {} s", cancel_timeout.count());
    return {is_cancelled ? Cancelled::Stays : Cancelled::Unknown, error};
}

std::string failed_to_cancel(const Queue& queue, const std::string& job, const std::string& error) {
    return fmt::format("job {} could not be cancelled and may still run: `{}` fails{}", job,
                       shell_words(filled(queue.cancel, {{"job", job}})), error.empty() ? "" : ": " + error);
}

std::string still_in_queue(const std::string& job) {
    return fmt::format("job {} was cancelled but is still in the queue", job);
}

class JobWatch {
public:
    JobWatch(const Launch& launch, const MachineProfile& profile, int ranks, Interrupts& interrupts)
        : launch_(launch), profile_(profile), queue_(*profile.queue), ranks_(ranks), interrupts_(interrupts) {
        write_file(launch.folder / "job.sh", job_script(launch, profile, ranks));
        // The job opens these files again; created here, they exist even if the job never starts.
        write_file(launch.folder / "stdout", "");
        write_file(launch.folder / "stderr", "");
        output_.emplace(launch.folder / "stdout", launch.show_output);
        errors_.emplace(launch.folder / "stderr", launch.show_errors);
    }

    LaunchEnd wait() {
        submit();
        while (!has_ended_ && !end_.was_stopped() && !end_.lingered && end_.problem.empty())
            step();
        if (!has_ended_) cancel();
        look();
        if (has_ended_)
            end_.seconds = job_seconds(launch_.folder);
        else if (started_)
            end_.seconds = Seconds(Clock::now() - *started_).count();
        end_.last_output = output_->last_byte();
        return end_;
    }

private:
    /// A signal must not leave an unknown job behind: first wait for the job number, then cancel the job.
    void submit() {
        const auto arguments = submit_arguments(profile_, ranks_, launch_.folder);
        QueueCommand question(arguments, launch_.folder / "job.submitted", queue_.package);
        question.ask();
        for (bool is_answered = false; !is_answered;) {
            is_answered = sleep_until_news(interrupts_, question.fd(), quiet_since_);
            if (const int signal = interrupts_.take()) {
                if (end_.interrupted_by != 0) throw Interrupted{signal};
                end_.interrupted_by = signal;
            }
        }
        const bool is_accepted = question.hear().has_value();
        const std::string words = question.words();
        submitted_ = last_look_ = quiet_since_ = Clock::now();
        end_.job = job_in(words);
        if (!is_accepted || !is_job(end_.job))
            throw Failure(ExitCode::RunFailed,
                          about_key(profile_, "queue.submit",
                                    fmt::format("the queue rejected the job: {}",
                                                words.empty() ? "no message" : words)),
                          "the command was: " + shell_words(arguments));
        guardian_.emplace(filled(queue_.cancel, {{"job", end_.job}}));
        state_.emplace(state_command(queue_, end_.job, launch_.folder));
    }

    void step() {
        const bool is_answered = sleep_until_news(interrupts_, state_->fd(), quiet_since_, until_hang_poll());
        if (const int signal = interrupts_.take()) end_.interrupted_by = signal;
        look();
        if (is_answered) read_state();
        if (!state_->is_open() && Clock::now() - polled_ > state_poll_interval) ask_state();
        check_limits();
        look_for_hang();
        if (started_ && !has_ended_ && linger_watch_.look(Clock::now())) end_.lingered = true;
    }

    std::chrono::milliseconds until_hang_poll() const {
        return launch_.is_hung && started_ ? launch_.hang_poll_interval : std::chrono::milliseconds::max();
    }

    void look_for_hang() {
        if (!launch_.is_hung || !started_ || has_ended_ || end_.was_stopped() ||
            Clock::now() < next_hang_poll_)
            return;
        next_hang_poll_ = Clock::now() + launch_.hang_poll_interval;
        end_.hung = launch_.is_hung();
    }

    /// Checks the files of the job.
    void look() {
        if (!started_ && is_there(launch_.folder / "job.started")) {
            started_ = began_after(last_look_);
            quiet_since_ = Clock::now();
            end_.queue_seconds = Seconds(*started_ - submitted_).count();
        }
        last_look_ = Clock::now();
        const bool said = output_->pump(), complained = errors_->pump();
        if (said || complained) quiet_since_ = Clock::now();
        if (!is_there(launch_.folder / "job.ended")) return;
        has_ended_ = true;
        end_.status.code = std::atoi(read_file(launch_.folder / "job.ended", job_limit_bytes).c_str());
        output_->pump();
        errors_->pump();
    }

    /// Returns when the job started, from the age of `job.started`. The clock of the host that wrote this
    /// file may differ, so the result is never before `last_look` or in the future.
    Clock::time_point began_after(Clock::time_point last_look) const {
        std::error_code ignored;
        const auto age =
            fs::file_time_type::clock::now() - fs::last_write_time(launch_.folder / "job.started", ignored);
        const auto now = Clock::now();
        return std::clamp(now - std::chrono::duration_cast<Clock::duration>(age), std::min(last_look, now),
                          now);
    }

    void ask_state() {
        state_->ask();
        polled_ = Clock::now();
    }

    void read_state() {
        const std::optional<std::string> words = state_->hear();
        note_time(gone_since_, words && words->empty());
        note_time(silent_since_, !words);
        if (words && !words->empty()) queue_state_ = *words;
        if (has_ended_) return;
        // Its files may come late. Without them, the batch system or a user ended the job.
        if (is_past(gone_since_, file_timeout))
            end_.problem =
                about_key(profile_, "queue.state",
                          fmt::format("job {} left the queue {}; see job.log for messages of the queue",
                                      end_.job, started_ ? "before its launcher ended" : "without starting"));
        else if (is_past(silent_since_, silence_timeout))
            end_.problem = about_key(
                profile_, "queue.state",
                fmt::format(
                    "the command has failed for {} s, the last time with `{}`: job {} has left the queue, or "
                    "the queue does not answer and the job may still run",
                    silence_timeout.count(), state_->words(), end_.job));
    }

    static void note_time(std::optional<Clock::time_point>& since, bool holds) {
        if (!holds)
            since.reset();
        else if (!since)
            since = Clock::now();
    }
    static bool is_past(const std::optional<Clock::time_point>& since, std::chrono::seconds limit) {
        return since && Clock::now() - *since > limit;
    }

    void check_limits() {
        const auto past = [](Clock::time_point since, const std::optional<double>& seconds) {
            return seconds && Seconds(Clock::now() - since).count() >= *seconds;
        };
        if (has_ended_) return;
        if (started_) {
            if (past(*started_, launch_.timeout_seconds)) end_.timed_out = true;
        } else if (past(submitted_, profile_.limits.queue_seconds)) {
            end_.problem = about_key(
                profile_, "limits.queue_seconds",
                fmt::format("job {} did not start within {:g} s and was cancelled{}", end_.job,
                            *profile_.limits.queue_seconds,
                            queue_state_.empty() ? ""
                                                 : fmt::format("; its last state was `{}`", queue_state_)));
        }
    }

    /// Asks the ranks for their traces and waits for these. A signal ends the wait.
    void request_traces() {
        if (!started_ || end_.lingered || !launch_.before_stop) return;
        launch_.before_stop();
        const auto begin = Clock::now();
        while (launch_.have_flushed && !launch_.have_flushed() && Clock::now() - begin < shutdown_timeout) {
            sleep_until_news(interrupts_, -1, begin);
            if (const int signal = interrupts_.take(); signal != 0) {
                end_.at_once = end_.interrupted_by != 0;
                end_.interrupted_by = signal;
                return;
            }
        }
    }

    void cancel() {
        request_traces();
        state_.reset();
        const auto on_signal = [&](int signal, bool is_cancelled) {
            end_.at_once = end_.interrupted_by != 0;
            end_.interrupted_by = signal;
            return end_.at_once && is_cancelled;
        };
        const bool is_silent = is_past(silent_since_, silence_timeout); // which the problem says already
        const CancelEnd end = cancel_job(queue_, end_.job, launch_.folder, interrupts_, on_signal,
                                         is_silent ? std::chrono::seconds(0) : silence_timeout);
        if (end.outcome == Cancelled::Stays) add_problem(still_in_queue(end_.job));
        if (end.outcome == Cancelled::Unknown && !is_silent)
            add_problem(failed_to_cancel(queue_, end_.job, end.error));
    }

    void add_problem(const std::string& problem) {
        end_.problem += (end_.problem.empty() ? "" : "; ") + problem;
    }

    const Launch& launch_;
    const MachineProfile& profile_;
    const Queue& queue_;
    int ranks_;
    Interrupts& interrupts_;
    std::optional<Follower> output_, errors_;
    std::optional<QueueCommand> state_;
    LingerWatch linger_watch_{launch_.is_done};
    std::optional<Guardian> guardian_; ///< cancels the job if this command is killed
    Clock::time_point submitted_{}, last_look_{}, polled_{Clock::now()}, quiet_since_{Clock::now()},
        next_hang_poll_{};
    std::optional<Clock::time_point> started_, gone_since_, silent_since_;
    std::string queue_state_;
    bool has_ended_ = false;
    LaunchEnd end_;
};

std::string assignment(const std::string& name, const std::string& value) {
    return "export " + name + "=" + shell_words({value}) + "\n";
}

} // namespace

std::chrono::milliseconds poll_interval_after(std::chrono::milliseconds quiet) {
    using std::chrono::milliseconds;
    return std::clamp(quiet / 20, milliseconds(50), milliseconds(2000));
}

double job_seconds(const fs::path& folder) {
    std::error_code not_started, not_ended;
    const auto begin = fs::last_write_time(folder / "job.started", not_started);
    const auto end = fs::last_write_time(folder / "job.ended", not_ended);
    return not_started || not_ended ? 0 : std::max(0.0, Seconds(end - begin).count());
}

std::string job_script(const Launch& launch, const MachineProfile& profile, int ranks) {
    const auto in_launch = [&](const char* name) { return shell_words({(launch.folder / name).string()}); };
    std::string text = "#!/bin/sh\n";
    for (const std::string& line : filled(profile.queue->directives, {{"ranks", std::to_string(ranks)},
                                                                      {"directory", launch.folder.string()}}))
        text += line + "\n";
    text += fmt::format("# The job of one launch on machine `{}`, written by loop.\n", profile.name);
    for (const auto& [name, value] : launch.environment)
        text += assignment(name, value);
    text += fmt::format("cd {} || exit\n", shell_words({fs::current_path().string()}));
    text += fmt::format(": >{}\n", in_launch("job.started"));
    text += fmt::format("{} >{} 2>{} </dev/null\n", shell_words(launch.arguments), in_launch("stdout"),
                        in_launch("stderr"));
    // mv is atomic, so no reader sees an incomplete file.
    text += fmt::format("echo $? >{0} && mv {0} {1}\n", in_launch("job.code"), in_launch("job.ended"));
    return text;
}

std::vector<std::string> submit_arguments(const MachineProfile& profile, int ranks, const fs::path& folder) {
    return filled(profile.queue->submit, {{"script", (folder / "job.sh").string()},
                                          {"directory", folder.string()},
                                          {"ranks", std::to_string(ranks)}});
}

LaunchEnd run_job(const Launch& launch, const MachineProfile& profile, int ranks, Interrupts& interrupts) {
    return JobWatch(launch, profile, ranks, interrupts).wait();
}

bool cancel_left_job(const fs::path& folder, const MachineProfile& profile, Interrupts& interrupts) {
    if (!profile.queue || !is_there(folder / "job.submitted") || is_there(folder / "job.ended")) return true;
    const std::string job = job_in(read_file(folder / "job.submitted", job_limit_bytes));
    if (!is_job(job)) return false;
    const auto give_up = [](int signal, bool) -> bool { throw Interrupted{signal}; };
    const Cancelled end = cancel_job(*profile.queue, job, folder, interrupts, give_up, file_timeout).outcome;
    if (end == Cancelled::Stays)
        throw Failure(ExitCode::RunFailed, about_key(profile, "queue.cancel", still_in_queue(job)),
                      "resume when it has left the queue");
    return end == Cancelled::Gone;
}

} // namespace loop::runner
