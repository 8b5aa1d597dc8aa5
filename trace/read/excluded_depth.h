#pragma once

#include "trace/read/trace.h"

#include <algorithm>

namespace loop::report {

/// Whether a rank is measured, as its events pass by. Exclusions nest; a trace with a lost block may contain
/// the end of one without its begin.
class ExcludedDepth {
public:
    void pass(const Event& event) {
        if (event.kind == EventKind::Excluded) ++depth_;
        if (event.kind == EventKind::Included) depth_ = std::max(0, depth_ - 1);
    }
    void clear() { depth_ = 0; }
    bool is_measured() const { return depth_ == 0; }

private:
    int depth_ = 0;
};

} // namespace loop::report
