#include "report/sheet/invariants.h"

#include "base/formats/ways.h"
#include "base/text/place.h"
#include "base/text/units.h"
#include "report/bsp/consistency.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace loop::report {

namespace {

/// A construct, and its line as a text, by which messages are counted.
using Place = std::pair<std::string, std::string>;

/// The record counts an asynchronous receive at recvbegin0, the trace has its message at recvend0. So only
/// the sums over all lines are compared.
template <class Site>
Place place_of(const Site& site) {
    const bool is_asynchronous = site.construct == "recvbegin0" || site.construct == "recvend0";
    return is_asynchronous ? Place("recvbegin0", "") : Place(site.construct, line_text(site));
}

std::string text_of(const Place& place) {
    return place.second.empty() ? place.first : fmt::format("{} in line {}", place.first, place.second);
}

/// Messages and bytes sent, messages and bytes received. Sums saturate, as a record may contain any numbers.
using Counts = std::array<long long, 4>;

void add(Counts& sums, const Counts& more) {
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (__builtin_add_overflow(sums[i], more[i], &sums[i]))
            sums[i] = std::numeric_limits<long long>::max();
}

std::string times_text(double one, double other) {
    return fmt::format("{} and {}", seconds_text(one), seconds_text(other));
}

/// How far the measured times of record and trace may differ: they read the clock separately, and each
/// exclusion adds the time of one reading.
double tolerance_ns(const RankTrace& rank, double measured_ns) {
    double bound = 50e3 + 0.01 * measured_ns;
    for (const ClockSample& sample : rank.clock)
        bound += 2 * static_cast<double>(sample.bound_ns);
    return bound + 1e3 * static_cast<double>(
                             std::count_if(rank.events.begin(), rank.events.end(), [](const Event& event) {
                                 return event.kind == EventKind::Excluded;
                             }));
}

class Invariants {
public:
    explicit Invariants(const SheetInput& input) : input_(input) {}

    std::vector<std::string> run() {
        check_bsp();
        if (input_.analysis == nullptr) return std::move(broken_);
        const Document document = sheet_document(input_);
        check_states();
        check_bases();
        check_shares(document);
        check_messages(document);
        check_phases();
        check_path();
        return std::move(broken_);
    }

private:
    const Analysis& analysis() const { return *input_.analysis; }

    template <typename... Arguments>
    void violated(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        if (broken_.size() < 20)
            broken_.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
    }

    /// Returns nothing unless the rank has a complete trace and a record.
    std::optional<double> elapsed_ns(const RankTrace& rank) const {
        if (!rank.present || !rank.complete) return std::nullopt;
        const auto* const record = rank_record(input_, static_cast<std::size_t>(rank.rank));
        if (record == nullptr || !record->elapsed_seconds) return std::nullopt;
        return *record->elapsed_seconds * 1e9;
    }

    void check_bsp() {
        for (const std::string& sentence : bsp::contradictions(input_.run()))
            violated("{}", sentence);
        if (!input_.prediction) return;
        for (const std::string& sentence : bsp::contradictions(*input_.prediction))
            violated("{}", sentence);
    }

    void check_states() {
        for (const RankTrace& rank : input_.trace().ranks) {
            const StateTimes& times = analysis().times_by_rank[static_cast<std::size_t>(rank.rank)];
            const auto measured = static_cast<double>(times.measured_ns());
            std::int64_t all = 0;
            for (const std::int64_t ns : times.ns)
                all += ns;
            if (all != analysis().grid.range.length_ns())
                violated("the states of rank {} do not cover the run", rank.rank);
            if (const auto elapsed = elapsed_ns(rank);
                elapsed && std::abs(*elapsed - measured) > tolerance_ns(rank, std::max(*elapsed, measured)))
                violated("the measured time of rank {} differs between its states and its record: {}",
                         rank.rank, times_text(measured * 1e-9, *elapsed * 1e-9));
        }
    }

    void check_bases() {
        const ConcurrencyProfile& profile = analysis().concurrency;
        const StateTimes& times = analysis().times;
        if (profile.base_ns != times.measured_ns())
            violated("states and their concurrency have different bases: {}",
                     times_text(static_cast<double>(times.measured_ns()) * 1e-9,
                                static_cast<double>(profile.base_ns) * 1e-9));
        for (const State state : shared_states) {
            const std::vector<double>& shares = profile.percent[static_cast<std::size_t>(state)];
            if (profile.base_ns == 0 || shares.empty()) continue;
            double sum = 0;
            for (const double share : shares)
                sum += share;
            if (std::abs(sum - 100) > 1e-6)
                violated("the concurrency profile of `{}` sums to {} %", state_label(state), sum);
            if (100 - shares[0] < times.percent(state) - 1e-6)
                violated("at least one rank is `{}` for {:.2f} % of the time, but the mean over all ranks is "
                         "{:.2f} %",
                         state_label(state), 100 - shares[0], times.percent(state));
        }
    }

    /// Checks the percentages in the document.
    void check_shares(const Document& document) {
        const DataTable* const table = find_table(document, "utilization");
        if (table == nullptr) return violated("there is no utilization summary");
        for (std::size_t rank = 0; rank < table->rows.size(); ++rank)
            check_row(fmt::format("rank {}", rank), analysis().times_by_rank[rank], table->rows[rank], 2);
        const DataTable* const states = find_table(document, "phase-states");
        for (std::size_t i = 0; states != nullptr && i < states->rows.size(); ++i)
            check_row(states->rows[i][0].text, analysis().phases[i].all.times, states->rows[i], 5);
    }

    void check_row(const std::string& what, const StateTimes& times, const std::vector<Value>& row,
                   std::size_t first) {
        double sum = 0, rounded = 0;
        for (std::size_t i = 0; i < share_count; ++i) {
            const Value& share = row[first + i];
            if (!share.number) continue;
            sum += *share.number;
            rounded += std::strtod(share.text.c_str(), nullptr);
        }
        const bool is_shown = row[first].number.has_value();
        if (times.measured_ns() == 0) { // no share of nothing
            if (sum != 0) violated("{}: its shares are not 0, but nothing was measured", what);
            return;
        }
        if (is_shown != times.is_known())
            violated("{}: its shares are {}, but {}", what, is_shown ? "shown" : "unknown",
                     times.is_known() ? "known" : known_part_text(times));
        if (is_shown && (std::abs(sum - 100) > 1e-6 || std::abs(rounded - 100) > 1e-6))
            violated("{}: its shares sum to {:.2f} %", what, sum);
    }

    void check_messages(const Document& document) {
        check_message_tables(document);
        const auto& ranks = input_.trace().ranks;
        std::map<Place, Counts> counted, recorded;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            if (!ranks[rank].present || !ranks[rank].complete) return;
            const auto* const record = rank_record(input_, rank);
            if (record == nullptr) return;
            for (const SiteCounts& site : record->sites)
                if (!formats::is_by_threads(site) && !site.untimed)
                    add(counted[place_of(site)],
                        {site.messages, site.bytes, site.messages_received, site.bytes_received});
        }
        for (std::size_t i = 0; i < input_.trace().sites.size(); ++i) {
            const TraceSite& site = input_.trace().sites[i];
            if (site.kind != SiteKind::Construct && site.kind != SiteKind::Picl) continue;
            const auto& [sent, received] = analysis().traffic.by_site[i];
            add(recorded[place_of(site)], {static_cast<long long>(sent.bytes.count), sent.bytes.sum,
                                           static_cast<long long>(received.bytes.count), received.bytes.sum});
        }
        for (const auto& [place, counts] : counted) {
            TraceSite site;
            site.construct = place.first;
            if (inside(site) == Inside::NotRecorded || inside(site) == Inside::Mpi)
                continue; // nothing is recorded
            compare_messages(place, counts, recorded[place]);
        }
    }

    void compare_messages(const Place& place, const Counts& counted, const Counts& recorded) {
        const char* const words[] = {"messages sent", "bytes sent", "messages received", "bytes received"};
        for (std::size_t i = 0; i < counted.size(); ++i)
            if (counted[i] != recorded[i])
                violated("{}: the ranks counted {} {}, the trace contains {}", text_of(place),
                         count_text(counted[i]), words[i], count_text(recorded[i]));
    }

    /// Checks that ranks and constructs sum to the same totals, if these are known.
    void check_message_tables(const Document& document) {
        const DataTable* const ranks = find_table(document, "messages-by-rank");
        const DataTable* const sites = find_table(document, "messages-by-construct");
        if (ranks == nullptr || sites == nullptr || sites->rows.empty())
            return violated("there is no table of messages");
        for (const std::size_t column : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{6}}) {
            const std::vector<Value>& together = sites->rows.back();
            double sum = 0;
            bool known = together[2 + column].number.has_value();
            for (const auto& row : ranks->rows) {
                known = known && row[1 + column].number;
                sum += row[1 + column].number.value_or(0);
            }
            if (known && sum != *together[2 + column].number)
                violated("{}: ranks together have {}, constructs {}", ranks->columns[1 + column], sum,
                         *together[2 + column].number);
            if (together[2 + column].number && !messages_are_recorded(input_))
                violated("{} are shown, but the trace does not contain all of them",
                         ranks->columns[1 + column]);
        }
    }

    void check_phases() {
        const TimeRange run = whole(input_.trace());
        for (const TracedPhase& phase : analysis().phases) {
            const std::string& name = input_.trace().sites[phase.site].name;
            if (phase.span.begin_ns < run.begin_ns || phase.span.end_ns > run.end_ns)
                violated("phase {} is not within the run", name);
            for (std::size_t rank = 0; rank < phase.by_rank.size(); ++rank)
                if (phase.by_rank[rank].times.measured_ns() > analysis().times_by_rank[rank].measured_ns())
                    violated("phase {} lasts longer on rank {} than the rank was measured", name, rank);
        }
        for (const RankTrace& rank : input_.trace().ranks) {
            const auto* const record = rank_record(input_, static_cast<std::size_t>(rank.rank));
            if (record == nullptr || !record->elapsed_seconds) continue;
            for (const formats::Phase& phase : record->phases)
                if (phase.max_seconds && *phase.max_seconds > *record->elapsed_seconds)
                    violated("phase {} lasts longer on rank {} than the run: {}", phase.name, rank.rank,
                             times_text(*phase.max_seconds, *record->elapsed_seconds));
        }
    }

    void check_path() {
        const CriticalPath& path = analysis().path;
        if (path.last_rank == no_partner) return;
        std::int64_t longest = 0, sites = path.at_site_ns(no_site);
        for (const RankTrace& rank : input_.trace().ranks)
            if (rank.present)
                longest = std::max(
                    longest, analysis().times_by_rank[static_cast<std::size_t>(rank.rank)].measured_ns());
        for (std::uint32_t site = 0; site < path.sites.by_site.size(); ++site)
            sites += path.at_site_ns(site);
        sites += path.on_ranks.of(State::Excluded);
        const auto seconds = [](std::int64_t ns) { return static_cast<double>(ns) * 1e-9; };
        if (path.length_ns != longest)
            violated("the critical path and the longest measured time differ: {}",
                     times_text(seconds(path.length_ns), seconds(longest)));
        if (path.length_ns != sites)
            violated("the critical path and its parts differ: {}",
                     times_text(seconds(path.length_ns), seconds(sites)));
    }

    static const DataTable* find_table(const Document& document, const std::string& id) {
        for (const Section& section : document.sections)
            for (const DataTable& table : section.tables)
                if (table.id == id) return &table;
        return nullptr;
    }

    const SheetInput& input_;
    std::vector<std::string> broken_;
};

} // namespace

std::vector<std::string> broken_invariants(const SheetInput& input) {
    return Invariants(input).run();
}

void add_contradictions(RunDirectory& directory, const Analysis* analysis,
                        std::shared_ptr<const bsp::MachineTable> prediction) {
    auto& verdict = directory.run.verdict;
    for (const std::string& contradiction :
         broken_invariants({directory, analysis, {}, std::move(prediction)})) {
        directory.contradictions.push_back("this sheet contradicts itself: " + contradiction);
        if (verdict) verdict->word = std::max(verdict->word, formats::Verdict::Word::ValidWithNotes);
    }
}

} // namespace loop::report
