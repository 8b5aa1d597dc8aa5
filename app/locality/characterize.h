#pragma once

#include "app/output/terminal.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::app {

struct CharacterizeOptions {
    std::vector<std::string> inputs;  ///< one stream per rank
    std::vector<std::string> program; ///< the command that follows `--`, instead of streams
    std::string output, owned;
    std::string format = "text";
    std::uint64_t word_bytes = 8;
    std::uint64_t line_bytes = 64;
    std::uint64_t memory_mib = 4096;
    bool json = false;
    bool check = false;

    std::size_t limit_bytes() const { return memory_mib << 20; }
    bool is_parallel() const { return inputs.size() > 1 || !owned.empty(); }
};

/// Prints the locality of streams of addresses, or of `program`, the words after `--`. Returns the exit code.
int characterize(CharacterizeOptions options, const std::optional<std::vector<std::string>>& program,
                 const Terminal& terminal);

} // namespace loop::app
