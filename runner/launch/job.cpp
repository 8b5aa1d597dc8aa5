#include "runner/launch/job.h"

#include "base/text/shell.h"
#include "base/text/words.h"
#include "runner/profile/known_errors.h"
#include "runner/profile/placeholders.h"
#include "runner/system/failure.h"

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

constexpr auto between_questions = std::chrono::seconds(2);     ///< to the queue
constexpr auto patience_with_files = std::chrono::seconds(10);  ///< that a network's file system may be late
constexpr auto patience_with_cancel = std::chrono::seconds(60); ///< until a cancelled job is gone
constexpr std::size_t job_limit_bytes = std::size_t(1) << 20;

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// The last line up to a `;`: sbatch puts the cluster's name behind it.
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

/// What the job writes into a file, shown as it comes.
class Follower {
public:
    Follower(const fs::path& path, int show)
        : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)), shown_(show) {}

    /// Whether there was something.
    bool pump() {
        bool is_new = false;
        std::array<char, 65536> block;
        for (ssize_t count = 0; (count = ::read(file_.get(), block.data(), block.size())) > 0;) {
            shown_.add({block.data(), static_cast<std::size_t>(count)});
            is_new = true;
        }
        return is_new;
    }
    char last_byte() const { return shown_.last_byte(); }

private:
    Descriptor file_;
    Shown shown_;
};

/// One command of the queue at a time, its words in a file.
class QueueQuestion {
public:
    QueueQuestion(std::vector<std::string> arguments, fs::path answer, std::string package)
        : arguments_(std::move(arguments)), answer_(std::move(answer)), package_(std::move(package)) {}

    void ask() {
        const Descriptor output = create_file(answer_);
        process_.emplace(Command{arguments_, {}, false}, output.get(), output.get(), package_);
    }
    bool is_open() const { return process_.has_value(); }
    int fd() const { return process_ ? process_->fd() : -1; }
    /// What it said; nothing where it failed.
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

/// Whether the queue still knows a job. It says nothing of one that is gone, and may fail for that too.
QueueQuestion state_question(const Queue& queue, const std::string& job, const fs::path& folder) {
    return {filled(queue.state, {{"job", job}}), folder / "job.state", queue.package};
}

/// For as long as it is worth, since nothing has happened since `quiet_since`. True when the process of the descriptor
/// has ended.
bool sleep_until_news(const Interrupts& interrupts, int process, Clock::time_point quiet_since,
                      std::chrono::milliseconds at_most = std::chrono::milliseconds::max()) {
    const auto quiet = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - quiet_since);
    std::array<pollfd, 2> waits{{{interrupts.fd(), POLLIN, 0}, {process, POLLIN, 0}}};
    ::poll(waits.data(), waits.size(), static_cast<int>(std::min(pause_between_looks(quiet), at_most).count()));
    return waits[1].revents != 0;
}

/// What a signal does to whoever waits until a job is gone: true to wait no more.
using HearSignal = std::function<bool(int signal, bool is_cancelled)>;

/// A job that was cancelled: still there after a minute, no more waited for, gone, or neither the queue's `cancel`
/// nor its `state` ever succeeded, as for a job that is long gone, and for a queue that does not answer.
enum class Cancelled { Stays, GivenUp, Gone, Unknown };

Cancelled cancel_job(const Queue& queue, const std::string& job, const fs::path& folder, Interrupts& interrupts,
                     const HearSignal& hear_signal) {
    const auto begin = Clock::now();
    QueueQuestion cancelling(filled(queue.cancel, {{"job", job}}), folder / "job.cancelled", queue.package);
    cancelling.ask();
    QueueQuestion state = state_question(queue, job, folder);
    bool is_heard = false;
    while (Clock::now() - begin < patience_with_cancel) {
        const bool is_answered =
            sleep_until_news(interrupts, cancelling.is_open() ? cancelling.fd() : state.fd(), begin);
        const int signal = interrupts.take();
        if (signal != 0 && hear_signal(signal, !cancelling.is_open())) return Cancelled::GivenUp;
        if (cancelling.is_open()) {
            if (is_answered) is_heard = cancelling.hear().has_value();
        } else if (!state.is_open()) {
            state.ask();
        } else if (is_answered) {
            const std::optional<std::string> words = state.hear();
            is_heard = is_heard || words;
            if (!words || words->empty()) return is_heard ? Cancelled::Gone : Cancelled::Unknown;
        }
    }
    return Cancelled::Stays;
}

std::string still_in_queue(const std::string& job) {
    return fmt::format("job {} was cancelled and is still in the queue", job);
}

class JobWatch {
public:
    JobWatch(const Launch& launch, const MachineProfile& profile, int ranks, Interrupts& interrupts)
        : launch_(launch), profile_(profile), queue_(*profile.queue), ranks_(ranks), interrupts_(interrupts) {
        write_file(launch.folder / "job.sh", job_script(launch, profile, ranks));
        // The job opens them again; whoever reads them finds them also where it never starts.
        write_file(launch.folder / "stdout", "");
        write_file(launch.folder / "stderr", "");
        output_.emplace(launch.folder / "stdout", launch.show_output);
        errors_.emplace(launch.folder / "stderr", launch.show_errors);
    }

    LaunchEnd wait() {
        submit();
        while (!has_ended_ && !end_.was_stopped() && end_.problem.empty())
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
    /// A signal does not leave a job behind that nobody knows: the answer is waited for, then it is
    /// cancelled.
    void submit() {
        const auto arguments = submit_arguments(profile_, ranks_, launch_.folder);
        QueueQuestion question(arguments, launch_.folder / "job.submitted", queue_.package);
        question.ask();
        for (bool is_answered = false; !is_answered;) {
            is_answered = sleep_until_news(interrupts_, question.fd(), quiet_since_);
            if (const int signal = interrupts_.take()) {
                if (end_.interrupted_by != 0) throw Interrupted{signal};
                end_.interrupted_by = signal;
            }
        }
        const bool is_taken = question.hear().has_value();
        const std::string words = question.words();
        submitted_ = last_look_ = quiet_since_ = Clock::now();
        end_.job = job_in(words);
        if (!is_taken || !is_job(end_.job))
            throw Failure(ExitCode::RunFailed,
                          about_key(profile_, "queue.submit",
                                    fmt::format("the queue did not take the job: {}",
                                                words.empty() ? "it said nothing" : words)),
                          "the command was: " + shell_words(arguments));
        state_.emplace(state_question(queue_, end_.job, launch_.folder));
    }

    void step() {
        const bool is_answered = sleep_until_news(interrupts_, state_->fd(), quiet_since_, until_hang_look());
        if (const int signal = interrupts_.take()) end_.interrupted_by = signal;
        look();
        if (is_answered) hear_state();
        if (!state_->is_open() && Clock::now() - asked_ > between_questions) ask_state();
        check_limits();
        look_for_hang();
    }

    std::chrono::milliseconds until_hang_look() const {
        return launch_.is_hung && started_ ? launch_.between_hang_looks : std::chrono::milliseconds::max();
    }

    void look_for_hang() {
        if (!launch_.is_hung || !started_ || has_ended_ || end_.was_stopped() ||
            Clock::now() < next_hang_look_)
            return;
        next_hang_look_ = Clock::now() + launch_.between_hang_looks;
        end_.hung = launch_.is_hung();
    }

    /// What the job has left in its folder.
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

    /// When the job began, which nobody saw before `last_look`; the clock of its host may be another one.
    Clock::time_point began_after(Clock::time_point last_look) const {
        std::error_code ignored;
        const auto age =
            fs::file_time_type::clock::now() - fs::last_write_time(launch_.folder / "job.started", ignored);
        const auto now = Clock::now();
        return std::clamp(now - std::chrono::duration_cast<Clock::duration>(age), std::min(last_look, now), now);
    }

    void ask_state() {
        state_->ask();
        asked_ = Clock::now();
    }

    /// A job that has left the queue without its last file was ended by somebody else.
    void hear_state() {
        if (const auto words = state_->hear(); words && !words->empty()) {
            state_words_ = *words;
            gone_since_.reset();
        } else if (!gone_since_) {
            gone_since_ = Clock::now();
        }
        if (!has_ended_ && gone_since_ && Clock::now() - *gone_since_ > patience_with_files)
            end_.problem =
                about_key(profile_, "queue.state",
                          fmt::format("job {} left the queue {}; what the queue said is in job.log", end_.job,
                                      started_ ? "before its launcher ended" : "without having started"));
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
                            state_words_.empty() ? "" : fmt::format("; the queue said `{}`", state_words_)));
        }
    }

    /// A signal ends the wait: a second one, where one has ended the launch.
    void hear_last_words() {
        if (!started_ || !launch_.before_stop) return;
        launch_.before_stop();
        const auto begin = Clock::now();
        while (launch_.have_told && !launch_.have_told() && Clock::now() - begin < patience_with_ranks) {
            sleep_until_news(interrupts_, -1, begin);
            if (const int signal = interrupts_.take(); signal != 0) {
                end_.at_once = end_.interrupted_by != 0;
                end_.interrupted_by = signal;
                return;
            }
        }
    }

    void cancel() {
        hear_last_words();
        state_.reset();
        const auto hear_signal = [&](int signal, bool is_cancelled) {
            end_.at_once = end_.interrupted_by != 0;
            end_.interrupted_by = signal;
            return end_.at_once && is_cancelled;
        };
        if (cancel_job(queue_, end_.job, launch_.folder, interrupts_, hear_signal) == Cancelled::Stays)
            end_.problem += (end_.problem.empty() ? "" : "; ") + still_in_queue(end_.job);
    }

    const Launch& launch_;
    const MachineProfile& profile_;
    const Queue& queue_;
    int ranks_;
    Interrupts& interrupts_;
    std::optional<Follower> output_, errors_;
    std::optional<QueueQuestion> state_;
    Clock::time_point submitted_{}, last_look_{}, asked_{Clock::now()}, quiet_since_{Clock::now()},
        next_hang_look_{};
    std::optional<Clock::time_point> started_, gone_since_;
    std::string state_words_;
    bool has_ended_ = false;
    LaunchEnd end_;
};

std::string assignment(const std::string& name, const std::string& value) {
    return "export " + name + "=" + shell_words({value}) + "\n";
}

} // namespace

std::chrono::milliseconds pause_between_looks(std::chrono::milliseconds quiet) {
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
    // In one step, so that nobody reads half of it.
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
    const Cancelled end = cancel_job(*profile.queue, job, folder, interrupts, give_up);
    if (end == Cancelled::Stays)
        throw Failure(ExitCode::RunFailed, about_key(profile, "queue.cancel", still_in_queue(job)),
                      "go on when it is gone");
    return end == Cancelled::Gone;
}

} // namespace loop::runner
