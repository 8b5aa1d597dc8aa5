#include "trace/analysis/messages/collectives.h"

#include "trace/analysis/messages/first_halves.h"
#include "trace/analysis/messages/operation_time.h"
#include "trace/read/open_sites.h"

#include <loop/calls.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace loop::report {

std::int64_t doublings_of(std::uint32_t ranks) {
    std::int64_t doublings = 0;
    for (std::uint64_t reached = 1; reached < ranks; reached *= 2)
        ++doublings;
    return doublings;
}

namespace {

/// A nonblocking call that no call completed yet.
struct Started {
    std::int64_t time_ns; ///< its begin
    CallKind kind;
};

/// A part that is not assigned to an operation yet.
struct Found {
    CollectivePart part;
    std::uint16_t communicator;
    std::uint32_t ordinal; ///< counts this rank's collective calls on the communicator
    std::int32_t root;
};

bool completes_requests(const std::string& call) {
    return call.compare(0, 8, "MPI_Wait") == 0 || call.compare(0, 8, "MPI_Test") == 0;
}

class CollectiveWalk {
public:
    explicit CollectiveWalk(const Trace& trace) : trace_(trace) {}

    Collectives run() {
        for (const RankTrace& rank : trace_.ranks)
            walk(rank);
        std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
            if (a.communicator != b.communicator) return a.communicator < b.communicator;
            return std::pair(a.ordinal, a.part.rank) < std::pair(b.ordinal, b.part.rank);
        });
        for (std::size_t i = 0; i < found_.size(); ++i)
            place(i);
        result_.by_rank.resize(trace_.ranks.size());
        for (std::size_t i = 0; i < result_.parts.size(); ++i)
            result_.by_rank[static_cast<std::size_t>(result_.parts[i].rank)].push_back(
                static_cast<std::uint32_t>(i));
        for (std::vector<std::uint32_t>& parts : result_.by_rank)
            std::sort(parts.begin(), parts.end(), [this](std::uint32_t a, std::uint32_t b) {
                return result_.parts[a].event < result_.parts[b].event;
            });
        return std::move(result_);
    }

private:
    void walk(const RankTrace& rank) {
        enters_.clear();
        started_.clear();
        last_start_ns_.reset();
        const FirstHalves halves(trace_, static_cast<std::size_t>(rank.rank));
        ordinals_.assign(1, 0);
        for (std::size_t i = 0; i < rank.events.size(); ++i) {
            const Event& event = rank.events[i];
            if (event.kind == EventKind::Enter) enters_.enter(event.site, event.time_ns);
            if (event.kind == EventKind::Enter && starts_operation(event.site))
                started_.push_back({event.time_ns, call_info(trace_.sites[event.site].construct).kind});
            if (event.kind == EventKind::Leave) enters_.leave(event.site);
            if (event.kind == EventKind::Enter && starts_no_message(rank.events, i))
                last_start_ns_ = event.time_ns;
            if (event.kind == EventKind::Collective) find(rank, i, halves);
        }
    }

    /// Whether it is a nonblocking collective call of MPI.
    bool starts_operation(std::uint32_t site) const {
        if (site >= trace_.sites.size() || trace_.sites[site].kind != SiteKind::Mpi) return false;
        const std::string& name = trace_.sites[site].construct;
        return name.compare(0, 5, "MPI_I") == 0 && is_collective(call_info(name).kind);
    }

    /// Whether it begins a call that starts persistent requests, and none of them is for a message.
    bool starts_no_message(const std::vector<Event>& events, std::size_t enter) const {
        const std::uint32_t site = events[enter].site;
        if (site >= trace_.sites.size() || trace_.sites[site].kind != SiteKind::Mpi) return false;
        const std::string& name = trace_.sites[site].construct;
        const bool starts = name == "MPI_Start" || name == "MPI_Startall";
        return starts && enter + 1 < events.size() && events[enter + 1].kind == EventKind::Leave;
    }

    /// When this rank started the operation of a Collective event.
    std::int64_t started_ns(const Event& event, std::int64_t begin_ns, const FirstHalves& halves) {
        const bool is_call =
            event.site < trace_.sites.size() && trace_.sites[event.site].kind == SiteKind::Mpi;
        if (!is_call) return std::min(begin_ns, halves.begin_ns(event.site, begin_ns));
        if (!completes_requests(trace_.sites[event.site].construct)) return begin_ns;
        return std::min(begin_ns, started_before_ns(begun_of_tag(event.tag), begin_ns));
    }

    /// Of those of a kind, the operation that was started first completes first. A persistent one has no
    /// nonblocking call, but was started last. Traces of earlier versions do not name the kind.
    std::int64_t started_before_ns(CallKind kind, std::int64_t completed_ns) {
        auto first = started_.begin();
        if (is_collective(kind))
            first = std::find_if(started_.begin(), started_.end(),
                                 [&](const Started& one) { return one.kind == kind; });
        if (first == started_.end()) return last_start_ns_.value_or(completed_ns);
        const std::int64_t since_ns = first->time_ns;
        started_.erase(first);
        return since_ns;
    }

    void find(const RankTrace& rank, std::size_t i, const FirstHalves& halves) {
        const Event& event = rank.events[i];
        if (ordinals_.size() <= event.communicator) ordinals_.resize(event.communicator + std::size_t{1});
        Found found{};
        found.communicator = event.communicator;
        found.ordinal = ordinals_[event.communicator]++;
        found.root = event.partner;
        found.part.rank = rank.rank;
        found.part.event = static_cast<std::uint32_t>(i);
        const OperationTime time =
            collective_time(rank.events, i, enters_.empty() ? event.time_ns : enters_.innermost());
        found.part.begin_ns = time.begin_ns;
        found.part.end_ns = time.end_ns;
        found.part.started_ns = started_ns(event, time.begin_ns, halves);
        found_.push_back(found);
    }

    void place(std::size_t i) {
        const Found& found = found_[i];
        const bool fresh = i == 0 || found_[i - 1].communicator != found.communicator ||
                           found_[i - 1].ordinal != found.ordinal;
        if (fresh)
            result_.operations.push_back({static_cast<std::uint32_t>(i), 0, found.root, found.part.rank,
                                          found.part.started_ns, found.communicator});
        CollectiveOperation& operation = result_.operations.back();
        ++operation.parts;
        if (found.part.started_ns > operation.last_begin_ns) {
            operation.last_rank = found.part.rank;
            operation.last_begin_ns = found.part.started_ns;
        }
        result_.parts.push_back(found.part);
        result_.parts.back().operation = static_cast<std::uint32_t>(result_.operations.size() - 1);
    }

    const Trace& trace_;
    std::deque<Started> started_;               ///< in the order of time
    std::optional<std::int64_t> last_start_ns_; ///< of a call that started no message
    OpenVisits<std::int64_t> enters_;           ///< times at which the open sites were entered
    std::vector<std::uint32_t> ordinals_;       ///< the next ordinal, by communicator
    std::vector<Found> found_;
    Collectives result_;
};

enum class Direction { Everybody, FromRoot, ToRoot, FromLower, Nobody };

/// Of a Collective event: "gather mpi_gather", in lower case. Of an operation that another call began, the
/// name of the blocking call. Empty: unknown.
std::string names_of(const Trace& trace, const Event& event) {
    std::string name;
    const CallKind begun = begun_of_tag(event.tag);
    if (is_collective(begun))
        name = blocking_call(begun);
    else if (event.site < trace.sites.size())
        name = trace.sites[event.site].construct + ' ' + trace.sites[event.site].name;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
}

bool has_name(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation,
              const char* word) {
    if (operation.parts == 0) return false;
    const CollectivePart& part = collectives.parts[operation.first_part];
    const Event& event = trace.ranks[static_cast<std::size_t>(part.rank)].events[part.event];
    return names_of(trace, event).find(word) != std::string::npos;
}

/// Whether an operation with a root has the word in its name.
bool is_rooted(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation,
               const char* word) {
    return operation.root >= 0 && has_name(trace, collectives, operation, word);
}

Direction direction_of(const Trace& trace, const Event& event, bool rooted) {
    const std::string name = names_of(trace, event);
    if (name.empty()) return rooted ? Direction::Nobody : Direction::Everybody;
    const auto has = [&](const char* word) { return name.find(word) != std::string::npos; };
    if (has("scan")) return Direction::FromLower;
    if (!rooted) return Direction::Everybody;
    return has("bcast") || has("scatter") ? Direction::FromRoot : Direction::ToRoot;
}

} // namespace

const CollectivePart* Collectives::part_of(int rank, std::uint32_t event) const {
    const std::vector<std::uint32_t>& own = by_rank[static_cast<std::size_t>(rank)];
    const auto found =
        std::lower_bound(own.begin(), own.end(), event, [this](std::uint32_t part, std::uint32_t wanted) {
            return parts[part].event < wanted;
        });
    return found == own.end() || parts[*found].event != event ? nullptr : &parts[*found];
}

const CollectivePart* Collectives::part_of_rank(std::uint32_t operation, std::int32_t rank) const {
    const CollectivePart* const first = parts.data() + operations[operation].first_part;
    const CollectivePart* const end = first + operations[operation].parts;
    const CollectivePart* const found = std::lower_bound(
        first, end, rank, [](const CollectivePart& one, std::int32_t wanted) { return one.rank < wanted; });
    return found == end || found->rank != rank ? nullptr : found;
}

namespace {

/// In an operation towards the root, another rank than the root may wait for those below it in a tree: for
/// the last one that started while it was in its call.
void await_last_within(Collectives& collectives, const CollectiveOperation& operation) {
    const auto first = collectives.parts.begin() + operation.first_part, end = first + operation.parts;
    std::vector<std::pair<std::int64_t, std::int32_t>> starts;
    for (auto part = first; part != end; ++part)
        starts.emplace_back(part->started_ns, part->rank);
    std::sort(starts.begin(), starts.end());
    for (auto part = first; part != end; ++part) {
        auto last = std::upper_bound(starts.begin(), starts.end(),
                                     std::pair(part->end_ns, std::numeric_limits<std::int32_t>::max()));
        if (last != starts.begin() && std::prev(last)->second == part->rank) --last;
        if (last == starts.begin() || std::prev(last)->first <= part->begin_ns) continue;
        part->awaited = {std::prev(last)->second, std::prev(last)->first};
    }
}

/// How long a part takes after its rank and the root have started.
std::int64_t after_start_ns(const CollectivePart& part, const CollectivePart& root) {
    return part.end_ns - std::max(part.begin_ns, root.started_ns);
}

/// In a broadcast or scatter, data come over other ranks, which pass them on. If a part takes much longer
/// than the shortest one, and other ranks started during it, the last of these has passed the data on,
/// provided that the part ended soon after that. In a broadcast, in which all pass on the same, that is also
/// twice as long as what that rank did.
void await_forwarder(Collectives& collectives, const CollectiveOperation& operation, bool is_broadcast) {
    constexpr std::int64_t much_longer = 3, soon = 4; // a quarter of the part
    const auto first = collectives.parts.begin() + operation.first_part, end = first + operation.parts;
    const auto root = std::find_if(first, end, [&](const auto& part) { return part.rank == operation.root; });
    if (root == end) return;
    std::int64_t shortest_ns = std::numeric_limits<std::int64_t>::max();
    std::vector<std::pair<std::int64_t, std::int32_t>> starts;
    for (auto part = first; part != end; ++part) {
        if (part == root) continue;
        shortest_ns = std::min(shortest_ns, after_start_ns(*part, *root));
        if (part->started_ns > root->started_ns) starts.emplace_back(part->started_ns, part->rank);
    }
    std::sort(starts.begin(), starts.end());
    for (auto part = first; part != end; ++part) {
        const std::int64_t took_ns = after_start_ns(*part, *root);
        if (took_ns <= much_longer * shortest_ns) continue;
        const auto last = std::lower_bound(starts.begin(), starts.end(), std::pair(part->end_ns, -1));
        if (last == starts.begin()) continue;
        const Needed late{std::prev(last)->second, std::prev(last)->first};
        if (late.rank == part->rank || late.begin_ns <= part->begin_ns) continue;
        const CollectivePart& forwarder = *collectives.part_of_rank(part->operation, late.rank);
        const std::int64_t passes_on_ns = is_broadcast ? 2 * after_start_ns(forwarder, *root) : 0;
        if (part->end_ns - late.begin_ns <=
            std::max({much_longer * shortest_ns, took_ns / soon, passes_on_ns}))
            part->awaited = late;
    }
}

/// In a broadcast or scatter, a rank has its data when it calls, if the root started long before: at least
/// twice as long as any rank takes that does not wait for a late one, for each doubling of the number of
/// ranks, as others may pass the data on. Such a rank waits for nobody; it handles the data.
void note_data_there(Collectives& collectives, const CollectiveOperation& operation) {
    const auto first = collectives.parts.begin() + operation.first_part, end = first + operation.parts;
    const auto root = std::find_if(first, end, [&](const auto& part) { return part.rank == operation.root; });
    if (root == end) return;
    std::int64_t longest_ns = 0;
    for (auto part = first; part != end; ++part)
        if (part->awaited.rank == no_partner) longest_ns = std::max(longest_ns, after_start_ns(*part, *root));
    const std::int64_t way_ns = longest_ns * std::max<std::int64_t>(1, doublings_of(operation.parts));
    for (auto part = first; part != end; ++part)
        part->has_data = part != root && part->awaited.rank == no_partner &&
                         part->begin_ns - root->started_ns >= 2 * way_ns;
}

/// In a prefix sum, a rank waits for the ranks before it in the communicator.
void await_lower(const Trace& trace, Collectives& collectives, const CollectiveOperation& operation) {
    if (operation.communicator >= trace.communicators.size()) return;
    Needed last{no_partner, std::numeric_limits<std::int64_t>::min()};
    for (const int rank : trace.communicators[operation.communicator].ranks) {
        const CollectivePart* const found = collectives.part_of_rank(
            static_cast<std::uint32_t>(&operation - collectives.operations.data()), rank);
        if (found == nullptr) continue;
        CollectivePart& part = collectives.parts[static_cast<std::size_t>(found - collectives.parts.data())];
        if (last.begin_ns > part.begin_ns) part.awaited = last;
        if (part.started_ns > last.begin_ns) last = {part.rank, part.started_ns};
    }
}

void find_awaited(const Trace& trace, Collectives& collectives) {
    for (const CollectiveOperation& operation : collectives.operations) {
        const CollectivePart& part = collectives.parts[operation.first_part];
        const Event& event = trace.ranks[static_cast<std::size_t>(part.rank)].events[part.event];
        const Direction direction = direction_of(trace, event, operation.root >= 0);
        if (direction == Direction::ToRoot) await_last_within(collectives, operation);
        if (direction == Direction::FromRoot) {
            await_forwarder(collectives, operation, broadcasts(trace, collectives, operation));
            note_data_there(collectives, operation);
        }
        if (direction == Direction::FromLower) await_lower(trace, collectives, operation);
    }
}

} // namespace

namespace {

Direction direction_of(const Trace& trace, const Collectives& collectives, const CollectivePart& part) {
    const Event& event = trace.ranks[static_cast<std::size_t>(part.rank)].events[part.event];
    return direction_of(trace, event, collectives.operations[part.operation].root >= 0);
}

} // namespace

bool needs_all(const Trace& trace, const Collectives& collectives, const CollectivePart& part) {
    const Direction direction = direction_of(trace, collectives, part);
    return direction == Direction::Everybody ||
           (direction == Direction::ToRoot && part.rank == collectives.operations[part.operation].root);
}

Needed needed_by(const Trace& trace, const Collectives& collectives, const CollectivePart& part) {
    const CollectiveOperation& operation = collectives.operations[part.operation];
    const Needed last{operation.last_rank, operation.last_begin_ns}, nobody{no_partner, part.begin_ns};
    if (needs_all(trace, collectives, part)) return last.rank == part.rank ? nobody : last;
    const Direction direction = direction_of(trace, collectives, part);
    if (direction == Direction::ToRoot || direction == Direction::FromLower) return part.awaited;
    if (direction != Direction::FromRoot) return nobody;
    if (part.awaited.rank != no_partner) return part.awaited;
    if (part.rank == operation.root) return nobody;
    const CollectivePart* const root = collectives.part_of_rank(part.operation, operation.root);
    return root == nullptr ? nobody : Needed{root->rank, root->started_ns, true};
}

bool gathers(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation) {
    return is_rooted(trace, collectives, operation, "gather");
}

bool scatters(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation) {
    return is_rooted(trace, collectives, operation, "scatter");
}

bool broadcasts(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation) {
    return is_rooted(trace, collectives, operation, "bcast");
}

bool allgathers(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation) {
    return operation.root < 0 && has_name(trace, collectives, operation, "allgather");
}

Collectives match_collectives(const Trace& trace) {
    Collectives collectives = CollectiveWalk(trace).run();
    find_awaited(trace, collectives);
    return collectives;
}

} // namespace loop::report
