#pragma once

#include "trace/import/otf2_definitions.h"

#include <map>

namespace loop::report {

/// Collects one rank's events from callbacks of the library. Times are nanoseconds of the archive's clock.
class RankImport {
public:
    RankImport(const ImportedDefinitions& definitions, RankTrace& rank)
        : definitions_(&definitions), rank_(&rank) {}

    /// The callbacks expect a RankImport* as user data.
    static void set_callbacks(OTF2_EvtReaderCallbacks* callbacks);

    /// Call after the last event.
    void finish();

    std::uint64_t uncompleted_receives() const { return forgotten_ + posts_.size(); }
    std::uint64_t unknown_partners() const { return unknown_partners_; }
    std::uint64_t backwards() const { return backwards_; }

    // Each function takes the parameters that the library passes for that kind of event, in the same order.
    void enter(OTF2_TimeStamp time, OTF2_RegionRef region);
    void leave(OTF2_TimeStamp time, OTF2_RegionRef region);
    void send(OTF2_TimeStamp time, std::uint32_t partner, OTF2_CommRef communicator, std::uint32_t tag,
              std::uint64_t bytes) {
        message(time, EventKind::Send, partner, communicator, tag, bytes);
    }
    void begun_send(OTF2_TimeStamp time, std::uint32_t partner, OTF2_CommRef communicator, std::uint32_t tag,
                    std::uint64_t bytes, std::uint64_t) {
        send(time, partner, communicator, tag, bytes);
    }
    void receive(OTF2_TimeStamp time, std::uint32_t partner, OTF2_CommRef communicator, std::uint32_t tag,
                 std::uint64_t bytes) {
        message(time, EventKind::Receive, partner, communicator, tag, bytes);
    }
    void completed_receive(OTF2_TimeStamp time, std::uint32_t partner, OTF2_CommRef communicator,
                           std::uint32_t tag, std::uint64_t bytes, std::uint64_t request) {
        receive(time, partner, communicator, tag, bytes);
        complete(request);
    }
    void post(OTF2_TimeStamp time, std::uint64_t request);
    void cancel(OTF2_TimeStamp time, std::uint64_t request) {
        time_of(time);
        posts_.erase(request);
    }
    void collective(OTF2_TimeStamp time, OTF2_CollectiveOp operation, OTF2_CommRef communicator,
                    std::uint32_t root, std::uint64_t bytes, std::uint64_t received);
    void completed_collective(OTF2_TimeStamp time, OTF2_CollectiveOp operation, OTF2_CommRef communicator,
                              std::uint32_t root, std::uint64_t bytes, std::uint64_t received,
                              std::uint64_t) {
        collective(time, operation, communicator, root, bytes, received);
    }
    void mark(OTF2_TimeStamp time, OTF2_ParameterRef parameter, std::int64_t value);
    void measure(OTF2_TimeStamp time, OTF2_MeasurementMode mode);
    void thread(OTF2_TimeStamp time, OTF2_CommRef, std::uint64_t) { time_of(time); }

private:
    void message(OTF2_TimeStamp time, EventKind kind, std::uint32_t partner, OTF2_CommRef communicator,
                 std::uint32_t tag, std::uint64_t bytes);
    void complete(std::uint64_t request);
    std::int64_t time_of(OTF2_TimeStamp time);
    Event& add(std::int64_t time_ns, EventKind kind);
    std::int32_t world_rank(OTF2_CommRef communicator, std::uint32_t rank, std::uint16_t& index) const;
    void end_waiting(std::int64_t time_ns, bool by_receiving);

    const ImportedDefinitions* definitions_;
    RankTrace* rank_;
    std::vector<std::uint32_t> open_;            ///< sites
    std::map<std::uint64_t, std::size_t> posts_; ///< index of the Post, by request
    bool any_ = false, knows_begin_ = false, knows_end_ = false;
    bool resume_pending_ = false;
    std::int64_t resume_ns_ = 0;
    std::int64_t latest_ns_ = 0;
    std::uint64_t forgotten_ = 0; ///< posts whose request number was reused before completion
    std::uint64_t unknown_partners_ = 0, backwards_ = 0;
};

} // namespace loop::report
