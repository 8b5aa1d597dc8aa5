#pragma once

#include "runner/outcome/hang/standstill.h"
#include "runner/outcome/ranks/rank_outcome.h"

#include <loop/host_report.h>

#include <filesystem>
#include <optional>
#include <vector>

namespace loop::runner {

/// What the lookout of a host has told last.
struct HostTold {
    std::int64_t beat = 0;
    HostState state = HostState::Moves;
    double seconds = 0; ///< that its ranks have stood together
    std::vector<StandingRank> ranks;
};

/// The report on the host whose first rank is `first`; nothing where there is none, or none that is whole and
/// of a launch of `ranks` ranks: a file system may show a part of what was written.
std::optional<HostTold> read_host_report(const std::filesystem::path& records, int first, int ranks);

std::filesystem::path host_report_file(const std::filesystem::path& records, int first);

/// The command's side of its talk with the lookouts of a launch's hosts, by files in the folder of the
/// records (docs/record-format.md); they go when the launch has ended.
class Lookouts {
public:
    /// Before the launch: the file that orders come in is there. Over a network a new one may be seen late.
    Lookouts(std::filesystem::path records, int ranks);
    ~Lookouts();
    Lookouts(const Lookouts&) = delete;
    Lookouts& operator=(const Lookouts&) = delete;

    /// Each lookout lets the ranks of its host write their traces.
    void ask_for_last_words(HangClock::time_point now);
    /// Whether all that told anything before they were asked have answered, or say nothing at all for longer
    /// than they take to see the order: their process is gone.
    bool have_told(HangClock::time_point now);

    /// Puts what lookouts have told of ranks where the ranks' own files, as they are seen here, are older.
    void add_newer(std::vector<RankOutcome>& outcomes) const;

private:
    std::filesystem::path records_;
    int ranks_;
    struct Awaited {
        int first; ///< rank of the host
        std::int64_t beat;
    };
    std::vector<Awaited> awaited_;
    HangClock::time_point asked_{};
};

/// Whether a rank wrote `a` later than `b`: nothing that it counts goes back.
bool is_newer(const RankStatus& a, const RankStatus& b);

} // namespace loop::runner
