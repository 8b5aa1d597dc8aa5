#include "derive/rank_reader.h"

#include "base/text/place.h"
#include "derive/read_sequences.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report::derive {

namespace {

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* one) { return name == one; });
}

std::string origin_of(const TraceSite& site) {
    const std::string call = (site.kind == SiteKind::Construct ? "\\" : "") + site.construct;
    if (site.file.empty()) return call;
    return site.line > 0 ? fmt::format("{} at {}:{}", call, site.file, line_text(site))
                         : fmt::format("{} at {}", call, site.file);
}

bool computes(const TraceSite& site) {
    return site.kind == SiteKind::Phase || site.kind == SiteKind::Region ||
           (site.kind == SiteKind::Construct &&
            is_one_of(site.construct,
                      {"WORK", "MATPROD", "MATVECPROD", "SCALPROD", "INIT_ARRAY", "FLOPS", "TIMED"}));
}

/// What these communicate is theirs: the same construct does it in the derived program, or no construct does.
bool is_closed(const TraceSite& site) {
    return site.kind == SiteKind::Construct &&
           is_one_of(site.construct,
                     {"VISIBLE_SYNC", "UNTIMED", "LOOP", "REQUIRE", "VERIFY", "AMONG", "OPEN0", "CLOSE0"});
}

bool receives_first(const TraceSite& site) {
    return site.kind == SiteKind::Construct &&
           (site.construct == "RELAY" || site.construct.rfind("TREE_", 0) == 0);
}

bool begins_sends(const std::string& call) {
    return call.rfind("MPI_I", 0) == 0 || call.rfind("MPI_Start", 0) == 0;
}

bool completes(const std::string& call) {
    return call.rfind("MPI_Wait", 0) == 0 || call.rfind("MPI_Test", 0) == 0;
}

/// Whether the trace does not say what this call communicates.
bool is_begin_and_end_only(const TraceSite& site) {
    return site.kind == SiteKind::Mpi && call_info(site.construct).trace == CallTrace::Entered &&
           site.construct != "MPI_Finalize";
}

/// What the trace does not have of an MPI call.
std::string unknown_of(const std::string& call) {
    if (call.rfind("MPI_", 0) != 0) return {};
    switch (call_info(call).kind) {
    case CallKind::Allreduce:
    case CallKind::Reduce:
    case CallKind::Reduce_scatter_block:
    case CallKind::Scan:
    case CallKind::Exscan:
        return "Reductions of MPI are written as sums, as the trace has only their size.";
    case CallKind::Scatterv:
    case CallKind::Alltoallv:
    case CallKind::Alltoallw:
    case CallKind::Reduce_scatter:
        return fmt::format("{} is written with equal slots, as the trace has only their sum.", call);
    default:
        return {};
    }
}

std::string combine_of(const std::string& call) {
    static const std::map<std::string, std::string> picl{
        {"gsum0", "sum"}, {"gprod0", "prod"}, {"gmax0", "max"}, {"gmin0", "min"}};
    const auto found = picl.find(call);
    return found == picl.end() ? std::string() : found->second;
}

/// Whether events may be missing before this one.
bool is_after_gap(const RankTrace& rank, const Event& event) {
    return !rank.gaps.empty() && event.time_ns > rank.gaps.front().begin_ns;
}

void sort_by_partner(Messages& messages) {
    std::stable_sort(messages.begin(), messages.end(),
                     [](const Message& a, const Message& b) { return a.partner < b.partner; });
}

Message message_of(const Event& event) {
    return {event.partner, event.bytes, (static_cast<long long>(event.communicator) << 32) + event.tag};
}

} // namespace

bool RankReader::may_begin_collective(const TraceSite& site) {
    if (site.kind == SiteKind::Mpi && site.construct.rfind("MPI_I", 0) != 0) return false;
    return (site.kind == SiteKind::Mpi || site.kind == SiteKind::Construct) &&
           !collective_construct(site.construct).empty();
}

RankSequence RankReader::read(const RankTrace& rank) {
    last_ns_ = rank.begin_ns;
    for (const Event& event : rank.events) {
        if (wanted_ == Wanted::Beginning && is_after_gap(rank, event)) break;
        take(event);
    }
    add_time(rank.end_ns);
    end(rank);
    return std::move(sequence_);
}

void RankReader::end(const RankTrace& rank) {
    const bool is_whole = rank.complete && posted_.empty() && begun_.empty();
    if (!begun_.empty() && wanted_ == Wanted::Beginning)
        sequence_.operations.resize(begun_.front().operation);
    if (!is_whole && wanted_ == Wanted::Beginning) return;
    if (!begun_.empty())
        throw NotWhole(fmt::format("rank {} began {} and did not complete it", rank.rank,
                                   origin_of(*begun_.front().site)));
    if (!posted_.empty())
        throw NotWhole(fmt::format(
            "rank {} posted a receive from {} that got no message", rank.rank,
            posted_.front().partner < 0 ? "any rank" : fmt::format("rank {}", posted_.front().partner)));
    close_messages();
    sequence_.after = std::move(pending_);
}

void RankReader::add_time(std::int64_t until_ns) {
    const double seconds = 1e-9 * static_cast<double>(until_ns - last_ns_);
    last_ns_ = until_ns;
    if (excluded_ || communicating_ > 0) return;
    if (pending_.empty() || pending_.back().phases != phases_) pending_.push_back({phases_, 0});
    pending_.back().seconds += seconds;
}

void RankReader::take(const Event& event) {
    add_time(event.time_ns);
    const TraceSite* const site = site_of(event);
    switch (event.kind) {
    case EventKind::Enter:
        if (site != nullptr) enter(*site);
        break;
    case EventKind::Leave:
        if (site != nullptr) leave(*site);
        break;
    case EventKind::Send:
        if (ignored_ > 0) break;
        if (site != nullptr && receives_first(*site) && has_open_ && !open_.receives.empty())
            close_messages();
        messages().sends.push_back(message_of(event));
        if (site != nullptr && open_.sends.size() == 1) open_.origin = origin_of(*site);
        if (site != nullptr) sends_pending_ = sends_pending_ || begins_sends(site->construct);
        break;
    case EventKind::Post:
        if (ignored_ > 0) break;
        messages();
        posted_.push_back(event);
        if (event.partner == no_partner)
            note("Receives from any source are written as receives from the actual sender.");
        break;
    case EventKind::Receive:
        if (ignored_ == 0) received(event);
        break;
    case EventKind::Collective:
        if (ignored_ == 0) collective(event);
        break;
    case EventKind::Excluded:
    case EventKind::Included:
        excluded_ = event.kind == EventKind::Excluded;
        break;
    default:
        break;
    }
}

void RankReader::enter(const TraceSite& site) {
    const bool communicates = !computes(site);
    visits_.enter(index_of(site),
                  {site.kind == SiteKind::Phase, communicates, communicates && is_closed(site)});
    if (site.kind == SiteKind::Phase) phases_.push_back(site.name);
    if (!communicates) return;
    if (ignored_ == 0 && site.construct == "VISIBLE_SYNC") {
        close_messages();
        sequence_.operations.push_back(begun(site.construct, &site));
    }
    if (ignored_ == 0 && is_begin_and_end_only(site))
        note(fmt::format("{} is not in the program, as the trace has only its begin and end.",
                         site.construct));
    if (ignored_ == 0 && site.construct == "DEAL")
        note("\\DEAL hands out its passes as time decides; the program has the messages of this trace.");
    is_collective_ = false;
    ++communicating_;
    if (is_closed(site)) ++ignored_;
}

void RankReader::leave(const TraceSite& site) {
    const std::size_t left = visits_.leave(index_of(site), [&](std::uint32_t, const Visit& visit) {
        if (visit.is_phase) phases_.pop_back();
        communicating_ -= visit.communicates ? 1 : 0;
        ignored_ -= visit.is_closed ? 1 : 0;
    });
    if (left == 0 || computes(site)) return;
    if (ignored_ == 0 && !is_collective_ && may_begin(site)) begin_collective(site);
    is_collective_ = true; // what is left next has entered before
    if (completes(site.construct)) sends_pending_ = false;
    if (communicating_ == 0 && posted_.empty() && !sends_pending_) close_messages();
}

void RankReader::received(const Event& event) {
    Operation& open = messages();
    open.receives.push_back(message_of(event));
    if (const TraceSite* const site = site_of(event); site != nullptr && open.origin.empty())
        open.origin = origin_of(*site);
    const auto fits = [&](const Event& post) {
        return (post.partner == no_partner || post.partner == event.partner) &&
               (post.tag < 0 || post.tag == event.tag) && post.communicator == event.communicator;
    };
    const auto post = std::find_if(posted_.begin(), posted_.end(), fits);
    if (post != posted_.end()) posted_.erase(post);
}

void RankReader::collective(const Event& event) {
    const TraceSite* const site = site_of(event);
    const CallKind kind = begun_of_tag(event.tag);
    is_collective_ = true;
    if (end_collective(event, site)) return;
    // A persistent operation is written where it ends.
    const std::string call = is_collective(kind) ? std::string(blocking_call(kind))
                             : site != nullptr   ? site->construct
                                                 : std::string();
    std::string name = collective_construct(call);
    if (name.empty()) {
        name = "BARRIER";
        note(fmt::format("{} is written as \\BARRIER, as no construct does the same.",
                         call.empty() ? "a collective operation" : call));
    }
    Operation one;
    one.name = name;
    describe(one, event, call);
    if (posted_.empty())
        close_messages();
    else if (one.members.empty())
        interrupt_messages();
    else
        note("Messages that were in flight during a collective operation of some ranks begin after it.");
    Operation with_times = begun(name, site);
    one.phases = std::move(with_times.phases);
    one.origin = std::move(with_times.origin);
    one.before = std::move(with_times.before);
    sequence_.operations.push_back(std::move(one));
}

void RankReader::describe(Operation& one, const Event& event, const std::string& call) {
    if (const std::string unknown = unknown_of(call); !unknown.empty()) note(unknown);
    one.combine = combine_of(call);
    one.root = is_one_of(one.name, {"BCAST", "REDUCE", "GATHER", "SCATTER"}) ? event.partner : -1;
    one.bytes = one.name == "BARRIER" ? 0 : event.bytes;
    one.communicator = event.communicator;
    if (event.communicator >= trace_.communicators.size()) return;
    const std::vector<int>& members = trace_.communicators[event.communicator].ranks;
    if (members.size() < trace_.ranks.size()) one.members = members;
}

void RankReader::begin_collective(const TraceSite& site) {
    if (posted_.empty()) close_messages();
    begun_.push_back({&site, sequence_.operations.size()});
    Operation one = begun(collective_construct(site.construct), &site);
    one.flight = Flight::starts;
    one.handle = static_cast<int>(sequence_.operations.size()) + 1;
    sequence_.operations.push_back(std::move(one));
}

/// The trace does not tell which of several operations of a kind it is: they complete in the order in which
/// they began.
bool RankReader::end_collective(const Event& event, const TraceSite* site) {
    if (site == nullptr) return false;
    const CallKind kind = begun_of_tag(event.tag);
    const auto is_of = [&](const Begun& one) {
        if (site->kind != SiteKind::Mpi) return one.site == site;
        const bool may_be = !is_collective(kind) || call_info(one.site->construct).kind == kind;
        return may_be && completes(site->construct);
    };
    const auto found = std::find_if(begun_.begin(), begun_.end(), is_of);
    if (found == begun_.end()) return false;
    const Begun which = *found;
    begun_.erase(found);
    Operation& first = sequence_.operations[which.operation];
    describe(first, event, which.site->construct);
    if (posted_.empty()) close_messages();
    Operation end = begun({}, which.site);
    if (first.members.empty()) {
        end.flight = Flight::finishes;
        end.handle = first.handle;
        sequence_.operations.push_back(std::move(end));
        return true;
    }
    Operation whole = std::move(first);
    whole.flight = Flight::none;
    sequence_.operations.erase(sequence_.operations.begin() + static_cast<std::ptrdiff_t>(which.operation));
    for (Begun& other : begun_)
        if (other.operation > which.operation) --other.operation;
    if (which.operation < sequence_.operations.size())
        note("Collective operations of some ranks that others overlap are written where they end.");
    append(whole.before, end.before);
    sequence_.operations.push_back(std::move(whole));
    return true;
}

Operation RankReader::begun(std::string name, const TraceSite* site) {
    Operation operation;
    operation.name = std::move(name);
    operation.phases = phases_;
    if (site != nullptr) operation.origin = origin_of(*site);
    operation.before = std::move(pending_);
    pending_.clear();
    return operation;
}

Operation& RankReader::messages() {
    if (!has_open_) open_ = begun({}, nullptr);
    has_open_ = true;
    return open_;
}

void RankReader::interrupt_messages() {
    if (!has_open_) return;
    if (!open_.sends.empty() || !open_.receives.empty()) return close_messages();
    append(open_.before, pending_);
    pending_ = std::move(open_.before);
    open_ = {};
    has_open_ = false;
}

void RankReader::close_messages() {
    if (!has_open_) return;
    has_open_ = false;
    sends_pending_ = false;
    open_.inside = std::move(pending_);
    pending_.clear();
    sort_by_partner(open_.sends);
    sort_by_partner(open_.receives);
    sequence_.operations.push_back(std::move(open_));
    open_ = {};
}

} // namespace loop::report::derive
