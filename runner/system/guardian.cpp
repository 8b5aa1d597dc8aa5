#include "runner/system/guardian.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

extern char** environ; // NOLINT(readability-redundant-declaration): only glibc declares it

namespace loop::runner {

namespace {

constexpr const char* shell = "/bin/sh";
constexpr const char* wait_and_run = R"(read -r word; [ "$word" = done ] || exec "$@")";
constexpr const char* remove_folders =
    R"(for try in 1 2 3 4 5 6 7 8 9 10; do rm -rf -- "$@" && exit; sleep 0.5; done)";
constexpr std::string_view dismissal = "done\n";

/// How the guardian starts: no signal is blocked or ignored, and no terminal reaches it.
class SpawnPlan {
public:
    explicit SpawnPlan(int input) {
        ::posix_spawn_file_actions_init(&files_);
        ::posix_spawn_file_actions_adddup2(&files_, input, STDIN_FILENO);
        ::posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setflags(&attributes_,
                                   POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan() {
        ::posix_spawn_file_actions_destroy(&files_);
        ::posix_spawnattr_destroy(&attributes_);
    }

    /// Returns -1 if no process can be created.
    pid_t start(const std::vector<std::string>& words) const {
        std::vector<char*> arguments;
        for (const std::string& word : words)
            arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        pid_t id = -1;
        return ::posix_spawn(&id, shell, &files_, &attributes_, arguments.data(), environ) == 0 ? id : -1;
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

} // namespace

Guardian::Guardian(const std::vector<std::string>& command) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    const Descriptor read_end(ends[0]);
    lifeline_ = Descriptor(ends[1]);
    std::vector<std::string> words{shell, "-c", wait_and_run, "loop-guardian"};
    words.insert(words.end(), command.begin(), command.end());
    id_ = SpawnPlan(read_end.get()).start(words);
}

Guardian::~Guardian() {
    if (id_ < 0) return;
    [[maybe_unused]] const ssize_t written = ::write(lifeline_.get(), dismissal.data(), dismissal.size());
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR)
        continue;
}

std::vector<std::string> removal_of(const std::vector<std::filesystem::path>& folders) {
    std::vector<std::string> words{shell, "-c", remove_folders, "loop-guardian"};
    for (const std::filesystem::path& folder : folders)
        words.push_back(folder.string());
    return words;
}

} // namespace loop::runner
