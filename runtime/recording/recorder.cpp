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

// Enter, Leave: a phase. Completion, Turn: of another operation.
enum class Kind { Communication, Computation, Enter, Leave, Completion, Turn };

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
    Course course{};
    std::uint32_t more = 0;     // the number of further lines on it
    std::uint32_t finished = 0; // of \FINISH: the number of the list of what it completes
    OperationNumber of = 0;     // of a completion or a turn

    auto tie() const {
        return std::tuple_cat(
            std::tie(line, column, size, pattern, phase, group, is_measured, kind, more, finished),
            std::tie(work.seconds, work.idle_seconds, work.operations, work.bytes, work.stride,
                     work.is_random),
            std::tie(course.order, course.is_synchronized, course.partners.sends, course.partners.receives,
                     course.way, course.extent, course.hold, course.handle));
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
    // Further lines on operations, as in the file; the first one is for those without.
    std::vector<std::string> more{""};
    std::unordered_map<std::string, std::uint32_t> more_numbers;
    // What \FINISH completes; the first one is for other operations.
    std::vector<std::vector<Folded>> finished{{}};
    std::map<std::vector<OperationNumber>, std::uint32_t> finished_numbers;
    std::vector<Operation> operations;
    std::map<Operation, OperationNumber> operation_numbers;
    std::vector<std::string> phases;
    std::vector<int> groups; // that this rank was in
    int present_groups = -1;
    std::map<std::pair<Kind, OperationNumber>, OperationNumber> parts; // completions and turns
    std::vector<OperationNumber> turns; // of \DEAL, which have begun and computed nothing yet
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

void keep(Operation operation) {
    State& all = state();
    all.communications.push_back(all.number_of_communications);
    if (operation.details.kind == Kind::Communication) ++all.number_of_communications;
    all.operations.push_back(std::move(operation));
}

OperationNumber add(Operation operation) {
    State& all = state();
    const auto next = static_cast<OperationNumber>(all.operations.size());
    const auto [known, is_new] = all.operation_numbers.try_emplace(operation, next);
    if (is_new) keep(std::move(operation));
    execute(known->second);
    return known->second;
}

// An operation in this line, as it is executed now.
Details present(Kind kind, const Site& site) {
    const State& all = state();
    const int phase = all.open_phases.empty() ? -1 : all.open_phases.back().number;
    return {kind, site.line, site.column, is_measured(), phase, all.present_groups};
}

OperationNumber add(Construct construct, const Site& site, const Details& details) {
    the_session.construct = construct;
    the_session.site = site;
    if (the_session.stage != Stage::Open) fail_not_open(construct, site);
    RecentCall call{construct, site.file, details, 0};
    RecentCall& recent = place_of(call);
    if (recent.is_same(call)) {
        execute(recent.number);
        return recent.number;
    }
    call.number = add({construct_name(construct), site.file, details});
    recent = call;
    return call.number;
}

// A part of another operation.
void add_part(Kind kind, OperationNumber of) {
    State& all = state();
    const auto next = static_cast<OperationNumber>(all.operations.size());
    const auto [known, is_new] = all.parts.try_emplace({kind, of}, next);
    if (is_new) {
        Operation part = all.operations[of];
        part.details.kind = kind;
        part.details.of = of;
        keep(std::move(part));
    }
    execute(known->second);
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
        return "leave";
    case Kind::Completion:
        return "complete";
    case Kind::Turn:
        break;
    }
    return "turn";
}

std::string position_of(const Details& details) {
    return line_text({"", details.line, details.column});
}

const char* name_of_order(const Course& course) {
    if (course.is_synchronized) return "synchronized";
    switch (course.order) {
    case MessageOrder::Together:
        break;
    case MessageOrder::SendsFirst:
        return "sends-first";
    case MessageOrder::InTurn:
        return "in-turn";
    case MessageOrder::ReceivesFirst:
        return "receives-first";
    }
    return "together";
}

const char* name_of(PartnerOrder order) {
    return order == PartnerOrder::Place       ? "place"
           : order == PartnerOrder::Ascending ? "ascending"
                                              : "descending";
}

const char* name_of(Hold hold) {
    return hold == Hold::nothing ? "nothing" : hold == Hold::sends ? "sends" : "receives";
}

std::string text_of(const Way& way) {
    std::string text;
    if (way.mode == SendMode::Synchronous) text += " synchronous";
    if (way.mode == SendMode::Buffered) text += " buffered";
    if (way.any_source) text += " any-source";
    if (way.persistent) text += " persistent";
    return text.empty() ? "" : "with" + text + "\n";
}

// The lines on how the call runs.
std::string text_of(const Course& course) {
    std::string text;
    const auto [sends, receives] = course.partners;
    if (sends != PartnerOrder::Place || receives != PartnerOrder::Place)
        text += concat("partners ", name_of(sends), " ", name_of(receives), "\n");
    if (course.way != nullptr) text += text_of(*course.way);
    if (course.extent == Course::Extent::Around) text += "around\n";
    if (course.extent == Course::Extent::Started)
        text += concat("started ", name_of(course.hold), " ", course.handle, "\n");
    return text;
}

std::string text_of(const Work& work) {
    std::string text;
    for (const double amount : {work.seconds, work.idle_seconds, work.operations, work.bytes})
        text += amount_text(amount) + " ";
    return text;
}

std::string text_of_stride(const Work& work) {
    const Work usual;
    if (work.stride == usual.stride && work.is_random == usual.is_random) return "";
    return concat("memory ", work.stride, work.is_random ? " random\n" : " linear\n");
}

// A number is `3`, or `3*10` if it is executed 10 times; a loop is `( ... )*10`. `number_of`: of an operation
// in this text.
template <class NumberOf>
void append(std::string& text, const std::vector<Folded>& parts, NumberOf number_of) {
    for (const Folded& part : parts) {
        text += text.empty() || text.back() == '(' ? "" : " ";
        if (part.is_loop()) {
            text += "(";
            append(text, part.body, number_of);
            text += ")";
        } else {
            text += std::to_string(number_of(part.number));
        }
        if (part.times > 1) text += "*" + std::to_string(part.times);
    }
}

template <class NumberOf>
std::string text_of(const std::vector<Folded>& parts, const char* key, NumberOf number_of) {
    std::string body;
    append(body, parts, number_of);
    return concat(key, " ", body, "\n");
}

template <class NumberOf>
std::string text_of(const Operation& operation, NumberOf number_of) {
    const Details& details = operation.details;
    std::string text = concat(key_of(details.kind), " ");
    if (details.kind == Kind::Completion || details.kind == Kind::Turn)
        return concat(text, number_of(details.of), "\n");
    text += concat(operation.call, " ", position_of(details), " ", details.is_measured ? 1 : 0, " ",
                   details.phase, " ", details.group, " ");
    if (details.kind == Kind::Communication)
        text += concat(details.pattern, " ", details.size, " ", name_of_order(details.course), " ");
    if (details.kind == Kind::Computation) text += text_of(details.work);
    text += operation.file + "\n" + state().more[details.more] + text_of(details.course) +
            text_of_stride(details.work);
    if (details.finished != 0) text += text_of(state().finished[details.finished], "completes", number_of);
    return text;
}

std::uint32_t number_of_lines(const std::string& lines) {
    State& all = state();
    const auto next = static_cast<std::uint32_t>(all.more.size());
    const auto [known, is_new] = all.more_numbers.try_emplace(lines, next);
    if (is_new) all.more.push_back(known->first);
    return known->second;
}

// The line of the file.
std::string text_of(const CollectiveData& data) {
    std::string text = concat("collective ", data.root, " ", data.operation, " ", data.element);
    for (const long long bytes : data.slots)
        text += " " + std::to_string(bytes);
    return text + "\n";
}

std::uint32_t number_of_finished(const std::vector<OperationNumber>& finished) {
    State& all = state();
    const auto next = static_cast<std::uint32_t>(all.finished.size());
    const auto [known, is_new] = all.finished_numbers.try_emplace(finished, next);
    if (is_new) {
        Folder folder;
        for (const OperationNumber number : finished)
            folder.add(number);
        all.finished.push_back(folder.folded());
    }
    return known->second;
}

// The turns that have begun belong to what is computed now.
void add_turns() {
    for (const OperationNumber deal : std::exchange(state().turns, {}))
        add_part(Kind::Turn, deal);
}

} // namespace

std::string amount_text(double amount) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", amount);
    return text;
}

OperationNumber record(Construct construct, const Site& site, PatternNumber pattern, long long size,
                       const Course& course) {
    Details details = present(Kind::Communication, site);
    details.pattern = pattern;
    details.size = size;
    details.course = course;
    return add(construct, site, details);
}

OperationNumber record(Construct construct, const Site& site) {
    return record(construct, site, 0, 0, {});
}

void record_completion(OperationNumber call) {
    add_part(Kind::Completion, call);
}

void record_finish(const Site& site, const std::vector<OperationNumber>& started) {
    Details details = present(Kind::Communication, site);
    details.finished = number_of_finished(started);
    add(Construct::Finish, site, details);
}

OperationNumber record_deal(const Site& site, PatternNumber pattern, const DealtPasses& dealt) {
    Details details = present(Kind::Communication, site);
    details.pattern = pattern;
    details.size = 1;
    details.more = number_of_lines(concat("deal ", dealt.by, " ", dealt.passes, " ", dealt.chunk, " ",
                                          dealt.give, " ", dealt.result, "\n"));
    return add(Construct::Deal, site, details);
}

void record_turn(OperationNumber deal) {
    state().turns.push_back(deal);
}

void end_turns() {
    state().turns.clear();
}

OperationNumber record_collective(const std::string& call, const Site& site, const CollectiveData& data,
                                  const Course& course) {
    Details details = present(Kind::Communication, site);
    details.size = data.size;
    details.more = number_of_lines(text_of(data));
    details.course = course;
    return add({call, site.file, details});
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
    add_turns();
    add(construct, site, details);
}

int enter_groups(int number) {
    std::vector<int>& groups = state().groups;
    if (number >= 0 && std::find(groups.begin(), groups.end(), number) == groups.end())
        groups.push_back(number);
    return std::exchange(state().present_groups, number);
}

const EqualGroups* present_groups() {
    const int number = state().present_groups;
    return number < 0 ? nullptr : &groups_of(number);
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
    add_turns();
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
    for (const int number : state().groups)
        text += concat(number, " ");
    return text;
}

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
    const auto itself = [](OperationNumber number) { return number; };
    for (const Operation& each : all.operations)
        text += text_of(each, itself);
    return text + text_of(all.folder.folded(), "program", itself);
}

std::string recorded_communication() {
    const State& all = state();
    const auto itself = [](std::uint32_t number) { return number; };
    const auto communication = [&](OperationNumber number) { return all.communications[number]; };
    std::string text = recorded_groups();
    for (const Operation& each : all.operations)
        if (each.details.kind == Kind::Communication) text += text_of(each, communication);
    return text + text_of(all.folded_communications.folded(), "program", itself);
}

} // namespace loop::recording
