#include "report/compare/opposite_phases.h"

#include "base/statistics/order_statistics.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

struct ChangedPhase {
    std::string name;
    double slowdown = 1;
    double seconds = 0; ///< how much longer it takes; negative: shorter
};

std::vector<ChangedPhase> changed_phases(const ComparedCell& cell, const Measurement& base) {
    constexpr double much_of_phase = 0.05, much_of_program = 0.02;
    std::vector<ChangedPhase> changed;
    for (const JudgedPhase& phase : cell.phases) {
        if (!differs(phase.judgement.finding)) continue;
        const ChangedPhase one{phase.name, *phase.judgement.slowdown, phase.seconds - phase.base_seconds};
        if (std::abs(one.slowdown - 1) < much_of_phase) continue;
        if (std::abs(one.seconds) < much_of_program * statistics::median(base.seconds)) continue;
        changed.push_back(one);
    }
    return changed;
}

std::string list_text(const std::vector<ChangedPhase>& phases, bool slower) {
    std::vector<std::string> texts;
    for (const ChangedPhase& phase : phases)
        if ((phase.slowdown > 1) == slower)
            texts.push_back(fmt::format("`{}` {} times", phase.name, ratio_text(phase.slowdown)));
    return joined(texts, ", ");
}

} // namespace

std::string opposite_phases_text(const ComparedCell& cell, const Measurement& base) {
    const std::vector<ChangedPhase> changed = changed_phases(cell, base);
    const std::string slower = list_text(changed, true), faster = list_text(changed, false);
    if (slower.empty() || faster.empty()) return "";
    return fmt::format("phases differ in opposite directions: {} as long, and {} as long.", slower, faster);
}

} // namespace loop::report
