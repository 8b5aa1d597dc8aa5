#pragma once

#include "base/locality/parallel.h"
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

/// How far the program is from one rank of the original.
struct RankCheck {
    double reuse_distance = 0, length_distance = 0; ///< the largest of its streams
    bool has_other_streams = false; ///< it has one stream and the program two, or the other way round
    bool is_alike() const;
};

struct ProgramCheck {
    std::vector<StreamCheck> streams;
    std::vector<RankCheck> ranks{}; ///< of a parallel program; `streams` are then those of all ranks together
    std::optional<WordTimes> times{};

    /// Whether no distance is above max_ks_distance.
    bool is_alike() const;
};

/// `program`: one observation for each stream of `original`, in the same order.
ProgramCheck check_program(const Characterization& original, const std::vector<Observation>& program);
/// The same for a parallel program: of all ranks together, and of each.
ProgramCheck check_program(const ParallelLocality& original, const std::vector<Observation>& program);

/// The check as text, and as the member `check` of the JSON (docs/characterize.md).
std::string text_of(const ProgramCheck& check);
Json json_of(const ProgramCheck& check);

} // namespace loop::locality
