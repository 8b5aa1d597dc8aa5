#pragma once

#include "base/locality/characterize.h"
#include "base/text/json.h"

#include <optional>
#include <string>
#include <vector>

/// Compares a stream with that of its program (program.h). No side effects.
namespace loop::locality {

/// One of the original's streams, and what the program reads for it.
struct StreamCheck {
    Stream original, program;
    double original_words = 0;
    double program_words = 0;
    double reuse_distance = 0;  ///< ks_distance() of the words' reuse times
    double length_distance = 0; ///< ks_distance() of the words by the length of their runs
};

/// Native times per word read, in ns.
struct WordTimes {
    double original; ///< the whole run, from its start to its end
    double program;  ///< only \APEXMAP
    int runs;        ///< of each; the times are their medians
};

struct ProgramCheck {
    std::vector<StreamCheck> streams;
    std::optional<WordTimes> times;

    /// Whether no distance is above max_ks_distance.
    bool is_alike() const;
};

/// `program`: one observation for each stream of `original`, in the same order.
ProgramCheck check_program(const Characterization& original, const std::vector<Observation>& program);

/// The check as text, and as the member `check` of the JSON (docs/characterize.md).
std::string text_of(const ProgramCheck& check);
Json json_of(const ProgramCheck& check);

} // namespace loop::locality
