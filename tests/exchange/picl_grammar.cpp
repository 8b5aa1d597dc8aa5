#include "picl_grammar.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>

namespace picl_grammar {

namespace {

struct Bad {
    std::string what;
};

struct Record {
    int type, event;
    long long time_ns;
    int node, pid;
    std::vector<long long> data; // of integer data only
};

struct Open {
    int event;
    long long begin_ns;
    long long nested_ns;
    std::vector<long long> data;
};

struct Node {
    bool framed = false, ended = false;
    long long begin_ns = 0;
    std::vector<Open> open;
};

const std::set<int> record_types{-2, -3, -4, -5, -6, -7, -101, -102, -103, -104, -105, -201, -202, -203};
const std::set<int> event_types{-11,  -12,  -13,  -14,  -15,  -16,  -21,  -22,  -23,  -24,  -27,  -28,
                                -29,  -30,  -31,  -32,  -51,  -52,  -53,  -54,  -55,  -56,  -57,  -58,
                                -59,  -60,  -61,  -62,  -201, -202, -221, -251, -401, -402, -501, -502,
                                -503, -601, -602, -603, -756, -773, -780, -782, -783, -785, -786, -790,
                                -791, -792, -793, -804, -805, -806, -812, -826, -827, -841, -846, -849,
                                -901, -902, -903, -904, -905, -911, -912, -913, -914};

long long integer(const std::string& text, const char* what) {
    static const std::regex pattern("-?(0|[1-9][0-9]*)");
    if (text.size() > 18 || !std::regex_match(text, pattern))
        throw Bad{std::string(what) + " `" + text + "` is no integer"};
    return std::stoll(text);
}

long long nanoseconds(const std::string& text) {
    static const std::regex pattern("-?[0-9]+\\.[0-9]+");
    if (!std::regex_match(text, pattern)) throw Bad{"time `" + text + "` is no number with decimals"};
    return std::llround(std::stold(text) * 1e9L);
}

/// Words separated by one blank each; a quoted word keeps its blanks.
std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        if (c == ' ' && !quoted) {
            if (words.back().empty()) throw Bad{"two blanks, or one at the beginning"};
            words.emplace_back();
        } else {
            if (c < ' ' || c > '~') throw Bad{"a character that is not printable"};
            words.back() += c;
        }
    }
    if (quoted) throw Bad{"a quote that does not end"};
    if (words.back().empty()) throw Bad{"a blank at the end, or an empty line"};
    return words;
}

/// The conversions of a scanf format: d, s, lf, f, c.
std::vector<std::string> conversions_of(const std::string& quoted) {
    static const std::regex whole("\"(%(d|ld|s|c|f|lf) ?)+\""), one("%(ld|lf|d|s|c|f)");
    if (!std::regex_match(quoted, whole))
        throw Bad{"descriptor " + quoted + " is no format of %d %ld %s %c %f %lf"};
    std::vector<std::string> result;
    for (std::sregex_iterator it(quoted.begin(), quoted.end(), one), end; it != end; ++it)
        result.push_back((*it)[1]);
    return result;
}

void read_data(const std::vector<std::string>& words, long long groups, Record& record) {
    if (groups < 0) throw Bad{"a negative number of data"};
    if (groups == 0) {
        if (words.size() > 7) throw Bad{"data behind a count of 0"};
        if (words.size() == 7 && record.event < 0)
            throw Bad{"a descriptor without data at an event of the system"};
        if (words.size() == 7) integer(words[6], "descriptor");
        return;
    }
    if (words.size() < 7) throw Bad{"no descriptor"};
    std::vector<std::string> conversions;
    if (words[6][0] == '"') {
        conversions = conversions_of(words[6]);
    } else {
        static const std::map<long long, std::string> types{{0, "c"},  {1, "d"}, {2, "d"},
                                                            {3, "ld"}, {4, "f"}, {5, "lf"}};
        const auto type = types.find(integer(words[6], "descriptor"));
        if (type == types.end()) throw Bad{"descriptor " + words[6] + " is no type from 0 to 5"};
        conversions = {type->second};
    }
    const std::size_t wanted = static_cast<std::size_t>(groups) * conversions.size();
    if (words.size() - 7 != wanted)
        throw Bad{std::to_string(words.size() - 7) + " data instead of " + std::to_string(wanted)};
    for (std::size_t i = 0; i < wanted; ++i) {
        const std::string& conversion = conversions[i % conversions.size()];
        const std::string& word = words[7 + i];
        if (conversion == "d" && std::abs(integer(word, "datum")) > 2147483648LL)
            throw Bad{"datum " + word + " is no int"};
        if (conversion == "d" || conversion == "ld") record.data.push_back(integer(word, "datum"));
        if (conversion == "f" || conversion == "lf") nanoseconds(word);
    }
}

Record parse(const std::string& line) {
    const std::vector<std::string> words = words_of(line);
    if (words.size() < 6) throw Bad{"fewer than six fields"};
    Record record{};
    record.type = static_cast<int>(integer(words[0], "record type"));
    record.event = static_cast<int>(integer(words[1], "event type"));
    record.time_ns = nanoseconds(words[2]);
    record.node = static_cast<int>(integer(words[3], "node"));
    record.pid = static_cast<int>(integer(words[4], "pid"));
    if (record_types.count(record.type) == 0) throw Bad{"unknown record type " + words[0]};
    const bool statistics = record.type <= -101 && record.type >= -105;
    if (record.event < 0 && event_types.count(record.event) == 0 && !(statistics && record.event == -1))
        throw Bad{"unknown event type " + words[1]};
    read_data(words, integer(words[5], "number of data"), record);
    return record;
}

/// Number of integers of each event; writers differ in whether they include the partner's process ID.
struct Fields {
    std::set<std::size_t> entry, leaving;
};
const std::map<int, Fields>& known_fields() {
    static const std::map<int, Fields> known{
        {-21, {{3, 4}, {0}}},    {-22, {{3, 4}, {0}}}, {-23, {{3, 4}, {0}}}, {-24, {{3, 4}, {0}}},
        {-27, {{3, 4}, {1}}},    {-30, {{1}, {0}}},    {-31, {{1}, {0}}},    {-51, {{2, 3}, {3, 4}}},
        {-52, {{2, 3}, {3, 4}}}, {-57, {{2, 3}, {1}}}, {-60, {{1}, {3, 4}}}, {-61, {{1}, {3, 4}}},
        {-402, {{1}, {0}}},      {-601, {{0}, {0}}},   {-602, {{0}, {0}}},   {-603, {{0}, {0}}},
        {-782, {{2}, {1}}},      {-785, {{3}, {1}}},   {-790, {{3}, {1}}},   {-901, {{0}, {0}}},
    };
    return known;
}

class Checker {
public:
    Verdict run(std::istream& in) {
        std::string line;
        while (std::getline(in, line)) {
            ++verdict_.totals.lines;
            try {
                take(parse(line));
            } catch (const Bad& bad) {
                complain(bad.what);
            }
            if (verdict_.errors.size() > 20) return verdict_;
        }
        finish();
        return verdict_;
    }

private:
    void complain(const std::string& what) {
        verdict_.errors.push_back("line " + std::to_string(verdict_.totals.lines) + ": " + what);
    }

    void take(const Record& record) {
        if (any_ && record.time_ns < time_ns_) complain("earlier than the line before");
        any_ = true;
        time_ns_ = record.time_ns;
        if (record.type == -202) {
            define_subset(record);
            return;
        }
        if (record.node < 0) throw Bad{"a record of node " + std::to_string(record.node)};
        Node& node = nodes_[record.node];
        if (node.ended) throw Bad{"a record behind the node's -4 -901"};
        if (!node.framed && !(record.type == -3 && record.event == -901))
            throw Bad{"the node's first record is not -3 -901"};
        if (record.type == -3) enter(record, node);
        if (record.type == -4) leave(record, node);
        if (record.type == -2) {
            if (record.event == -904 && record.data.size() != 3)
                throw Bad{"a trace level without its 3 levels"};
            verdict_.totals.marks += record.event >= 0;
        }
    }

    void define_subset(const Record& record) {
        if (record.event != -812 || record.data.size() < 2)
            throw Bad{"a subset is -202 -812 with its number and nodes"};
        if (!subsets_.insert(record.data[0]).second) throw Bad{"a subset is defined twice"};
    }

    void require_fields(const Record& record) const {
        const auto known = known_fields().find(record.event);
        if (record.event >= 0 && !record.data.empty()) throw Bad{"data at a user's event"};
        if (known == known_fields().end()) return;
        const auto& counts = record.type == -3 ? known->second.entry : known->second.leaving;
        if (counts.count(record.data.size()) == 0)
            throw Bad{"event " + std::to_string(record.event) + " with " +
                      std::to_string(record.data.size()) + " data"};
    }

    void require_subset(long long number) const {
        if (number != -1 && subsets_.count(number) == 0)
            throw Bad{"communicator " + std::to_string(number) + " was not defined"};
    }

    void enter(const Record& record, Node& node) {
        require_fields(record);
        if (record.event == -901) {
            if (node.framed) throw Bad{"a second -3 -901 of the node"};
            node.framed = true;
            node.begin_ns = record.time_ns;
        }
        if (record.event == -402) require_subset(record.data[0]);
        if (record.event == -785 || record.event == -790) require_subset(record.data[2]);
        if (record.event == -782) require_subset(record.data[1]);
        if (record.event == -21) {
            if (record.data[0] < 0) throw Bad{"a message of a negative length"};
            sent_[{record.node, static_cast<int>(record.data[2]), record.data[1]}].push_back(record.data[0]);
            ++verdict_.totals.messages;
            verdict_.totals.bytes += record.data[0];
        }
        node.open.push_back({record.event, record.time_ns, 0, record.data});
    }

    void leave(const Record& record, Node& node) {
        require_fields(record);
        if (node.open.empty() || node.open.back().event != record.event)
            throw Bad{"-4 " + std::to_string(record.event) + " closes nothing that is open innermost"};
        const Open open = node.open.back();
        node.open.pop_back();
        const long long length = record.time_ns - open.begin_ns;
        if (!node.open.empty()) node.open.back().nested_ns += length;
        verdict_.totals.time_ns[record.node][record.event] += length - open.nested_ns;
        ++verdict_.totals.pairs[record.event];
        if (record.event == -901) {
            if (!node.open.empty()) throw Bad{"-4 -901 within something open"};
            node.ended = true;
            verdict_.totals.node_ns[record.node] = length;
        }
        if (record.event == -51 || record.event == -52) receive(record, open);
    }

    void receive(const Record& record, const Open& open) {
        const long long length = record.data[0], tag = record.data[1], source = record.data[2];
        if (open.data[0] >= 0 && open.data[0] != tag) throw Bad{"another tag than was asked for"};
        if (open.data[1] >= 0 && open.data[1] != source) throw Bad{"another source than was asked for"};
        std::deque<long long>& waiting = sent_[{static_cast<int>(source), record.node, tag}];
        if (waiting.empty()) throw Bad{"received before it was sent, or never sent"};
        if (waiting.front() != length) throw Bad{"another length than was sent"};
        waiting.pop_front();
    }

    void finish() {
        if (!any_) complain("an empty file");
        for (const auto& [number, node] : nodes_)
            if (!node.ended) complain("node " + std::to_string(number) + " has no -4 -901");
        for (const auto& [key, waiting] : sent_)
            verdict_.totals.unreceived += static_cast<long long>(waiting.size());
    }

    Verdict verdict_;
    bool any_ = false;
    long long time_ns_ = 0;
    std::map<int, Node> nodes_;
    std::set<long long> subsets_;
    std::map<std::tuple<int, int, long long>, std::deque<long long>> sent_; // sender, receiver, tag
};

} // namespace

Verdict check(std::istream& in) {
    return Checker().run(in);
}

} // namespace picl_grammar
