#pragma once

#include "report/clue/clue.h"

/// Conclusions from a CLUE report, drawn as the thesis proposes (5.2.3), each with its figures and its degree
/// of certainty.
namespace loop::report {

/// Smaller losses of efficiency by a message for each cell are not named: every machine has some.
constexpr double min_cell_loss = 0.10;

struct ClueObservation {
    enum class Kind {
        Weakness, ///< limits the machine
        Remark    ///< does not limit the machine, or says how far it scales
    };
    Kind kind = Kind::Weakness;
    std::string about;    ///< "network", "floating point", "slow rank", "order of ranks", "scaling", ...
    std::string sentence; ///< what was found, with the figures
    std::string sureness; ///< in how many trials it holds

    /// The first word of `sureness`: "sure", "likely", "doubtful", or "unknown"; of models, "".
    std::string certainty() const;
};

/// Returns weaknesses first, then remarks. Empty without figures of the base variation.
std::vector<ClueObservation> observe(const ClueReport& report);

} // namespace loop::report
