#include "base/schedule/operation_lines.h"
#include "base/schedule/words.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace loop::schedule {

namespace {

/// A file may promise more than it has.
constexpr long long most_reserved = 1 << 20;

class Reader {
public:
    Schedule read(std::string_view text) {
        std::size_t number = 0;
        Words words({}, 0);
        for (const std::string_view line : lines_of(text)) {
            words = Words(line, ++number);
            if (number == 1)
                require_version(line, words);
            else
                read_line(words);
        }
        if (all_.ranks == 0) throw FormatError("the file is empty");
        require_program(words);
        return std::move(all_);
    }

private:
    static void require_version(std::string_view line, const Words& words) {
        if (line == "loop-schedule 3") return;
        if (line.rfind("loop-schedule ", 0) == 0)
            words.refuse(fmt::format("this is `{}`, but only `loop-schedule 3` can be read; record the "
                                     "program again with `loop count --schedule FILE` of this version",
                                     line));
        words.refuse("the file does not begin with `loop-schedule 3`");
    }

    void read_line(Words& words) {
        const std::string_view key = words.word();
        if (key == "ranks") {
            if (all_.ranks != 0) words.refuse("the number of ranks is given twice");
            all_.ranks = static_cast<int>(words.number(1, std::numeric_limits<int>::max()));
            return;
        }
        if (all_.ranks == 0) words.refuse("the number of ranks is missing");
        if (key == "execution")
            begin_execution(words);
        else if (key == "groups" || key == "pattern" || key == "messages")
            read_shared(key, words);
        else if (all_.executions.empty())
            words.refuse("an execution is missing");
        else
            read_part(key, words);
    }

    /// What all executions use.
    void read_shared(std::string_view key, Words& words) {
        if (!all_.executions.empty()) words.refuse("groups and patterns must come before the executions");
        if (key == "groups")
            all_.groups.push_back(groups(words));
        else if (key == "pattern")
            all_.patterns.emplace_back().reserve(
                static_cast<std::size_t>(std::min(words.number(0), most_reserved)));
        else if (all_.patterns.empty())
            words.refuse("a pattern is missing");
        else
            all_.patterns.back().push_back(messages(words));
    }

    void read_part(std::string_view key, Words& words) {
        Execution& now = all_.executions.back();
        const bool is_behind = !now.program.empty() && key != "note" && key != "ended" && key != "contents";
        if (is_behind) words.refuse(fmt::format("`{}` comes behind the program", key));
        if (const auto kind = kind_of(key))
            read_operation(*kind, words, needed_, all_);
        else if (read_detail(key, words, all_))
            require_end(key, words);
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
            read_program(now, words);
        else
            words.refuse(fmt::format("unknown key `{}`", key));
    }

    /// The name of a handle ends its line.
    static void require_end(std::string_view key, const Words& words) {
        if (key != "started" && !words.is_empty()) words.refuse(fmt::format("`{}` has too many words", key));
    }

    static void read_program(Execution& now, Words& words) {
        now.program = words.folded(now.operations.size());
        require_complete(now, words);
    }

    /// The line that says in which order the operations of the last execution follow.
    void require_program(const Words& words) const {
        if (all_.executions.empty()) return;
        const Execution& last = all_.executions.back();
        if (last.program.empty() && !last.operations.empty())
            words.refuse("the program of an execution is missing");
    }

    void begin_execution(Words& words) {
        require_program(words);
        if (all_.executions.empty())
            for (const Pattern& pattern : all_.patterns)
                needed_.push_back(ranks_needed(pattern));
        Execution& now = all_.executions.emplace_back();
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

    /// How many ranks a group must have that uses the pattern. More than there can be if a number is
    /// negative.
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

    Schedule all_;
    std::vector<long long> needed_; ///< ranks, by pattern
};

} // namespace

Schedule read_schedule(std::string_view text) {
    return Reader().read(text);
}

} // namespace loop::schedule
