#include "report/read/trust.h"

namespace loop::report {

/// A run has a single list of reasons. Those that make it INVALID come first, but are not marked as such.
Trust trust_of(const RunRecord& run) {
    Trust trust;
    if (!run.verdict) {
        trust.note("this run has no verdict");
        return trust;
    }
    const bool invalid = run.verdict->word == Trust::Word::Invalid;
    for (const std::string& reason : run.verdict->reasons)
        invalid ? trust.invalidate(reason) : trust.note(reason);
    if (invalid && run.verdict->reasons.empty()) trust.invalidate("its verdict is INVALID");
    return trust;
}

} // namespace loop::report
