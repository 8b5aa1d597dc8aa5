#pragma once

#include "derive/sequence.h"
#include "trace/read/open_sites.h"
#include "trace/read/trace.h"

#include <set>

namespace loop::report::derive {

/// How much of what the ranks did is wanted.
enum class Wanted {
    All,       ///< all of it
    Beginning, ///< what is certain: without messages that are in flight where the trace ends
};

/// Reads what one rank did from its events.
class RankReader {
public:
    RankReader(const Trace& trace, std::set<std::string>& notes, Wanted wanted)
        : trace_(trace), notes_(notes), wanted_(wanted) {
        for (const TraceSite& site : trace.sites)
            may_begin_.push_back(may_begin_collective(site));
    }
    RankSequence read(const RankTrace& rank);

private:
    /// Whether a call of this site may begin a collective operation that another one completes.
    static bool may_begin_collective(const TraceSite& site);
    bool may_begin(const TraceSite& site) const { return may_begin_[index_of(site)]; }
    std::uint32_t index_of(const TraceSite& site) const {
        return static_cast<std::uint32_t>(&site - trace_.sites.data());
    }
    void take(const Event& event);
    void enter(const TraceSite& site);
    void leave(const TraceSite& site);
    void collective(const Event& event);
    /// What the event tells of a collective operation.
    void describe(Operation& one, const Event& event, const std::string& call);
    void begin_collective(const TraceSite& site);
    /// Whether the event completes an operation that began before; then adds its end.
    bool end_collective(const Event& event, const TraceSite* site);
    void add_time(std::int64_t until_ns);
    Operation& messages();
    void close_messages();
    /// Messages that were sent come before what follows; receives that are still posted come after it.
    void interrupt_messages();
    void end(const RankTrace& rank);
    void received(const Event& event);
    void note(std::string text) { notes_.insert(std::move(text)); }
    Operation begun(std::string name, const TraceSite* site);
    const TraceSite* site_of(const Event& event) const {
        return event.site < trace_.sites.size() ? &trace_.sites[event.site] : nullptr;
    }

    const Trace& trace_;
    std::set<std::string>& notes_;
    Wanted wanted_;
    RankSequence sequence_;
    Computations pending_; ///< since the last operation
    /// A site that the rank is in.
    struct Visit {
        bool is_phase;
        bool communicates;
        bool is_closed; ///< its messages are not the program's
    };
    OpenVisits<Visit> visits_;
    Phases phases_;  ///< of `visits_`
    Operation open_; ///< messages that are in flight
    bool has_open_ = false;
    /// Collective operations that a call has begun.
    struct Begun {
        const TraceSite* site;
        std::size_t operation;
    };
    std::vector<Begun> begun_;
    std::vector<bool> may_begin_; ///< by site
    bool is_collective_ = false;  ///< the call that was entered last has done a collective operation
    bool sends_pending_ = false;  ///< sends of `open_` that no call has completed
    std::vector<Event> posted_;   ///< receives that no message has completed
    int communicating_ = 0;       ///< depth of calls that communicate
    int ignored_ = 0;             ///< depth of constructs whose messages are not the program's
    bool excluded_ = false;
    std::int64_t last_ns_ = 0;
};

} // namespace loop::report::derive
