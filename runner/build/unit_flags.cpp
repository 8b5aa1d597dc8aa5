#include "runner/build/unit_flags.h"

namespace loop::runner {

namespace {

bool begins(const std::string& text, const char* with) {
    return text.rfind(with, 0) == 0;
}

/// Whether the flags request an optimized program without instrumentation.
bool are_optimizing(const std::vector<std::string>& flags) {
    std::string level;
    for (const std::string& flag : flags) {
        if (begins(flag, "-fsanitize")) return false;
        if (begins(flag, "-O")) level = flag;
    }
    return level == "-O2" || level == "-O3" || level == "-Ofast";
}

} // namespace

bool is_of_processor(const std::string& flag) {
    return flag == "-march=native" || flag == "-mtune=native" || flag == "-mcpu=native";
}

std::vector<std::string> unit_flags(const std::vector<std::string>& profile_flags, const RuntimePart& part,
                                    const RuntimeUnit& unit, const std::string& cold_level) {
    std::vector<std::string> flags;
    if (are_optimizing(profile_flags)) {
        flags.emplace_back("-g0");
        if (!unit.hot) flags.push_back(cold_level);
        if (unit.hot && part.is_base()) flags.emplace_back("-O2");
    }
    flags.insert(flags.end(), {"-DMPICH_SKIP_MPICXX", "-DOMPI_SKIP_MPICXX"}); // slow to compile, and not used
    return flags;
}

} // namespace loop::runner
