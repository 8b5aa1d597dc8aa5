#include "recording/tables.h"

#include "session/lasting.h"

#include <loop/fnv.h>

#include <cstring>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace loop::recording {

namespace {

// Arguments that change in each call must not fill the memory.
constexpr std::size_t most_known_arguments = 1 << 16;

using Arguments = std::vector<long long>;

struct Tables {
    std::vector<patterns::MessageRows> patterns{{}};
    std::unordered_multimap<std::uint64_t, PatternNumber> pattern_numbers; // by hash
    std::vector<EqualGroups> groups;
    std::map<std::pair<std::size_t, std::vector<int>>, int> group_numbers;
    std::map<Arguments, KnownMessages> known;
    std::vector<const Arguments*> new_arguments;
    // How many of them the execution began with.
    std::size_t first_patterns = 1, first_groups = 0;
};

runtime::Lasting<Tables> tables;

constexpr std::size_t numbers_of_row = 8;

std::vector<long long> numbers_of(const patterns::MessageRow& row) {
    return {row.from, row.from_step, row.to, row.to_step, row.count, row.bytes, row.times, row.place};
}

bool are_equal(const patterns::MessageRows& a, const patterns::MessageRows& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::memcmp(&a[i], &b[i], sizeof a[i]) != 0) return false;
    return true;
}

std::uint64_t hash_of(const patterns::MessageRows& rows) {
    static_assert(sizeof(patterns::MessageRow) == numbers_of_row * sizeof(long long), "a row has no gaps");
    return fnv1a64({reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof rows[0]});
}

// A list of numbers as bytes.
class Packer {
public:
    void add(long long number) { bytes_.append(reinterpret_cast<const char*>(&number), sizeof number); }
    template <class List>
    void add_list(const List& list) {
        add(static_cast<long long>(list.size()));
        for (const auto number : list)
            add(number);
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Unpacker {
public:
    explicit Unpacker(const std::string& bytes) : bytes_(bytes) {}

    bool is_good() const { return is_good_; }
    bool is_at_end() const { return at_ == bytes_.size(); }
    long long number() {
        long long value = 0;
        if (bytes_.size() - at_ < sizeof value) {
            is_good_ = false;
            return 0;
        }
        std::memcpy(&value, bytes_.data() + at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    template <class Number>
    std::vector<Number> list() {
        std::vector<Number> all;
        for (long long left = number(); left > 0 && is_good_; --left)
            all.push_back(static_cast<Number>(number()));
        return all;
    }

private:
    const std::string& bytes_;
    std::size_t at_ = 0;
    bool is_good_ = true;
};

void pack(Packer& to, const patterns::MessageRows& rows) {
    to.add(static_cast<long long>(rows.size()));
    for (const patterns::MessageRow& row : rows)
        for (const long long number : numbers_of(row))
            to.add(number);
}

patterns::MessageRows unpack_rows(Unpacker& from) {
    patterns::MessageRows rows;
    for (long long left = from.number(); left > 0 && from.is_good(); --left) {
        patterns::MessageRow& row = rows.emplace_back();
        for (long long* const number : {&row.from, &row.from_step, &row.to, &row.to_step, &row.count,
                                        &row.bytes, &row.times, &row.place})
            *number = from.number();
    }
    return rows;
}

void append(std::string& text, const patterns::MessageRows& rows) {
    text += "pattern " + std::to_string(rows.size()) + "\n";
    for (const patterns::MessageRow& row : rows) {
        text += "messages";
        for (const long long value : numbers_of(row))
            text += " " + std::to_string(value);
        text += "\n";
    }
}

void append(std::string& text, const EqualGroups& groups) {
    text += "groups " + std::to_string(groups.size);
    for (const int member : groups.members)
        text += " " + std::to_string(member);
    text += "\n";
}

} // namespace

PatternNumber add_pattern(patterns::MessageRows rows) {
    if (rows.empty()) return 0;
    Tables& all = tables();
    const std::uint64_t hash = hash_of(rows);
    const auto [begin, end] = all.pattern_numbers.equal_range(hash);
    for (auto known = begin; known != end; ++known)
        if (are_equal(all.patterns[known->second], rows)) return known->second;
    const auto next = static_cast<PatternNumber>(all.patterns.size());
    all.pattern_numbers.emplace(hash, next);
    all.patterns.push_back(std::move(rows));
    return next;
}

const patterns::MessageRows& pattern_of(PatternNumber number) {
    return tables().patterns[number];
}

std::vector<long long> distances_of_patterns() {
    std::set<long long> distances;
    for (const patterns::MessageRows& rows : tables().patterns)
        for (const patterns::MessageRow& row : rows)
            if (row.from_step == row.to_step) distances.insert(row.to - row.from);
    return {distances.begin(), distances.end()};
}

int add_groups(EqualGroups groups) {
    Tables& all = tables();
    const auto next = static_cast<int>(all.groups.size());
    const auto [known, is_new] = all.group_numbers.try_emplace({groups.size, groups.members}, next);
    if (is_new) all.groups.push_back(std::move(groups));
    return known->second;
}

void forget_groups() {
    Tables& all = tables();
    all.groups.clear();
    all.group_numbers.clear();
    all.first_groups = 0;
}

const EqualGroups& groups_of(int number) {
    return tables().groups[static_cast<std::size_t>(number)];
}

const KnownMessages* find_messages(const std::vector<long long>& arguments) {
    const auto known = tables().known.find(arguments);
    return known == tables().known.end() ? nullptr : &known->second;
}

void keep_messages(const std::vector<long long>& arguments, const KnownMessages& messages) {
    Tables& all = tables();
    if (all.known.size() == most_known_arguments) return;
    const auto [known, is_new] = all.known.emplace(arguments, messages);
    if (is_new) all.new_arguments.push_back(&known->first);
}

std::string new_entries() {
    const Tables& all = tables();
    Packer packer;
    packer.add(static_cast<long long>(all.patterns.size() - all.first_patterns));
    for (std::size_t i = all.first_patterns; i < all.patterns.size(); ++i)
        pack(packer, all.patterns[i]);
    packer.add(static_cast<long long>(all.groups.size() - all.first_groups));
    for (std::size_t i = all.first_groups; i < all.groups.size(); ++i) {
        packer.add(static_cast<long long>(all.groups[i].size));
        packer.add_list(all.groups[i].members);
    }
    packer.add(static_cast<long long>(all.new_arguments.size()));
    for (const Arguments* const each : all.new_arguments) {
        packer.add_list(*each);
        packer.add(all.known.at(*each).pattern);
        packer.add(all.known.at(*each).size);
    }
    return packer.take();
}

bool take_entries(const std::string& entries) {
    Unpacker from(entries);
    for (long long left = from.number(); left > 0 && from.is_good(); --left)
        add_pattern(unpack_rows(from));
    for (long long left = from.number(); left > 0 && from.is_good(); --left) {
        const auto size = static_cast<std::size_t>(from.number());
        add_groups({size, from.list<int>()});
    }
    for (long long left = from.number(); left > 0 && from.is_good(); --left) {
        const Arguments arguments = from.list<long long>();
        const auto pattern = static_cast<PatternNumber>(from.number());
        keep_messages(arguments, {pattern, from.number()});
    }
    Tables& all = tables();
    all.new_arguments.clear();
    all.first_patterns = all.patterns.size();
    all.first_groups = all.groups.size();
    return from.is_good() && from.is_at_end();
}

std::string tables_text() {
    const Tables& all = tables();
    std::string text;
    for (const EqualGroups& each : all.groups)
        append(text, each);
    for (const patterns::MessageRows& each : all.patterns)
        append(text, each);
    return text;
}

} // namespace loop::recording
