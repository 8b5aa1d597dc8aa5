#include "base/schedule/schedule.h"
#include "base/text/strings.h"

#include <loop/collective_data.h>

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace loop::schedule {

namespace {

/// A file may promise more than it has.
constexpr long long most_reserved = 1 << 20;

/// The words of one line, from left to right.
class Words {
public:
    Words(std::string_view line, std::size_t number) : rest_(line), number_(number) {}

    std::string_view word() {
        const std::size_t end = std::min(rest_.find(' '), rest_.size());
        const std::string_view first = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return first;
    }
    std::string rest() { return std::string(rest_); }
    bool is_empty() const { return rest_.empty(); }

    long long number(long long least = std::numeric_limits<long long>::min(),
                     long long most = std::numeric_limits<long long>::max()) {
        return whole(word(), least, most);
    }
    /// `12`, or `12:45` with a column.
    template <class Place>
    void place(Place& place) {
        constexpr int most = std::numeric_limits<int>::max();
        const std::string_view text = word();
        const std::size_t colon = text.find(':');
        place.line = static_cast<int>(whole(text.substr(0, colon), 0, most));
        if (colon != std::string_view::npos)
            place.column = static_cast<int>(whole(text.substr(colon + 1), 1, most));
    }
    double amount() {
        const std::string_view text = word();
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || !(value >= 0) || std::isinf(value))
            refuse(fmt::format("`{}` is not an amount", text));
        return value;
    }
    [[noreturn]] void refuse(const std::string& problem) const {
        throw FormatError(fmt::format("line {}: {}", number_, problem));
    }

private:
    long long whole(std::string_view text, long long least, long long most) const {
        long long value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
            refuse(fmt::format("`{}` is not a number that is possible here", text));
        return value;
    }

    std::string_view rest_;
    std::size_t number_;
};

/// Reads `3 (0*2 1)*10`.
class FoldedReader {
public:
    FoldedReader(std::string_view text, std::size_t operations, const Words& line)
        : text_(text), operations_(operations), line_(line) {}

    std::vector<Folded> read() {
        std::vector<Folded> all = parts(0);
        if (!text_.empty()) line_.refuse("a `)` too many");
        return all;
    }

private:
    static constexpr int deepest = 1000;

    std::vector<Folded> parts(int depth) {
        if (depth > deepest) line_.refuse("loops are nested too deeply");
        std::vector<Folded> all;
        while (!text_.empty() && text_.front() != ')') {
            if (text_.front() == ' ')
                text_.remove_prefix(1);
            else
                all.push_back(part(depth));
        }
        return all;
    }

    Folded part(int depth) {
        Folded one;
        if (text_.front() == '(') {
            text_.remove_prefix(1);
            one.body = parts(depth + 1);
            if (text_.empty() || one.body.empty()) line_.refuse("a loop without an end or without a body");
            text_.remove_prefix(1);
        } else {
            const std::uint64_t number = count();
            if (number >= operations_) line_.refuse(fmt::format("there is no operation {}", number));
            one.number = static_cast<std::uint32_t>(number);
        }
        if (!text_.empty() && text_.front() == '*') {
            text_.remove_prefix(1);
            one.times = count();
        }
        return one;
    }

    std::uint64_t count() {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        if (error != std::errc()) line_.refuse("a number is missing in the program");
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        return value;
    }

    std::string_view text_;
    std::size_t operations_;
    const Words& line_;
};

class Reader {
public:
    Schedule read(std::string_view text) {
        std::size_t number = 0;
        for (const std::string_view line : lines_of(text)) {
            Words words(line, ++number);
            if (number == 1 && line != "loop-schedule 2")
                words.refuse("the file does not begin with `loop-schedule 2`");
            if (number > 1) read_line(words);
        }
        if (all_.ranks == 0) throw FormatError("the file is empty");
        return std::move(all_);
    }

private:
    void read_line(Words& words) {
        const std::string_view key = words.word();
        if (key == "ranks") {
            all_.ranks = static_cast<int>(words.number(1, std::numeric_limits<int>::max()));
            return;
        }
        if (all_.ranks == 0) words.refuse("the number of ranks is missing");
        if (key == "execution")
            begin_execution(words);
        else if (all_.executions.empty())
            words.refuse("an execution is missing");
        else
            read_part(key, words);
    }

    void read_part(std::string_view key, Words& words) {
        Execution& now = all_.executions.back();
        if (key == "messages")
            now.patterns.empty() ? words.refuse("a pattern is missing")
                                 : now.patterns.back().push_back(messages(words));
        else if (key == "pattern")
            now.patterns.emplace_back().reserve(
                static_cast<std::size_t>(std::min(words.number(0), most_reserved)));
        else if (const auto kind = kind_of(key))
            now.operations.push_back(operation(*kind, words));
        else if (key == "collective")
            read_collective(words);
        else if (key == "groups")
            now.groups.push_back(groups(words));
        else if (key == "note")
            now.notes.push_back(words.rest());
        else if (key == "received")
            now.received.push_back(receiving_call(words));
        else if (key == "sends" || key == "receives")
            now.endpoints.push_back(endpoint(key == "sends", words));
        else if (key == "contents")
            now.contents = words.rest();
        else if (key == "ended")
            now.ended = words.rest();
        else if (key == "phase")
            now.phases.push_back(words.rest());
        else if (key == "program")
            now.program = FoldedReader(words.rest(), now.operations.size(), words).read();
        else
            words.refuse(fmt::format("unknown key `{}`", key));
    }

    void begin_execution(Words& words) {
        Execution& now = all_.executions.emplace_back();
        needed_.clear();
        while (!words.is_empty()) {
            const std::string_view range = words.word();
            const std::size_t dash = range.find('-');
            Words first(range.substr(0, dash), 0);
            RankRange ranks{rank(first), 0};
            Words last(dash == std::string_view::npos ? range : range.substr(dash + 1), 0);
            ranks.last = rank(last);
            now.ranks.push_back(ranks);
        }
    }

    int rank(Words& words) const { return static_cast<int>(words.number(0, all_.ranks - 1)); }

    static Messages messages(Words& words) {
        Messages each;
        for (long long* const value : {&each.from, &each.from_step, &each.to, &each.to_step})
            *value = words.number();
        for (long long* const value : {&each.count, &each.bytes, &each.times, &each.place})
            *value = words.number(0);
        return each;
    }

    static ReceivingCall receiving_call(Words& words) {
        ReceivingCall one;
        one.call = std::string(words.word());
        words.place(one);
        one.file = words.rest();
        return one;
    }

    Endpoint endpoint(bool is_send, Words& words) const {
        Endpoint one;
        one.is_send = is_send;
        one.call = std::string(words.word());
        one.line = static_cast<int>(words.number(0, std::numeric_limits<int>::max()));
        one.communicator = std::string(words.word());
        one.partner = static_cast<int>(words.number(is_send ? 0 : Endpoint::any, all_.ranks - 1));
        one.tag =
            static_cast<int>(words.number(is_send ? 0 : Endpoint::any, std::numeric_limits<int>::max()));
        one.times = words.number(0);
        one.file = words.rest();
        return one;
    }

    Groups groups(Words& words) const {
        Groups all;
        all.size = static_cast<std::size_t>(words.number(1, all_.ranks));
        while (!words.is_empty())
            all.members.push_back(rank(words));
        if (all.members.empty() || all.members.size() % all.size != 0)
            words.refuse("the groups are not equally large");
        return all;
    }

    /// Whether its numbers are among 0 to `ranks` - 1. Visits each pattern once.
    bool is_within(const Execution& now, std::size_t pattern, long long ranks) {
        while (needed_.size() < now.patterns.size())
            needed_.push_back(ranks_needed(now.patterns[needed_.size()]));
        return needed_[pattern] <= ranks;
    }

    /// More than there can be if a number is negative.
    long long ranks_needed(const Pattern& pattern) const {
        long long most = 0;
        const auto add = [&](long long first, long long step, long long count) {
            const bool is_possible = first >= 0 && first < all_.ranks && count <= all_.ranks &&
                                     (count < 2 || (step > -all_.ranks && step < all_.ranks));
            const long long last = is_possible && count > 1 ? first + (count - 1) * step : first;
            most = std::max(most, is_possible && last >= 0 ? std::max(first, last) + 1 : all_.ranks + 1LL);
        };
        for (const Messages& each : pattern) {
            add(each.from, each.from_step, each.count);
            add(each.to, each.to_step, each.count);
        }
        return most;
    }

    static std::optional<OperationKind> kind_of(std::string_view key) {
        if (key == "operation") return OperationKind::Communication;
        if (key == "computation") return OperationKind::Computation;
        if (key == "enter") return OperationKind::EnterPhase;
        if (key == "leave") return OperationKind::LeavePhase;
        return std::nullopt;
    }

    Operation operation(OperationKind kind, Words& words) {
        const Execution& now = all_.executions.back();
        const auto last = [](const auto& list) { return static_cast<long long>(list.size()) - 1; };
        Operation one;
        one.kind = kind;
        one.call = std::string(words.word());
        words.place(one);
        one.is_measured = words.number(0, 1) == 1;
        one.phase = static_cast<int>(words.number(-1, last(now.phases)));
        one.group = static_cast<int>(words.number(Operation::one_rank, last(now.groups)));
        if (kind == OperationKind::Communication) read_messages(one, words);
        if (kind == OperationKind::Computation)
            for (double* const amount :
                 {&one.work.seconds, &one.work.idle_seconds, &one.work.operations, &one.work.bytes})
                *amount = words.amount();
        one.file = words.rest();
        return one;
    }

    void read_messages(Operation& one, Words& words) {
        const Execution& now = all_.executions.back();
        one.pattern =
            static_cast<std::size_t>(words.number(0, static_cast<long long>(now.patterns.size()) - 1));
        one.size = words.number(0);
        const std::size_t group = static_cast<std::size_t>(std::max(one.group, 0));
        const long long ranks = one.group < 0 ? all_.ranks : static_cast<long long>(now.groups[group].size);
        if (!is_within(now, one.pattern, ranks)) words.refuse("the pattern names ranks that do not exist");
    }

    /// Of the operation in the line before.
    void read_collective(Words& words) {
        Execution& now = all_.executions.back();
        if (now.operations.empty() || now.operations.back().kind != OperationKind::Communication)
            words.refuse("an operation is missing");
        Operation& operation = now.operations.back();
        const Groups* const groups = groups_of(now, operation.group);
        const std::size_t ranks = groups == nullptr ? static_cast<std::size_t>(all_.ranks) : groups->size;
        operation.collective.is_known = true;
        operation.collective.root = static_cast<int>(words.number(-1, static_cast<long long>(ranks) - 1));
        std::vector<long long>& slots = operation.collective.slots;
        while (!words.is_empty())
            slots.push_back(words.number(0));
        const CollectiveOperationData shape{call_info(operation.call).kind, 0, 0, 0, nullptr};
        if (!slots.empty() && slots.size() != (shape.exchanges() ? ranks * ranks : ranks))
            words.refuse("there is not a slot for each rank");
    }

    Schedule all_;
    std::vector<long long> needed_; ///< ranks, by pattern of the present execution
};

} // namespace

Schedule read_schedule(std::string_view text) {
    return Reader().read(text);
}

} // namespace loop::schedule
