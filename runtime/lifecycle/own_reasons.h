#pragma once

#include <string>
#include <vector>

namespace loop::runtime {

// Why a run cannot be trusted, or only with a note, as far as one rank knows. The same text means the same
// reason on all ranks.
struct OwnReason {
    bool invalid;
    std::string text;
};

// Local. To be called after the record has been written.
std::vector<OwnReason> own_reasons();

} // namespace loop::runtime
