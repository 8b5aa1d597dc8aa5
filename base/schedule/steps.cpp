#include "base/schedule/steps.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace loop::schedule {

namespace {

/// A file may promise more messages than fit in memory.
constexpr long long most_messages = 1 << 24;

void require_few(const std::vector<LocalMessages>& all) {
    long long left = most_messages;
    for (const LocalMessages& each : all)
        if (each.times > std::exchange(left, left - each.times))
            throw FormatError(fmt::format("a rank has more than {} messages in one call", most_messages));
}

/// A message that is sent several times is that many messages: first each once, then each once more.
std::vector<LocalMessages> repeated(const std::vector<LocalMessages>& all) {
    require_few(all);
    long long most = 0;
    for (const LocalMessages& each : all)
        most = std::max(most, each.times);
    std::vector<LocalMessages> messages;
    for (long long repetition = 0; repetition < most; ++repetition)
        for (const LocalMessages& each : all)
            if (repetition < each.times) {
                messages.push_back(each);
                messages.back().times = 1;
            }
    return messages;
}

class Builder {
public:
    Builder(const Operation& operation, const LocalOperation& here) : operation_(operation) {
        steps_.sends = repeated(here.sends);
        steps_.receives = repeated(here.receives);
    }

    CallSteps build() {
        if (is_meeting(operation_))
            meet();
        else if (operation_.extent == Extent::Started)
            start();
        else
            execute();
        return std::move(steps_);
    }

private:
    using Steps = std::vector<Step>;

    void add_sends(Steps& to, StepKind kind) const {
        for (std::size_t i = 0; i < steps_.sends.size(); ++i)
            to.push_back({kind, i});
    }
    void add_receives(Steps& to, StepKind kind) const {
        for (std::size_t i = 0; i < steps_.receives.size(); ++i)
            to.push_back({kind, i});
    }
    void start_sends(Steps& to) const { add_sends(to, StepKind::StartSend); }
    void start_receives(Steps& to) const { add_receives(to, StepKind::StartReceive); }
    void await_sends(Steps& to) const { add_sends(to, StepKind::AwaitSend); }
    void await_receives(Steps& to) const { add_receives(to, StepKind::AwaitReceive); }

    void start_together(Steps& to) const {
        start_receives(to);
        start_sends(to);
    }

    /// A send, a receive, a send, ...
    void start_in_turn(Steps& to, bool awaits) const {
        for (std::size_t i = 0; i < std::max(steps_.sends.size(), steps_.receives.size()); ++i) {
            if (i < steps_.sends.size()) to.push_back({StepKind::StartSend, i});
            if (i >= steps_.receives.size()) continue;
            to.push_back({StepKind::StartReceive, i});
            if (awaits) to.push_back({StepKind::AwaitReceive, i});
        }
    }

    void meet() {
        if (operation_.order != MessageOrder::Synchronized) {
            steps_.begin.push_back({StepKind::Arrive});
            steps_.complete.push_back({StepKind::AwaitAll});
            return;
        }
        steps_.begin.push_back({StepKind::Arrive});
        Steps& rest = steps_.complete;
        rest.push_back({StepKind::AwaitAll});
        start_together(rest);
        await_receives(rest);
        await_sends(rest);
        rest.push_back({StepKind::Arrive});
        rest.push_back({StepKind::AwaitAll});
    }

    void execute() {
        Steps &begin = steps_.begin, &complete = steps_.complete;
        switch (operation_.order) {
        case MessageOrder::Together:
        case MessageOrder::Synchronized:
            start_together(begin);
            await_receives(complete);
            break;
        case MessageOrder::SendsFirst:
            start_sends(begin);
            for (std::size_t i = 0; i < steps_.receives.size(); ++i) {
                complete.push_back({StepKind::StartReceive, i});
                complete.push_back({StepKind::AwaitReceive, i});
            }
            break;
        case MessageOrder::InTurn:
            start_in_turn(begin, true);
            break;
        case MessageOrder::ReceivesFirst:
            start_receives(begin);
            await_receives(begin);
            start_sends(complete);
            break;
        }
        await_sends(complete);
    }

    void start() {
        const bool sends_last = operation_.order == MessageOrder::ReceivesFirst && !steps_.receives.empty();
        const bool sends_now = operation_.hold != Hold::Sends && !sends_last;
        const bool receives_now = operation_.hold != Hold::Receives;
        begin_started(sends_now, receives_now);
        if (!receives_now) start_receives(steps_.held);
        if (!sends_now && !sends_last) start_sends(steps_.held);
        await_receives(steps_.complete);
        if (sends_last) start_sends(steps_.complete);
        await_sends(steps_.complete);
    }

    void begin_started(bool sends_now, bool receives_now) {
        Steps& begin = steps_.begin;
        const bool sends_first =
            operation_.order == MessageOrder::SendsFirst || operation_.order == MessageOrder::InTurn;
        if (operation_.order == MessageOrder::InTurn && sends_now && receives_now)
            return start_in_turn(begin, false);
        if (receives_now && !sends_first) start_receives(begin);
        if (sends_now) start_sends(begin);
        if (receives_now && sends_first) start_receives(begin);
    }

    const Operation& operation_;
    CallSteps steps_;
};

} // namespace

bool is_meeting(const Operation& operation) {
    return operation.order == MessageOrder::Synchronized || operation.collective.is_known ||
           is_collective(call_info(operation.call).kind);
}

CallSteps steps_of(const Operation& operation, const LocalOperation& here) {
    if (operation.kind != OperationKind::Communication || operation.dealt) return {};
    return Builder(operation, here).build();
}

} // namespace loop::schedule
