#include "base/schedule/counts.h"

#include "base/schedule/pattern_counts.h"
#include "base/text/place.h"

#include <loop/collective_data.h>

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

namespace loop::schedule {

namespace {

/// All uses of a pattern in one group: `calls` calls, whose sizes are `sizes` together.
struct Use {
    long long calls = 0;
    long long sizes = 0;
    long long largest_h = -1; ///< for messages of the size 1; -1: not known yet
};

/// What each of some ranks computes.
struct LocalWork {
    Work work;
    Work step; ///< for each rank between the first rank of the execution and this one
    double ranks = 0, steps = 0;
};

/// Adds up one execution.
class Counter {
public:
    explicit Counter(const Schedule& schedule)
        : schedule_(schedule), is_complete_(is_complete(schedule)),
          work_(static_cast<std::size_t>(schedule.ranks)),
          collective_(static_cast<std::size_t>(schedule.ranks)), messages_sent_(schedule.ranks),
          bytes_sent_(schedule.ranks), messages_received_(schedule.ranks), bytes_received_(schedule.ranks) {
        const int ranks = schedule.ranks;
        counts_.ranks = ranks;
        counts_.block = (ranks + most_blocks - 1) / most_blocks;
        const auto blocks = static_cast<std::size_t>((ranks - 1) / counts_.block) + 1;
        counts_.matrix.assign(blocks, std::vector<Traffic>(blocks));
    }

    void add(const Execution& execution) {
        std::map<std::pair<int, std::size_t>, Use> uses;
        std::map<int, LocalWork> works; // by group
        const std::vector<long long> times = times_of_operations(execution);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const Operation& operation = execution.operations[i];
            if (is_part(operation.kind)) continue;
            if (operation.kind != OperationKind::Communication)
                add_local(execution, operation, times[i], works);
            else if (is_known_from(execution, operation)) {
                add(execution, operation, times[i], uses);
                if (operation.collective.is_known) add_collective(execution, operation, times[i]);
            }
        }
        for (const auto& [group, local] : works)
            for_ranks(execution, group, [&, &all = local](int rank) {
                work_[static_cast<std::size_t>(rank)]
                    .add(all.work, 1)
                    .add(all.step, steps_to(execution, rank));
            });
        for (const auto& [key, use] : uses)
            add(pattern_of(key.first, key.second), use);
        for (const std::string& note : execution.notes)
            add_note(note);
        for (const ReceivingCall& each : execution.received)
            received_.insert({each.file, each.line, each.column, each.call});
    }

    Counts finish() {
        const auto sent = messages_sent_.values(), bytes_sent = bytes_sent_.values();
        const auto received = messages_received_.values(), bytes_received = bytes_received_.values();
        for (std::size_t rank = 0; rank < sent.size(); ++rank)
            counts_.by_rank.push_back({{sent[rank], bytes_sent[rank]},
                                       {received[rank], bytes_received[rank]},
                                       collective_[rank],
                                       work_[rank]});
        for (const Work& work : work_)
            counts_.work += work;
        note_received();
        counts_.by_offset.insert(offsets_.begin(), offsets_.end());
        std::sort(counts_.lines.begin(), counts_.lines.end(), [](const LineCounts& a, const LineCounts& b) {
            return std::tie(a.file, a.line, a.column, a.call) < std::tie(b.file, b.line, b.column, b.call);
        });
        return std::move(counts_);
    }

private:
    /// Whether it is a part of another operation, which counts.
    static bool is_part(OperationKind kind) {
        return kind == OperationKind::Completion || kind == OperationKind::Turn;
    }

    void add_note(const std::string& note) {
        if (std::find(counts_.notes.begin(), counts_.notes.end(), note) == counts_.notes.end())
            counts_.notes.push_back(note);
    }

    void note_received() {
        std::string calls;
        for (const auto& [file, line, column, call] : received_)
            calls += fmt::format("{}{}{}", calls.empty() ? "" : ", ", shown_call(call),
                                 line > 0 ? fmt::format(" in line {}", line_text(line, column)) : "");
        if (!calls.empty())
            add_note("no data arrive here; the ranks do the same if zeros, -1, or other numbers arrive by " +
                     calls);
    }

    /// The first member of the first group tells what the groups do.
    bool is_known_from(const Execution& execution, const Operation& operation) const {
        if (operation.group == Operation::one_rank) return true;
        return execution.has(first_of(operation.group));
    }

    int first_of(int group) const {
        return group == Operation::all_ranks ? 0 : groups_of(schedule_, group)->members[0];
    }

    /// Visits the ranks that do what this execution does in these groups: each that was executed so, or those
    /// for which the first one stands.
    template <typename Visit>
    void for_ranks(const Execution& execution, int group, Visit visit) const {
        if (is_complete_) {
            for (const RankRange& range : execution.ranks)
                for (int rank = range.first; rank <= range.last; ++rank)
                    visit(rank);
        } else if (!execution.has(first_of(group))) {
            return;
        } else if (group == Operation::all_ranks) {
            for (int rank = 0; rank < counts_.ranks; ++rank)
                visit(rank);
        } else {
            for (const int rank : groups_of(schedule_, group)->members)
                visit(rank);
        }
    }

    void add_local(const Execution& execution, const Operation& operation, long long times,
                   std::map<int, LocalWork>& works) {
        PhaseCounts& phase = phase_of(execution, operation);
        if (operation.kind != OperationKind::Computation || !operation.is_measured) return;
        const auto [local, is_new] = works.try_emplace(operation.group);
        if (is_new)
            for_ranks(execution, operation.group, [&, &all = local->second](int rank) {
                ++all.ranks;
                all.steps += steps_to(execution, rank);
            });
        LocalWork& all = local->second;
        const auto calls = static_cast<double>(times);
        all.work.add(operation.work, calls);
        all.step.add(operation.step, calls);
        phase.work.add(operation.work, calls * all.ranks).add(operation.step, calls * all.steps);
    }

    Pattern pattern_of(int group, std::size_t pattern) const {
        return among_ranks(schedule_.patterns[pattern], groups_of(schedule_, group));
    }

    void add(const Execution& execution, const Operation& operation, long long times,
             std::map<std::pair<int, std::size_t>, Use>& uses) {
        Use& use = uses[{operation.group, operation.pattern}];
        use.calls += times;
        use.sizes += times * operation.size;
        if (use.largest_h < 0)
            use.largest_h = largest_h(pattern_of(operation.group, operation.pattern), counts_.ranks);
        const Groups* const groups = groups_of(schedule_, operation.group);
        const long long calls = times * (groups == nullptr ? 1 : static_cast<long long>(groups->count()));
        Traffic once, alone;
        for (const Messages& each : schedule_.patterns[operation.pattern]) {
            once += {each.all(), each.all() * each.bytes * operation.size};
            visit_offsets(each, [&](long long offset, long long count) {
                if (offset == 0)
                    alone += {count * each.times, count * each.times * each.bytes * operation.size};
            });
        }
        const Traffic all{once.messages * calls, once.bytes * calls};
        const Traffic to_oneself{alone.messages * calls, alone.bytes * calls};
        const long long h = use.largest_h * operation.size;
        LineCounts& line = line_of(operation);
        PhaseCounts& phase = phase_of(execution, operation);
        line.calls += calls;
        line.largest_h = std::max(line.largest_h, h);
        phase.largest_h = std::max(phase.largest_h, h);
        line.to_oneself += to_oneself;
        counts_.to_oneself += to_oneself;
        for (Traffic* const sum : {&line.all, &phase.all, &counts_.all})
            *sum += all;
        if (operation.is_measured) return;
        line.not_measured += all;
        counts_.not_measured += all;
    }

    /// Adds what a collective operation moves in each of its groups.
    void add_collective(const Execution& execution, const Operation& operation, long long times) {
        const Groups* const groups = groups_of(schedule_, operation.group);
        const int size = groups == nullptr ? counts_.ranks : static_cast<int>(groups->size);
        const CollectiveData& data = operation.collective;
        const CollectiveOperationData all{data_kind(call_info(operation.call)), size, data.root,
                                          operation.size, data.slots.empty() ? nullptr : data.slots.data()};
        const std::size_t count = groups == nullptr ? 1 : groups->count();
        Collective sum;
        for (std::size_t group = 0; group < count; ++group) {
            const int* const members =
                groups == nullptr ? nullptr : groups->members.data() + group * groups->size;
            const auto rank_of = [members](int member) {
                return members == nullptr ? member : members[member];
            };
            each_given_and_got(all, [&](int member, const GivenAndGot& one) {
                const Collective moved{one.given * times, one.got * times};
                collective_[static_cast<std::size_t>(rank_of(member))] += moved;
                sum += moved;
            });
            const auto is_below = [&](int member) { return rank_of(member) < counts_.ranks / 2; };
            counts_.collective_across += times * crossing_bytes(all, is_below);
        }
        add_up(execution, operation, sum);
    }

    void add_up(const Execution& execution, const Operation& operation, const Collective& sum) {
        LineCounts& line = line_of(operation);
        line.collective += sum;
        counts_.collective += sum;
        phase_of(execution, operation).collective += sum;
        if (operation.is_measured) return;
        line.collective_not_measured += sum;
        counts_.collective_not_measured += sum;
    }

    void add(const Pattern& pattern, const Use& use) {
        for (const Messages& each : pattern) {
            const Traffic one{each.times * use.calls, each.times * each.bytes * use.sizes};
            const auto times = [&](long long count) {
                return Traffic{count * one.messages, count * one.bytes};
            };
            messages_sent_.add(each.from, each.from_step, each.count, one.messages);
            bytes_sent_.add(each.from, each.from_step, each.count, one.bytes);
            messages_received_.add(each.to, each.to_step, each.count, one.messages);
            bytes_received_.add(each.to, each.to_step, each.count, one.bytes);
            counts_.across += times(crossings(each, counts_.ranks / 2));
            visit_offsets(each, [&](long long offset, long long count) { offsets_[offset] += times(count); });
            visit_blocks(each, counts_.block, [&](std::size_t row, std::size_t column, long long count) {
                counts_.matrix.at(row).at(column) += times(count);
            });
        }
    }

    LineCounts& line_of(const Operation& operation) {
        for (LineCounts& known : counts_.lines)
            if (known.line == operation.line && known.column == operation.column &&
                known.call == operation.call && known.file == operation.file)
                return known;
        LineCounts& line = counts_.lines.emplace_back();
        line.call = operation.call;
        line.file = operation.file;
        line.line = operation.line;
        line.column = operation.column;
        return line;
    }

    PhaseCounts& phase_of(const Execution& execution, const Operation& operation) {
        const std::string name =
            operation.phase < 0 ? "" : execution.phases[static_cast<std::size_t>(operation.phase)];
        for (PhaseCounts& known : counts_.phases)
            if (known.name == name) return known;
        return counts_.phases.emplace_back(PhaseCounts{name, {}, 0, {}, {}});
    }

    const Schedule& schedule_;
    Counts counts_;
    std::set<std::tuple<std::string, int, int, std::string>> received_; ///< file, line, column, call
    bool is_complete_;
    std::vector<Work> work_;             ///< by rank
    std::vector<Collective> collective_; ///< the same
    RankValues messages_sent_, bytes_sent_, messages_received_, bytes_received_;
    std::unordered_map<long long, Traffic> offsets_;
};

} // namespace

Counts count(const Schedule& schedule) {
    Counter counter(schedule);
    for (const Execution& execution : schedule.executions)
        counter.add(execution);
    return counter.finish();
}

} // namespace loop::schedule
