#include "runner/launch/launch.h"

#include "base/text/strings.h"
#include "runner/launch/graceful_shutdown.h"
#include "runner/launch/linger_watch.h"
#include "runner/launch/orphans.h"
#include "runner/system/failure.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>

namespace loop::runner {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kill_timeout = std::chrono::milliseconds(1500);     ///< from SIGTERM to SIGKILL
constexpr auto host_poll_interval = std::chrono::milliseconds(50); ///< between checks of other hosts

/// Copies one stream of the program into a file and to the terminal, or leaves it to the program.
class Stream {
public:
    /// The program writes to this descriptor of the command.
    explicit Stream(int direct) : direct_(direct), copy_(-1) {}
    Stream(const std::filesystem::path& path, int show) : path_(path), copy_(show), file_(create_file(path)) {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            throw Failure(ExitCode::InputOutput, fmt::format("cannot create a pipe for `{}`: {}",
                                                             path.string(), std::strerror(errno)));
        read_end_ = Descriptor(ends[0]);
        write_end_ = Descriptor(ends[1]);
        ::fcntl(read_end_.get(), F_SETFL, O_NONBLOCK);
    }

    char last_byte() const { return copy_.last_byte(); }
    int child_end() const { return direct_ >= 0 ? direct_ : write_end_.get(); }
    void started() { write_end_.close(); }
    void end() { copy_.end(); }                ///< a process that survives may still hold the pipe
    int fd() const { return read_end_.get(); } ///< -1 after the end

    /// Copies the available output. A closed terminal is ignored; a full disk is a failure.
    void pump() {
        std::array<char, 65536> block;
        while (read_end_.is_open()) {
            const ssize_t count = ::read(read_end_.get(), block.data(), block.size());
            if (count == 0) {
                read_end_.close();
                copy_.end();
            }
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return;
            const std::string_view text(block.data(), static_cast<std::size_t>(count));
            copy_.add(text);
            write_all(file_.get(), text, path_);
        }
    }

private:
    int direct_ = -1;
    std::filesystem::path path_;
    TerminalCopy copy_;
    Descriptor file_, read_end_, write_end_;
};

Stream output_of(const Launch& launch) {
    return launch.direct ? Stream(STDOUT_FILENO) : Stream(launch.folder / "stdout", launch.show_output);
}
Stream errors_of(const Launch& launch) {
    return launch.direct ? Stream(STDERR_FILENO) : Stream(launch.folder / "stderr", launch.show_errors);
}

Command command_of(const Launch& launch) {
    Command command{launch.arguments, launch.environment, true};
    // A program in the background cannot read a terminal.
    command.reads_input = launch.direct && ::isatty(STDIN_FILENO) == 0;
    return command;
}

/// Runs one launch until all its processes have ended, and stops it if necessary.
class Watch {
public:
    Watch(const Launch& launch, Interrupts& interrupts)
        : launch_(launch), interrupts_(interrupts), output_(output_of(launch)), errors_(errors_of(launch)),
          begin_(Clock::now()),
          process_(command_of(launch), output_.child_end(), errors_.child_end(), launch.package),
          session_(process_.id()) {
        output_.started();
        errors_.started();
        if (launch.timeout_seconds)
            deadline_ = begin_ + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(*launch.timeout_seconds));
    }

    ~Watch() {
        if (!has_ended_ || !goes_on()) kill_launch(session_, launch_.mark);
    }

    LaunchEnd wait() {
        while (!has_ended_)
            step();
        end_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
        if (!goes_on()) end_.swept = kill_launch(session_, launch_.mark);
        output_.pump();
        errors_.pump();
        output_.end();
        errors_.end();
        end_.last_output = output_.last_byte();
        return end_;
    }

private:
    enum class Stopping { Nothing, Ranks, Everything };

    /// Whether processes that the command has left behind may go on.
    bool goes_on() const { return launch_.direct && stopping_ == Stopping::Nothing; }

    void step() {
        std::vector<pollfd> waits{{output_.fd(), POLLIN, 0},
                                  {errors_.fd(), POLLIN, 0},
                                  {process_.fd(), POLLIN, 0},
                                  {interrupts_.fd(), POLLIN, 0}};
        shutdown_.add_to(waits);
        ::poll(waits.data(), waits.size(), milliseconds_to_deadline());
        output_.pump();
        errors_.pump();
        if (const int signal = interrupts_.take()) on_signal(signal);
        look_whether_it_lingers();
        look_for_hang();
        if (waits[2].revents != 0) {
            end_.status = process_.wait();
            has_ended_ = true;
        } else if (stopping_ == Stopping::Ranks && ranks_have_ended()) {
            stop_the_rest();
        } else if (deadline_ && Clock::now() >= *deadline_) {
            on_deadline();
        }
    }

    void look_whether_it_lingers() {
        if (stopping_ != Stopping::Nothing || !linger_watch_.look(Clock::now())) return;
        end_.lingered = true;
        begin_stopping();
    }

    void look_for_hang() {
        if (!launch_.is_hung || stopping_ != Stopping::Nothing || Clock::now() < next_hang_poll_) return;
        next_hang_poll_ = Clock::now() + launch_.hang_poll_interval;
        if (!launch_.is_hung()) return;
        end_.hung = true;
        begin_stopping();
    }

    int milliseconds_to_deadline() const {
        auto until = deadline_ ? *deadline_ : Clock::time_point::max();
        if (stopping_ == Stopping::Nothing) {
            until = std::min(until, linger_watch_.next_look());
            if (launch_.is_hung) until = std::min(until, next_hang_poll_);
        }
        if (stopping_ == Stopping::Ranks && launch_.have_flushed)
            until = std::min(until, Clock::now() + host_poll_interval);
        if (until == Clock::time_point::max()) return -1;
        const auto left = std::chrono::duration<double, std::milli>(until - Clock::now()).count();
        return static_cast<int>(std::clamp(std::ceil(left), 0.0, 1e9));
    }

    void on_signal(int signal) {
        if (stopping_ != Stopping::Nothing) {
            end_.at_once = end_.interrupted_by != 0;
            end_.interrupted_by = signal;
            signal_all(SIGKILL);
            return;
        }
        end_.interrupted_by = signal;
        begin_stopping();
    }

    void on_deadline() {
        switch (stopping_) {
        case Stopping::Nothing:
            end_.timed_out = true;
            return begin_stopping();
        case Stopping::Ranks:
            return stop_the_rest();
        case Stopping::Everything:
            signal_all(SIGKILL);
            deadline_ = Clock::now() + kill_timeout;
        }
    }

    void begin_stopping() {
        if (launch_.before_stop)
            shutdown_ = GracefulShutdown(processes_of_launch(session_, launch_.mark), launch_.before_stop());
        stopping_ = Stopping::Ranks;
        deadline_ = Clock::now() + shutdown_timeout;
        if (ranks_have_ended()) stop_the_rest();
    }

    bool ranks_have_ended() {
        shutdown_.update();
        return shutdown_.have_ended() && (!launch_.have_flushed || launch_.have_flushed());
    }

    /// Stops the launcher, processes started by ranks, and ranks that have not ended.
    void stop_the_rest() {
        stopping_ = Stopping::Everything;
        shutdown_ = {};
        signal_all(SIGTERM);
        signal_all(SIGCONT);
        deadline_ = Clock::now() + kill_timeout;
    }

    int signal_all(int signal) const { return signal_launch(session_, launch_.mark, signal); }

    const Launch& launch_;
    Interrupts& interrupts_;
    Stream output_, errors_;
    Clock::time_point begin_;
    Process process_;
    pid_t session_;
    std::optional<Clock::time_point> deadline_;
    LaunchEnd end_;
    GracefulShutdown shutdown_;
    Stopping stopping_ = Stopping::Nothing;
    LingerWatch linger_watch_{launch_.is_done};
    Clock::time_point next_hang_poll_{Clock::now() + launch_.hang_poll_interval};
    bool has_ended_ = false;
};

} // namespace

void TerminalCopy::add(std::string_view text) {
    show(banner_.shown_of(text));
}

void TerminalCopy::end() {
    show(banner_.rest());
}

void TerminalCopy::show(const std::string& text) {
    if (text.empty()) return;
    last_ = text.back();
    if (descriptor_ < 0) return;
    try {
        write_all(descriptor_, text, "the terminal");
    } catch (const Failure&) {
        descriptor_ = -1;
    }
}

std::vector<std::string> launcher_sentences(const LaunchEnd& end) {
    std::vector<std::string> sentences;
    const bool was_ours = end.was_stopped() || end.lingered;
    if (end.status.signal == SIGKILL && !was_ours)
        sentences.push_back("the launcher died by " + signal_text(end.status.signal));
    if (end.memory_kills > 0)
        sentences.push_back(
            fmt::format("the system ran out of memory and killed {} during the launch (signal 9)",
                        counted(static_cast<long long>(end.memory_kills), "process")));
    return sentences;
}

LaunchEnd run_launch(const Launch& launch, Interrupts& interrupts) {
    return Watch(launch, interrupts).wait();
}

} // namespace loop::runner
