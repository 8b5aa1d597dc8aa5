#include "runner/machine/held_cores.h"

#include <fmt/core.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <thread>
#include <utility>

namespace loop::runner {

namespace {

enum class Hold { Ours, Another, Impossible };

/// A name that one process has at a time, until it closes the socket.
std::pair<Hold, Descriptor> taken(const std::string& name) {
    sockaddr_un address{};
    if (name.size() + 1 > sizeof address.sun_path) return {Hold::Impossible, Descriptor()};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path + 1, name.size()); // a name that begins with a zero byte has no file
    Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!socket.is_open()) return {Hold::Impossible, Descriptor()};
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), length) == 0)
        return {Hold::Ours, std::move(socket)};
    return {errno == EADDRINUSE ? Hold::Another : Hold::Impossible, Descriptor()};
}

/// One command after the other takes cores: two that each hold a part would leave cores unused. A command has
/// this for less than a millisecond; if another program has it for longer, the command goes on without it.
Descriptor gate(const std::string& set) {
    for (int attempt = 0; attempt < 200; ++attempt) {
        auto [hold, socket] = taken(set + "/gate");
        if (hold != Hold::Another) return std::move(socket);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return Descriptor();
}

} // namespace

HeldCores::HeldCores(const std::string& set, const std::vector<int>& cores, std::size_t number) {
    const Descriptor alone = gate(set);
    for (const int core : cores) {
        if (cores_.size() == number) break;
        auto [hold, socket] = taken(fmt::format("{}/core-{}", set, core));
        if (hold == Hold::Another) continue;
        cores_.push_back(core);
        if (hold == Hold::Ours) names_.push_back(std::move(socket));
    }
    free_ = cores_.size();
    if (free_ == number) return;
    cores_.clear();
    names_.clear();
}

std::string HeldCores::usual_set() {
    if (const char* chosen = std::getenv("LOOP_CORES"); chosen != nullptr && *chosen != '\0') return chosen;
    return fmt::format("loop-cores-{}", ::geteuid());
}

} // namespace loop::runner
