#include "recording/recorder.h"

#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"

#include <loop/folded.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace loop::recording {

using namespace runtime;

namespace {

// What distinguishes one operation from another; the same operation may be executed many times.
struct Operation {
    std::string call;
    std::string file;
    int line;
    bool is_measured;
    int phase;
    int group;
    PatternNumber pattern;
    long long size;

    friend bool operator<(const Operation& a, const Operation& b) {
        const auto tie = [](const Operation& o) {
            return std::tie(o.line, o.size, o.pattern, o.phase, o.group, o.is_measured, o.call, o.file);
        };
        return tie(a) < tie(b);
    }
};

struct State {
    std::vector<Pattern> patterns{Pattern{}}; // the first one has no messages
    std::unordered_map<std::string, PatternNumber> pattern_numbers;
    std::vector<Operation> operations;
    std::map<Operation, std::uint32_t> operation_numbers;
    std::vector<std::string> phases;
    std::vector<EqualGroups> groups;
    int present_groups = -1;
    std::vector<std::string> notes;
    int phase = -1;
    Folder folder;
};

Lasting<State> state;

// The calls that come last, which a loop repeats. Their files are compared by address.
struct RecentCall {
    Construct construct;
    const char* file;
    int line;
    bool is_measured;
    int phase;
    int group;
    PatternNumber pattern;
    long long size;
    std::uint32_t number;

    bool is_same(const RecentCall& other) const {
        return line == other.line && pattern == other.pattern && size == other.size &&
               construct == other.construct && file == other.file && is_measured == other.is_measured &&
               phase == other.phase && group == other.group;
    }
};
constexpr std::size_t most_recent_calls = 64;
RecentCall recent_calls[most_recent_calls];

RecentCall& place_of(const RecentCall& call) {
    return recent_calls[(static_cast<std::size_t>(call.line) * 7 + static_cast<std::size_t>(call.size)) %
                        most_recent_calls];
}

std::uint32_t add(Operation operation) {
    State& all = state();
    const auto next = static_cast<std::uint32_t>(all.operations.size());
    const auto [known, is_new] = all.operation_numbers.try_emplace(operation, next);
    if (is_new) all.operations.push_back(std::move(operation));
    all.folder.add(known->second);
    return known->second;
}

std::string text_of(const EqualGroups& groups) {
    std::string text = "groups " + std::to_string(groups.size);
    for (const int member : groups.members)
        text += " " + std::to_string(member);
    return text + "\n";
}

// A number is `3`, or `3*10` if it is executed 10 times; a loop is `( ... )*10`.
void append(std::string& text, const std::vector<Folded>& parts) {
    for (const Folded& part : parts) {
        text += text.empty() || text.back() == '(' ? "" : " ";
        if (part.is_loop()) {
            text += "(";
            append(text, part.body);
            text += ")";
        } else {
            text += std::to_string(part.number);
        }
        if (part.times > 1) text += "*" + std::to_string(part.times);
    }
}

} // namespace

PatternNumber add_pattern(Pattern pattern) {
    if (pattern.empty()) return 0;
    const std::string text = text_of(pattern);
    State& all = state();
    const auto next = static_cast<PatternNumber>(all.patterns.size());
    const auto [known, is_new] = all.pattern_numbers.try_emplace(text, next);
    if (is_new) all.patterns.push_back(std::move(pattern));
    return known->second;
}

void record(Construct construct, const Site& site, PatternNumber pattern, long long size) {
    the_session.construct = construct;
    the_session.site = site;
    if (the_session.stage != Stage::Open) fail_not_open(construct, site);
    RecentCall call{construct, site.file, site.line, is_measured(), state().phase, state().present_groups,
                    pattern,   size,      0};
    RecentCall& recent = place_of(call);
    if (recent.is_same(call)) return state().folder.add(recent.number);
    call.number = add({construct_name(construct), site.file, site.line, is_measured(), state().phase,
                       state().present_groups, pattern, size});
    recent = call;
}

void record(Construct construct, const Site& site) {
    record(construct, site, 0, 0);
}

void record_call(const std::string& call, const Site& site) {
    add({call, site.file, site.line, is_measured(), state().phase, state().present_groups, 0, 0});
}

void record_own(const std::string& call, const Site& site, long long to, long long bytes) {
    const PatternNumber pattern = add_pattern({{the_session.rank, 1, to, 1, 1, 1, 1, 0}});
    constexpr int own = -2;
    add({call, site.file, site.line, is_measured(), state().phase, own, pattern, bytes});
}

int add_groups(EqualGroups groups) {
    state().groups.push_back(std::move(groups));
    return static_cast<int>(state().groups.size()) - 1;
}

int enter_groups(int number) {
    return std::exchange(state().present_groups, number);
}

const EqualGroups* present_groups() {
    const int number = state().present_groups;
    return number < 0 ? nullptr : &state().groups[static_cast<std::size_t>(number)];
}

void note(const std::string& text) {
    std::vector<std::string>& notes = state().notes;
    if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(text);
}

int enter_phase(std::string_view name) {
    std::vector<std::string>& phases = state().phases;
    const auto known = std::find(phases.begin(), phases.end(), name);
    const int before = state().phase;
    state().phase = static_cast<int>(known - phases.begin());
    if (known == phases.end()) phases.emplace_back(name);
    return before;
}

void leave_phase(int before) {
    state().phase = before;
}

std::string recorded_groups() {
    std::string text;
    for (const EqualGroups& each : state().groups)
        text += text_of(each);
    return text;
}

std::string recorded_text() {
    const State& all = state();
    std::string text;
    for (const std::string& each : all.notes)
        text += "note " + each + "\n";
    for (const std::string& each : all.phases)
        text += "phase " + each + "\n";
    text += recorded_groups();
    for (const Pattern& each : all.patterns)
        text += "pattern " + std::to_string(each.size()) + "\n" + text_of(each);
    for (const Operation& each : all.operations)
        text += concat("operation ", each.call, " ", each.line, " ", each.is_measured ? 1 : 0, " ",
                       each.phase, " ", each.group, " ", each.pattern, " ", each.size, " ", each.file, "\n");
    std::string body;
    append(body, all.folder.folded());
    return text + "program " + body + "\n";
}

} // namespace loop::recording
