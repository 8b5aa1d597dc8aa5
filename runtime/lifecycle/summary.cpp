#include "lifecycle/summary.h"

#include "comm/payload_report.h"
#include "comm/sites.h"
#include "comm/synchronise.h"
#include "comm/waiting/yielding.h"
#include "lifecycle/own_reasons.h"
#include "measure/phases.h"
#include "measure/results.h"
#include "session/clock.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/simulation.h"

#include <loop/judgement.h>

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace loop::runtime {
namespace {

// Sums over all ranks.
struct Counts {
    long long messages = 0, bytes = 0, payloads = 0, checks = 0;
};
static_assert(sizeof(Counts) == 4 * sizeof(long long), "is summed as an array");

struct Reason {
    bool invalid;
    std::string text;
    int first_rank;
    int ranks;
};

struct Summary {
    Counts counts;
    double longest = 0, shortest = 0; // seconds
    std::vector<Reason> reasons;
};

Counts own_counts() {
    Counts counts;
    for (const SiteEntry& site : all_sites()) {
        const Traffic traffic = traffic_of(site);
        counts.messages += traffic.messages_sent;
        counts.bytes += traffic.bytes_sent;
    }
    counts.payloads = payload_report().messages;
    for (const VerificationEntry& check : all_verifications())
        counts.checks += check.checks;
    return counts;
}

// One line per reason, so that all of them are one message.
std::string own_reason_lines() {
    constexpr std::size_t most_bytes = 2000;
    std::string lines;
    for (const OwnReason& reason : own_reasons()) {
        std::string text = reason.text;
        std::replace(text.begin(), text.end(), '\n', ' ');
        if (lines.size() + text.size() > most_bytes) break;
        lines += (reason.invalid ? "!" : "-") + text + "\n";
    }
    return lines;
}

void add_reason(std::vector<Reason>& reasons, const std::string& line, int rank) {
    const auto same = std::find_if(reasons.begin(), reasons.end(),
                                   [&](const Reason& reason) { return reason.text == line.substr(1); });
    if (same == reasons.end())
        reasons.push_back({line[0] == '!', line.substr(1), rank, 1});
    else
        ++same->ranks;
}

// Collective. Only rank 0 has the result.
std::vector<Reason> all_reasons() {
    const std::string own = own_reason_lines();
    const auto ranks = static_cast<std::size_t>(the_session.ranks);
    const int length = static_cast<int>(own.size());
    std::vector<int> lengths(ranks), offsets(ranks);
    allgather_yielding(&length, sizeof length, lengths.data(), the_session.control);
    int bytes = 0;
    for (std::size_t rank = 0; rank < ranks; bytes += lengths[rank++])
        offsets[rank] = bytes;
    const bool root = the_session.rank == 0;
    std::string texts(root ? static_cast<std::size_t>(bytes) : 0, '\0');
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(PMPI_Igatherv(own.data(), length, MPI_CHAR, texts.data(), lengths.data(), offsets.data(),
                            MPI_CHAR, 0, the_session.control, &request),
              "summarizing");
    wait_yielding(request, "summarizing");
    std::vector<Reason> reasons;
    for (std::size_t rank = 0; root && rank < ranks; ++rank) {
        std::istringstream lines(
            texts.substr(static_cast<std::size_t>(offsets[rank]), static_cast<std::size_t>(lengths[rank])));
        for (std::string line; std::getline(lines, line);)
            add_reason(reasons, line, static_cast<int>(rank));
    }
    if (!the_session.verify) reasons.push_back({false, not_verified_text, 0, the_session.ranks});
    std::stable_partition(reasons.begin(), reasons.end(),
                          [](const Reason& reason) { return reason.invalid; });
    return reasons;
}

// Collective. Only rank 0 has the result.
Summary summary_of_all() {
    Summary all;
    all.counts = own_counts();
    const Session& s = the_session;
    const double own_seconds = seconds(s.close_ns - s.open_ns - s.excluded_ns);
    double extremes[2] = {own_seconds, -own_seconds};
    reduce(&all.counts, 4, MPI_LONG_LONG, MPI_SUM, 0, s.constructs);
    reduce(extremes, 2, MPI_DOUBLE, MPI_MAX, 0, s.constructs);
    all.longest = extremes[0];
    all.shortest = -extremes[1];
    all.reasons = all_reasons();
    return all;
}

// "1.25 ms"; each unit is `step` times the previous one.
template <std::size_t Count>
std::string with_unit(double value, double step, const char* const (&units)[Count]) {
    std::size_t unit = 0;
    for (; value >= step && unit + 1 < Count; value /= step)
        ++unit;
    char text[40];
    std::snprintf(text, sizeof text, value < 999.5 ? "%.3g %s" : "%.0f %s", value, units[unit]);
    return text;
}

std::string time_with_unit(double seconds) {
    static const char* const units[] = {"ns", "us", "ms", "s"};
    return with_unit(seconds * 1e9, 999.5, units);
}

std::string bytes_with_unit(long long bytes) {
    static const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
    return with_unit(static_cast<double>(bytes), 1000, units);
}

std::string number_of(long long count, const char* what) {
    return concat(count, " ", what, count == 1 ? "" : "s");
}

// The phases of rank 0 with the most time; nested phases are part of others. Empty without phases.
std::string phases_line(double elapsed) {
    constexpr std::size_t most = 4;
    std::vector<const PhaseEntry*> phases;
    for (const PhaseEntry& phase : all_phases())
        phases.push_back(&phase);
    std::sort(phases.begin(), phases.end(),
              [](const PhaseEntry* a, const PhaseEntry* b) { return a->total_ns > b->total_ns; });
    std::string text;
    for (std::size_t i = 0; i < std::min(phases.size(), most) && elapsed > 0; ++i) {
        char share[24];
        std::snprintf(share, sizeof share, " %.3g %%", 100 * seconds(phases[i]->total_ns) / elapsed);
        text += concat(i == 0 ? "  phases    on rank 0: " : ", ", phases[i]->name, share);
    }
    return text.empty() ? text : text + "\n";
}

std::string ranks_of(const Reason& reason) {
    if (reason.ranks == the_session.ranks) return "";
    return concat(", on rank ", reason.first_rank,
                  reason.ranks == 1 ? "" : concat(" and ", number_of(reason.ranks - 1, "other rank")));
}

std::string verdict_lines(const std::vector<Reason>& reasons) {
    constexpr std::size_t most = 8;
    const int word = reasons.empty() ? 0 : reasons[0].invalid ? 2 : 1;
    std::string text = concat("  verdict   ", verdict_words[word], "\n");
    for (std::size_t i = 0; i < std::min(reasons.size(), most); ++i)
        text += concat("            - ", reasons[i].text, ranks_of(reasons[i]), "\n");
    if (reasons.size() > most)
        text += concat("            - ",
                       number_of(static_cast<long long>(reasons.size() - most), "more reason"), "\n");
    return text;
}

// A path as a word of a shell command.
std::string shell_word(const std::string& path) {
    if (path.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:@%") ==
        std::string::npos)
        return path;
    std::string word = "'";
    for (const char c : path)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string records_line() {
    const Settings& s = settings();
    if (!s.records.empty())
        return concat("  records   ", s.records, "; to see more: loop report ", shell_word(s.records));
    return s.has_options ? "  records   none; `--records DIR` keeps them for `loop report DIR`"
                         : "  records   none; `loop run` keeps them";
}

std::string summary_text(const Summary& all) {
    std::string text = concat(settings().program, ": ", number_of(the_session.ranks, "rank"), ", measured ",
                              time_with_unit(all.longest));
    if (the_session.ranks > 1) text += concat(" (fastest rank: ", time_with_unit(all.shortest), ")");
    text += "\n" + phases_line(seconds(the_session.close_ns - the_session.open_ns - the_session.excluded_ns));
    if (all.counts.messages > 0)
        text += concat("  sent      ", number_of(all.counts.messages, "message"), ", ",
                       bytes_with_unit(all.counts.bytes), "\n");
    if (all.counts.payloads + all.counts.checks > 0)
        text += concat("  verified  ", number_of(all.counts.payloads, "message"), ", ",
                       number_of(all.counts.checks, "check"), "\n");
    return text + verdict_lines(all.reasons) + records_line();
}

} // namespace

bool wants_summary() {
    return settings().by_hand && !settings().quiet && !is_simulated;
}

void print_summary(bool mpi) {
    if (!the_session.summarizes) return;
    if (!mpi) {
        if (the_session.rank == 0)
            print_error(settings().program +
                        ": no summary, as the program called MPI_Finalize before \\CLOSE0");
        return;
    }
    const Summary all = summary_of_all();
    if (the_session.rank == 0) print_error(summary_text(all));
}

} // namespace loop::runtime
