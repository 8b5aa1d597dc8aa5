#include "measure/results.h"

#include "output/notes.h"
#include "session/clock.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "trace/scope.h"

#include <loop/deal.h>
#include <loop/measure.h>

#include <climits>
#include <cstdio>
#include <utility>

namespace loop {

using namespace runtime;

namespace {

Lasting<std::vector<ResultEntry>> results;
Lasting<std::vector<SeriesEntry>> series_of_run;
Lasting<std::vector<VerificationEntry>> verifications;

int pass_count(long double count, Construct construct, const Site& site) {
    char seen[64];
    std::snprintf(seen, sizeof seen, "%.20Lg", count);
    if (count != count) fail(site, construct, "the count is not a number");
    if (count >= static_cast<long double>(INT_MAX) + 1)
        fail(site, construct, "the count is ", seen, "; it must be at most ", INT_MAX);
    return count < 0 ? 0 : static_cast<int>(count);
}

VerificationEntry& verification(std::string_view what, const Site& site) {
    for (VerificationEntry& entry : verifications()) {
        if (is_same_line(entry.site, site) && entry.text == what) return entry;
    }
    verifications().push_back({std::string(what), site, 0, 0});
    return verifications().back();
}

void require_session(Construct construct, const Site& site) {
    if (the_session.stage != Stage::Open) fail_not_open(construct, site);
}

} // namespace

const std::vector<ResultEntry>& runtime::all_results() {
    return results();
}
const std::vector<SeriesEntry>& runtime::all_series() {
    return series_of_run();
}
const std::vector<VerificationEntry>& runtime::all_verifications() {
    return verifications();
}

void runtime::record_result(ResultEntry result) {
    for (ResultEntry& entry : results()) {
        if (entry.name != result.name) continue;
        entry = std::move(result);
        return;
    }
    results().push_back(std::move(result));
}

void runtime::record_series(SeriesEntry series) {
    for (SeriesEntry& entry : series_of_run()) {
        if (entry.name != series.name || entry.y != series.y) continue;
        entry = std::move(series);
        return;
    }
    series_of_run().push_back(std::move(series));
}

void verify(bool holds, std::string_view what, Site site) {
    require_session(Construct::Verify, site);
    VerificationEntry& entry = verification(what, site);
    if (!detail::executes_work) return; // nothing has been computed: an entry without checks was skipped
    ++entry.checks;
    if (holds) return;
    if (entry.failures++ == 0)
        print_error(concat(place_text(site), "rank ", the_session.rank, ": verification failed: ", what));
}

void note(std::string_view text, Site site) {
    require_session(Construct::Note, site);
    add_note(std::string(text));
}

namespace detail {

void record_result(std::string_view name, std::string_view unit, double value, Site site) {
    require_session(Construct::Result, site);
    runtime::record_result({std::string(name), std::string(unit), site, value});
}

int loop_count(long double count, Site site) {
    return pass_count(count, Construct::Loop, site);
}

int deal_count(long double count, Site site) {
    return pass_count(count, Construct::Deal, site);
}

} // namespace detail
} // namespace loop
