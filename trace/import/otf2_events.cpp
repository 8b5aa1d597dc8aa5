#include "trace/import/otf2_events.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loop::report {

namespace {

/// The tag of a Post whose completion is not recorded; no message matches it.
constexpr std::int32_t unknown_tag = std::numeric_limits<std::int32_t>::min();

RankImport& rank(void* data) {
    return *static_cast<RankImport*>(data);
}

std::int64_t bounded(std::uint64_t value) {
    return static_cast<std::int64_t>(
        std::min<std::uint64_t>(value, std::numeric_limits<std::int64_t>::max()));
}

} // namespace

/// Converts a time to nanoseconds, and never returns less than before. The first time becomes the rank's
/// begin, unless the archive records that.
std::int64_t RankImport::time_of(OTF2_TimeStamp time) {
    // About 100 years, so that differences of two times do not overflow.
    constexpr std::int64_t bound_seconds = 3200000000;
    const auto ticks = static_cast<std::int64_t>(time - definitions_->clock_origin);
    const auto rate = static_cast<std::int64_t>(
        std::min<std::uint64_t>(definitions_->ticks_per_second, std::numeric_limits<std::int64_t>::max()));
    const std::int64_t seconds = std::clamp(ticks / rate, -bound_seconds, bound_seconds);
    const double rest_ns = static_cast<double>(ticks % rate) / static_cast<double>(rate) * 1e9;
    std::int64_t time_ns = seconds * 1000000000 + std::llround(rest_ns);
    if (!any_) {
        any_ = true;
        rank_->begin_ns = time_ns;
    } else if (time_ns < latest_ns_) {
        ++backwards_;
        time_ns = latest_ns_;
    }
    latest_ns_ = time_ns;
    if (!knows_end_) rank_->end_ns = time_ns;
    return time_ns;
}

Event& RankImport::add(std::int64_t time_ns, EventKind kind) {
    if (resume_pending_) end_waiting(time_ns, kind == EventKind::Receive);
    Event event{};
    event.time_ns = time_ns;
    event.partner = no_partner;
    event.site = open_.empty() ? no_site : open_.back();
    event.kind = kind;
    rank_->events.push_back(event);
    return rank_->events.back();
}

/// In LOOP's own archives, the Leave of a wait that ends with a receive is just before that receive, at the
/// same time.
void RankImport::end_waiting(std::int64_t time_ns, bool by_receiving) {
    resume_pending_ = false;
    if (!by_receiving || time_ns != resume_ns_) add(resume_ns_, EventKind::Resume);
}

void RankImport::enter(OTF2_TimeStamp time, OTF2_RegionRef region) {
    const std::int64_t time_ns = time_of(time);
    const auto found = definitions_->regions.find(region);
    if (found == definitions_->regions.end()) return;
    switch (found->second.role) {
    case ImportedRegion::Role::Program:
        rank_->begin_ns = time_ns;
        knows_begin_ = true;
        break;
    case ImportedRegion::Role::Waiting:
        add(time_ns, EventKind::Wait);
        break;
    case ImportedRegion::Role::Site:
        open_.push_back(found->second.site);
        add(time_ns, EventKind::Enter).site = found->second.site;
        break;
    }
}

void RankImport::leave(OTF2_TimeStamp time, OTF2_RegionRef region) {
    const std::int64_t time_ns = time_of(time);
    const auto found = definitions_->regions.find(region);
    if (found == definitions_->regions.end()) return;
    switch (found->second.role) {
    case ImportedRegion::Role::Program:
        if (resume_pending_) end_waiting(time_ns, false);
        knows_end_ = true;
        rank_->end_ns = time_ns;
        break;
    case ImportedRegion::Role::Waiting:
        resume_pending_ = true;
        resume_ns_ = time_ns;
        break;
    case ImportedRegion::Role::Site:
        add(time_ns, EventKind::Leave).site = found->second.site;
        if (!open_.empty() && open_.back() == found->second.site) open_.pop_back();
        break;
    }
}

std::int32_t RankImport::world_rank(OTF2_CommRef communicator, std::uint32_t rank,
                                    std::uint16_t& index) const {
    const auto found = definitions_->communicator_of.find(communicator);
    if (found == definitions_->communicator_of.end()) return no_partner;
    index = found->second.index;
    const std::size_t ranks = definitions_->ranks.size();
    if (found->second.global_ranks) return rank < ranks ? static_cast<std::int32_t>(rank) : no_partner;
    const std::vector<int>& members = definitions_->communicators[index].ranks;
    if (members.empty() && rank == 0) return rank_->rank; // a communicator of this rank alone
    return rank < members.size() ? members[rank] : no_partner;
}

void RankImport::message(OTF2_TimeStamp time, EventKind kind, std::uint32_t partner,
                         OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes) {
    std::uint16_t index = 0;
    const std::int32_t world = world_rank(communicator, partner, index);
    const std::int64_t time_ns = time_of(time);
    if (world == no_partner) {
        ++unknown_partners_;
        return;
    }
    Event& event = add(time_ns, kind);
    event.partner = world;
    event.bytes = bounded(bytes);
    event.tag = static_cast<std::int32_t>(tag);
    event.communicator = index;
}

void RankImport::post(OTF2_TimeStamp time, std::uint64_t request) {
    add(time_of(time), EventKind::Post).tag = unknown_tag;
    const bool is_new = posts_.insert_or_assign(request, rank_->events.size() - 1).second;
    if (!is_new) ++forgotten_;
}

/// The receive that was just added completes a posted one; copies the message's partner, size, and tag to the
/// Post.
void RankImport::complete(std::uint64_t request) {
    const auto found = posts_.find(request);
    if (found == posts_.end() || rank_->events.back().kind != EventKind::Receive) return;
    Event& posted = rank_->events[found->second];
    const Event& received = rank_->events.back();
    posted.partner = received.partner;
    posted.bytes = received.bytes;
    posted.tag = received.tag;
    posted.communicator = received.communicator;
    posts_.erase(found);
}

void RankImport::collective(OTF2_TimeStamp time, OTF2_CollectiveOp, OTF2_CommRef communicator,
                            std::uint32_t root, std::uint64_t bytes, std::uint64_t) {
    const std::int64_t time_ns = time_of(time);
    if (definitions_->communicator_of.count(communicator) == 0) {
        ++unknown_partners_;
        return;
    }
    std::uint16_t index = 0;
    const std::int32_t world = world_rank(communicator, root, index);
    Event& event = add(time_ns, EventKind::Collective);
    if (root < OTF2_COLLECTIVE_ROOT_SELF) event.partner = world;
    event.bytes = bounded(bytes);
    event.communicator = index;
}

void RankImport::mark(OTF2_TimeStamp time, OTF2_ParameterRef parameter, std::int64_t value) {
    const std::int64_t time_ns = time_of(time);
    if (parameter == definitions_->mark_parameter) add(time_ns, EventKind::Mark).bytes = value;
}

void RankImport::measure(OTF2_TimeStamp time, OTF2_MeasurementMode mode) {
    add(time_of(time), mode == OTF2_MEASUREMENT_ON ? EventKind::Included : EventKind::Excluded);
}

void RankImport::finish() {
    if (resume_pending_) end_waiting(resume_ns_, false);
}

namespace {

using Attributes = OTF2_AttributeList*;

/// The library's callback for a kind of event: calls the member with the time and the fields of that kind.
template <auto Member, class... Carried>
OTF2_CallbackCode on(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* data, Attributes,
                     Carried... carried) {
    (rank(data).*Member)(time, carried...);
    return OTF2_CALLBACK_SUCCESS;
}

} // namespace

void RankImport::set_callbacks(OTF2_EvtReaderCallbacks* callbacks) {
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, on<&RankImport::enter>);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, on<&RankImport::leave>);
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, on<&RankImport::send>);
    OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks, on<&RankImport::begun_send>);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, on<&RankImport::receive>);
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, on<&RankImport::completed_receive>);
    OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks, on<&RankImport::post>);
    OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(callbacks, on<&RankImport::cancel>);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on<&RankImport::collective>);
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(callbacks,
                                                                     on<&RankImport::completed_collective>);
    OTF2_EvtReaderCallbacks_SetParameterIntCallback(callbacks, on<&RankImport::mark>);
    OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(callbacks, on<&RankImport::measure>);
    OTF2_EvtReaderCallbacks_SetThreadBeginCallback(callbacks, on<&RankImport::thread>);
    OTF2_EvtReaderCallbacks_SetThreadEndCallback(callbacks, on<&RankImport::thread>);
}

} // namespace loop::report
