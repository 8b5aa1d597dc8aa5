#include "runner/profile/simulator_words.h"

#include <fmt/core.h>

#include <regex>

namespace loop::runner {

namespace {

struct KnownEnd {
    const char* words; ///< of the simulator
    const char* hint;
};

constexpr KnownEnd known_ends[] = {
    {"Host not found", "the profile's `simulation.hosts` and `host_name` do not fit its platform file"},
    {"diskless host", "the simulated machine has no disks: MPI's files are for real machines only"},
    {"std::bad_alloc", "no memory: all ranks of a simulation share that of this host"},
    {"Segmentation fault",
     "where the program is right: the stack of a simulated rank is as large as "
     "`contexts/stack-size` of the profile says (KiB), and threads of the program's own "
     "cannot call MPI"},
};

std::string real_machines_only(const std::string& function) {
    return fmt::format("SimGrid's MPI has no {}: this program runs on real machines only", function);
}

} // namespace

bool stands_still(const std::string& words) {
    return words.find("eadlock") != std::string::npos;
}

std::string simulator_hint(const std::string& words, bool timed_out) {
    std::smatch match;
    const std::regex missing("Not yet implemented: P?(MPI_[A-Za-z_]+)");
    if (std::regex_search(words, match, missing)) return real_machines_only(match[1].str());
    if (timed_out)
        return "in a simulation time passes in MPI calls and in charged work (`\\FLOPS`) only: who waits for "
               "the "
               "clock without them waits for ever, and who asks MPI again and again gains the price of an "
               "answer (`smpi/test`, `smpi/iprobe` of the profile) each time";
    for (const KnownEnd& entry : known_ends)
        if (words.find(entry.words) != std::string::npos) return entry.hint;
    return {};
}

std::string simulator_build_hint(const std::string& messages) {
    std::smatch match;
    const std::regex missing("(MPI_[A-Za-z_0-9]+)[^\n]*(was not declared|undefined reference)|undefined "
                             "reference to [^\n]*(P?MPI_[A-Za-z_0-9]+)");
    if (!std::regex_search(messages, match, missing)) return {};
    const std::string name = match[1].matched ? match[1].str() : match[3].str();
    return real_machines_only(name);
}

} // namespace loop::runner
