/// Measures the cost of a sheet: `sheet_write ring|all INTERVALS RANKS FILE` makes a trace of about INTERVALS
/// intervals, analyzes it, writes the HTML sheet, and prints the times and the bytes per interval in the
/// page.
#include "report/document/output_formats.h"
#include "report/sheet/sections.h"
#include "report/viewer/page_data.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <random>

namespace {

using namespace loop::report;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Generates rounds of computation and communication with the jitter of a real machine: the low bits of the
/// times are noise.
class Maker {
public:
    Maker(int ranks, bool all) : all_(all), now_(static_cast<std::size_t>(ranks)) {
        trace.sites = {{SiteKind::Construct, "SCALPROD", "", "made.loop", 8},
                       {SiteKind::Construct, all ? "MULTIBCAST0" : "EXCHANGE", "", "made.loop", 9},
                       {SiteKind::Phase, "", "rounds", "made.loop", 7}};
        trace.communicators = {{"constructs", {}}};
        for (int rank = 0; rank < ranks; ++rank) {
            trace.communicators[0].ranks.push_back(rank);
            RankTrace one;
            one.rank = rank;
            one.host = "node";
            one.present = one.complete = true;
            trace.ranks.push_back(std::move(one));
        }
        for (std::size_t rank = 0; rank < now_.size(); ++rank)
            add(rank, EventKind::Enter, 2);
    }

    void round() {
        const std::size_t ranks = now_.size();
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            now_[rank] += noise(3000, 20000);
            add(rank, EventKind::Enter, 1);
            for (std::size_t k = 1; k < (all_ ? ranks : 2); ++k) {
                now_[rank] += noise(150, 400);
                add(rank, EventKind::Send, 1, static_cast<int>((rank + k) % ranks), 1000);
            }
        }
        const std::int64_t meeting = *std::max_element(now_.begin(), now_.end());
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            for (std::size_t k = 1; k < (all_ ? ranks : 2); ++k) {
                now_[rank] += noise(50, 200);
                add(rank, EventKind::Wait, 1, static_cast<int>((rank + ranks - k) % ranks));
                now_[rank] = std::max(now_[rank], k == 1 ? meeting : 0) + noise(400, 3000);
                add(rank, EventKind::Receive, 1, static_cast<int>((rank + ranks - k) % ranks), 1000);
            }
            now_[rank] += noise(50, 200);
            add(rank, EventKind::Leave, 1);
        }
    }

    void end() {
        for (std::size_t rank = 0; rank < now_.size(); ++rank) {
            add(rank, EventKind::Leave, 2);
            trace.ranks[rank].end_ns = now_[rank];
        }
    }

    Trace trace;

private:
    std::int64_t noise(int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(random_);
    }

    void add(std::size_t rank, EventKind kind, std::uint32_t site, int partner = no_partner,
             std::int64_t bytes = 0) {
        trace.ranks[rank].events.push_back({now_[rank], bytes, site, partner, 7, 0, kind});
    }

    bool all_;
    std::vector<std::int64_t> now_;
    std::mt19937 random_{42};
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        fmt::print(stderr, "usage: sheet_write ring|all INTERVALS RANKS FILE\n");
        return 2;
    }
    const bool all = std::string(argv[1]) == "all";
    const auto wanted = std::stoull(argv[2]);
    const int ranks = std::stoi(argv[3]);
    Maker maker(ranks, all);
    // A call has an interval before it and one at its end, and two per message.
    const auto in_round =
        static_cast<unsigned long long>(ranks) * (all ? 2ULL * static_cast<unsigned>(ranks - 1) + 2 : 4);
    for (unsigned long long made = 0; made < wanted; made += in_round)
        maker.round();
    maker.end();
    RunDirectory directory;
    directory.run.source.name = "made";
    directory.run.ranks = ranks;
    directory.trace = std::move(maker.trace);

    const auto analysing = Clock::now();
    const Analysis analysis = analyze(*directory.trace);
    const double analysed = seconds_since(analysing);
    const auto writing = Clock::now();
    std::string page = render_html(sheet_document({directory, &analysis}));
    std::ofstream(argv[4], std::ios::binary) << page;
    const double written = seconds_since(writing);
    const std::size_t page_bytes = page.size();
    std::string().swap(page);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const PageData data = page_data(*directory.trace, analysis);
    std::size_t events = 0;
    for (const RankTrace& rank : directory.trace->ranks)
        events += rank.events.size();
    fmt::print("{} ranks, {} events, {} intervals, {} messages: analyzed in {:.2f} s, sheet written in "
               "{:.2f} s, {:.1f} MB, "
               "{:.2f} bytes an interval, {} MB of memory\n",
               ranks, events, data.intervals, analysis.messages.matched.size(), analysed, written,
               static_cast<double>(page_bytes) / 1e6,
               static_cast<double>(data.packed_bytes) /
                   static_cast<double>(std::max<std::size_t>(data.intervals, 1)),
               usage.ru_maxrss / 1024);
}
