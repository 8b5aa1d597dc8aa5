#include "recording/recorder.h"

#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"

#include <loop/folded.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace loop::recording {

using namespace runtime;

namespace {

enum class Kind { Communication, Computation, Enter, Leave }; // Enter, Leave: a phase

// What distinguishes one operation from another in the same line; it may be executed many times.
struct Details {
    Kind kind;
    int line, column;
    bool is_measured;
    int phase;
    int group;
    PatternNumber pattern = 0;
    long long size = 0;
    Work work{};
    std::uint32_t collective = 0; // the number of its root and slots

    auto tie() const {
        return std::tie(line, column, size, pattern, phase, group, is_measured, kind, work.seconds,
                        work.idle_seconds, work.operations, work.bytes, collective);
    }
};

struct Operation {
    std::string call;
    std::string file;
    Details details;

    friend bool operator<(const Operation& a, const Operation& b) {
        if (a.details.tie() != b.details.tie()) return a.details.tie() < b.details.tie();
        return std::tie(a.call, a.file) < std::tie(b.call, b.file);
    }
};

struct ReceivingCall {
    std::string call;
    Site site;
};

struct OpenPhase {
    int number;
    Site site;
};

struct State {
    std::vector<patterns::MessageRows> patterns{{}}; // the first one has no messages
    std::unordered_map<std::string, PatternNumber> pattern_numbers;
    // Roots and slots of collective operations, as in the file; the first one is for other operations.
    std::vector<std::string> collectives{""};
    std::unordered_map<std::string, std::uint32_t> collective_numbers;
    std::vector<Operation> operations;
    std::map<Operation, std::uint32_t> operation_numbers;
    std::vector<std::string> phases;
    std::vector<EqualGroups> groups;
    int present_groups = -1;
    std::vector<std::string> notes;
    std::vector<ReceivingCall> received;
    // How often each call of host code sends to a rank or receives from it: by the line of the file, without
    // the number and the source file.
    std::map<std::pair<std::string, const char*>, long long> endpoints;
    std::vector<OpenPhase> open_phases;
    Folder folder;
    // Of the operations that communicate, which have numbers of their own.
    std::vector<std::uint32_t> communications; // by number of the operation
    std::uint32_t number_of_communications = 0;
    Folder folded_communications;
};

Lasting<State> state;

// The calls that come last, which a loop repeats. Their files are compared by address.
struct RecentCall {
    Construct construct;
    const char* file;
    Details details;
    std::uint32_t number;

    bool is_same(const RecentCall& other) const {
        return construct == other.construct && file == other.file && details.tie() == other.details.tie();
    }
};
constexpr std::size_t most_recent_calls = 64;
RecentCall recent_calls[most_recent_calls];

RecentCall& place_of(const RecentCall& call) {
    return recent_calls[(static_cast<std::size_t>(call.details.line) * 7 +
                         static_cast<std::size_t>(call.details.size)) %
                        most_recent_calls];
}

void execute(std::uint32_t number) {
    State& all = state();
    all.folder.add(number);
    if (all.operations[number].details.kind == Kind::Communication)
        all.folded_communications.add(all.communications[number]);
}

std::uint32_t add(Operation operation) {
    State& all = state();
    const auto next = static_cast<std::uint32_t>(all.operations.size());
    const auto [known, is_new] = all.operation_numbers.try_emplace(operation, next);
    if (is_new) {
        all.communications.push_back(all.number_of_communications);
        if (operation.details.kind == Kind::Communication) ++all.number_of_communications;
        all.operations.push_back(std::move(operation));
    }
    execute(known->second);
    return known->second;
}

// An operation in this line, as it is executed now.
Details present(Kind kind, const Site& site) {
    const State& all = state();
    const int phase = all.open_phases.empty() ? -1 : all.open_phases.back().number;
    return {kind, site.line, site.column, is_measured(), phase, all.present_groups};
}

void add(Construct construct, const Site& site, const Details& details) {
    the_session.construct = construct;
    the_session.site = site;
    if (the_session.stage != Stage::Open) fail_not_open(construct, site);
    RecentCall call{construct, site.file, details, 0};
    RecentCall& recent = place_of(call);
    if (recent.is_same(call)) return execute(recent.number);
    call.number = add({construct_name(construct), site.file, details});
    recent = call;
}

std::string text_of(const patterns::MessageRows& rows) {
    std::string text;
    for (const patterns::MessageRow& row : rows) {
        text += "messages";
        for (const long long value :
             {row.from, row.from_step, row.to, row.to_step, row.count, row.bytes, row.times, row.place})
            text += " " + std::to_string(value);
        text += "\n";
    }
    return text;
}

std::string text_of(const EqualGroups& groups) {
    std::string text = "groups " + std::to_string(groups.size);
    for (const int member : groups.members)
        text += " " + std::to_string(member);
    return text + "\n";
}

// In full, so that reading gives the same number.
std::string text_of(double amount) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", amount);
    return text;
}

const char* key_of(Kind kind) {
    switch (kind) {
    case Kind::Communication:
        return "operation";
    case Kind::Computation:
        return "computation";
    case Kind::Enter:
        return "enter";
    case Kind::Leave:
        break;
    }
    return "leave";
}

std::string position_of(const Details& details) {
    return line_text({"", details.line, details.column});
}

std::string text_of(const Operation& operation) {
    const Details& details = operation.details;
    std::string text = concat(key_of(details.kind), " ", operation.call, " ", position_of(details), " ",
                              details.is_measured ? 1 : 0, " ", details.phase, " ", details.group, " ");
    if (details.kind == Kind::Communication) text += concat(details.pattern, " ", details.size, " ");
    if (details.kind == Kind::Computation)
        for (const double amount :
             {details.work.seconds, details.work.idle_seconds, details.work.operations, details.work.bytes})
            text += text_of(amount) + " ";
    return text + operation.file + "\n" + state().collectives[details.collective];
}

// The line of the file.
std::string text_of(const CollectiveData& data) {
    std::string text = "collective " + std::to_string(data.root);
    for (const long long bytes : data.slots)
        text += " " + std::to_string(bytes);
    return text + "\n";
}

std::uint32_t number_of(const CollectiveData& data) {
    State& all = state();
    const auto next = static_cast<std::uint32_t>(all.collectives.size());
    const auto [known, is_new] = all.collective_numbers.try_emplace(text_of(data), next);
    if (is_new) all.collectives.push_back(known->first);
    return known->second;
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

PatternNumber add_pattern(patterns::MessageRows rows) {
    if (rows.empty()) return 0;
    const std::string text = text_of(rows);
    State& all = state();
    const auto next = static_cast<PatternNumber>(all.patterns.size());
    const auto [known, is_new] = all.pattern_numbers.try_emplace(text, next);
    if (is_new) all.patterns.push_back(std::move(rows));
    return known->second;
}

void record(Construct construct, const Site& site, PatternNumber pattern, long long size) {
    Details details = present(Kind::Communication, site);
    details.pattern = pattern;
    details.size = size;
    add(construct, site, details);
}

void record(Construct construct, const Site& site) {
    record(construct, site, 0, 0);
}

void record_collective(const std::string& call, const Site& site, const CollectiveData& data) {
    Details details = present(Kind::Communication, site);
    details.size = data.size;
    details.collective = number_of(data);
    add({call, site.file, details});
}

void record_own(const std::string& call, const Site& site, long long to, long long bytes) {
    Details details = present(Kind::Communication, site);
    details.pattern = add_pattern({{the_session.rank, 1, to, 1, 1, 1, 1, 0}});
    details.size = bytes;
    constexpr int own = -2;
    details.group = own;
    add({call, site.file, details});
}

void record_endpoint(const std::string& call, const Site& site, const Endpoint& endpoint) {
    const std::string line = concat(endpoint.is_send ? "sends " : "receives ", call, " ", line_text(site),
                                    " ", endpoint.communicator, " ", endpoint.partner, " ", endpoint.tag);
    ++state().endpoints[{line, site.file}];
}

void record_work(Construct construct, const Site& site, const Work& work) {
    Details details = present(Kind::Computation, site);
    details.work = work;
    add(construct, site, details);
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

void record_received(const std::string& call, const Site& site) {
    std::vector<ReceivingCall>& all = state().received;
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const ReceivingCall& each) {
        return each.site == site && each.call == call;
    });
    if (!is_known) all.push_back({call, site});
}

void note(const std::string& text) {
    std::vector<std::string>& notes = state().notes;
    if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(text);
}

void enter_phase(std::string_view name, const Site& site) {
    std::vector<std::string>& phases = state().phases;
    const auto known = std::find(phases.begin(), phases.end(), name);
    const auto number = static_cast<int>(known - phases.begin());
    if (known == phases.end()) phases.emplace_back(name);
    state().open_phases.push_back({number, site});
    add(Construct::Phase, site, present(Kind::Enter, site));
}

void leave_phase() {
    const Site site = state().open_phases.back().site;
    add(Construct::Phase, site, present(Kind::Leave, site));
    state().open_phases.pop_back();
}

std::string recorded_groups() {
    std::string text;
    for (const EqualGroups& each : state().groups)
        text += text_of(each);
    return text;
}

namespace {

std::string patterns_text() {
    std::string text;
    for (const patterns::MessageRows& each : state().patterns)
        text += "pattern " + std::to_string(each.size()) + "\n" + text_of(each);
    return text;
}

std::string program_text(const Folder& folder) {
    std::string body;
    append(body, folder.folded());
    return "program " + body + "\n";
}

} // namespace

std::set<std::string> received_calls() {
    std::set<std::string> lines;
    for (const ReceivingCall& each : state().received)
        lines.insert(concat("received ", each.call, " ", line_text(each.site), " ", each.site.file));
    return lines;
}

std::string recorded_text() {
    const State& all = state();
    std::string text;
    for (const std::string& each : all.notes)
        text += "note " + each + "\n";
    for (const auto& [line, times] : all.endpoints)
        text += concat(line.first, " ", times, " ", line.second, "\n");
    for (const std::string& each : all.phases)
        text += "phase " + each + "\n";
    text += recorded_groups() + patterns_text();
    for (const Operation& each : all.operations)
        text += text_of(each);
    return text + program_text(all.folder);
}

std::string recorded_communication() {
    std::string text = recorded_groups() + patterns_text();
    for (const Operation& each : state().operations)
        if (each.details.kind == Kind::Communication) text += text_of(each);
    return text + program_text(state().folded_communications);
}

} // namespace loop::recording
