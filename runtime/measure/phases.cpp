#include "measure/phases.h"

#include "session/clock.h"
#include "session/lasting.h"
#include "trace/scope.h"
#include "trace/sites.h"

#include <loop/measure.h>

#include <algorithm>
#include <cstring>

namespace loop {

using namespace runtime;

namespace {

Lasting<std::vector<PhaseEntry>> phases;

constexpr std::uint32_t no_phase = UINT32_MAX; // instead of a phase's index

// There are few phases, and nearly always the line identifies one, so a linear search is fast. Names are
// compared by text, as the caller's buffer may hold a different name each time.
std::uint32_t phase_index(std::string_view name, const Site& site) {
    auto& all = phases();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_same_line(all[i].site, site) && all[i].name == name) {
            return static_cast<std::uint32_t>(i);
        }
    }
    all.push_back(PhaseEntry{std::string(name), site});
    if (trace::on()) all.back().trace_site = trace::add_phase("PHASE", name, site);
    return static_cast<std::uint32_t>(all.size() - 1);
}

} // namespace

const std::vector<PhaseEntry>& runtime::all_phases() {
    return phases();
}

Phase::Phase(std::string_view name, Site site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Phase, site);
    phase_ = is_measured() ? phase_index(name, site) : no_phase;
    if (phase_ == no_phase) return;
    if (trace::on()) trace::enter(phases()[phase_].trace_site);
    ++phases()[phase_].open;
    begin_work_ = the_session.work;
    begin_excluded_ns_ = the_session.excluded_ns;
    begin_ns_ = now_ns();
}

Phase::~Phase() {
    if (phase_ == no_phase) return;
    const std::int64_t elapsed = now_ns() - begin_ns_ - (the_session.excluded_ns - begin_excluded_ns_);
    PhaseEntry& phase = phases()[phase_];
    if (trace::on()) trace::leave(phase.trace_site);
    phase.min_ns = phase.calls == 0 ? elapsed : std::min(phase.min_ns, elapsed);
    phase.max_ns = phase.calls == 0 ? elapsed : std::max(phase.max_ns, elapsed);
    ++phase.calls;
    if (--phase.open > 0) return;
    phase.total_ns += elapsed;
    phase.work += the_session.work - begin_work_;
}

} // namespace loop
