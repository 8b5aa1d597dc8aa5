#include "recording/work_by_rank.h"

#include "recording/recorder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>

namespace loop::recording {

namespace {

// No further rank is executed to find out where amounts change.
constexpr std::size_t most_executed = 96;
constexpr std::size_t most_widths = 2;

using Amounts = std::array<double, 4>;

// A text without the amounts of its computations, and these.
struct SplitText {
    std::string frame;
    std::vector<Amounts> amounts;
};

bool is_computation(const std::string& line) {
    return line.rfind("computation ", 0) == 0;
}

// Where the word begins, counted from 0.
std::size_t begin_of_word(const std::string& line, int word) {
    std::size_t at = 0;
    for (int i = 0; i < word; ++i)
        at = line.find(' ', at) + 1;
    return at;
}

constexpr int first_amount = 6; // among the words of the line

// Calls `visit(line)`, each with its line end.
template <class Visit>
void visit_lines(const std::string& text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        visit(text.substr(at, end - at));
        at = end;
    }
}

SplitText split(const std::string& text) {
    SplitText all;
    visit_lines(text, [&](const std::string& line) {
        if (!is_computation(line)) {
            all.frame += line;
            return;
        }
        const std::size_t begin = begin_of_word(line, first_amount);
        const char* at = line.c_str() + begin;
        Amounts amounts{};
        for (double& amount : amounts) {
            char* end = nullptr;
            amount = std::strtod(at, &end);
            at = end;
        }
        all.amounts.push_back(amounts);
        all.frame += line.substr(0, begin) + at;
    });
    return all;
}

// The text of the first of some ranks, with what each next one computes more.
std::string with_steps(const std::string& text, const std::vector<Amounts>& steps) {
    std::string all;
    std::size_t next = 0;
    visit_lines(text, [&](const std::string& line) {
        all += line;
        if (!is_computation(line)) return;
        const Amounts& step = steps[next++];
        if (step == Amounts{}) return;
        all += "by-rank";
        for (const double amount : step)
            all += " " + amount_text(amount);
        all += "\n";
    });
    return all;
}

std::vector<Amounts> steps_between(const SplitText& first, const SplitText& last, int ranks) {
    std::vector<Amounts> steps(first.amounts.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (std::size_t k = 0; k < steps[i].size(); ++k)
            steps[i][k] = (last.amounts[i][k] - first.amounts[i][k]) / ranks;
    return steps;
}

bool is_on_line(const SplitText& here, const SplitText& first, const std::vector<Amounts>& steps, int away) {
    if (here.frame != first.frame || here.amounts.size() != steps.size()) return false;
    constexpr double rounding = 1e-9;
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (std::size_t k = 0; k < steps[i].size(); ++k) {
            const double line = first.amounts[i][k] + steps[i][k] * away;
            if (std::abs(here.amounts[i][k] - line) > rounding * std::abs(line)) return false;
        }
    return true;
}

// 0, 1, 2: the first one, one between, the last one.
int place_in(int number, int count) {
    return number == 0 ? 0 : number == count - 1 ? 2 : 1;
}

// Adds ranks behind those that are there.
void append(std::vector<RankRange>& ranges, int first, int last) {
    if (!ranges.empty() && ranges.back().last + 1 == first)
        ranges.back().last = last;
    else
        ranges.push_back({first, last});
}

} // namespace

WorkByRank::WorkByRank(int ranks, const std::vector<long long>& distances) : ranks_(ranks) {
    std::set<int> widths;
    for (const long long distance : distances) {
        const long long width = std::abs(distance);
        if (width > 1 && width <= ranks / 2 && ranks % width == 0) widths.insert(static_cast<int>(width));
    }
    for (const int width : widths)
        if (widths_.size() < most_widths) widths_.push_back(width);
}

void WorkByRank::add(int rank, std::uint64_t hash, const std::string& text) {
    executed_[rank] = hash;
    if (!text.empty()) texts_.emplace(hash, text);
}

int WorkByRank::part_of(int rank, int width) const {
    return 3 * place_in(rank / width, ranks_ / width) + place_in(rank % width, width);
}

bool WorkByRank::fits_grid(int width) const {
    std::map<int, Hash> parts;
    return std::all_of(executed_.begin(), executed_.end(), [&](const auto& each) {
        return parts.emplace(part_of(each.first, width), each.second).first->second == each.second;
    });
}

// Three ranks of each part.
std::vector<int> WorkByRank::needed_of_grid(int width) const {
    std::set<int> all;
    const auto places = [](int count) {
        return std::set<int>{0, std::min(1, count - 1), count / 2, std::max(count - 2, 0), count - 1};
    };
    for (const int row : places(ranks_ / width))
        for (const int column : places(width))
            if (executed_.count(row * width + column) == 0) all.insert(row * width + column);
    return {all.begin(), all.end()};
}

// In the middle between neighbors that differ.
std::vector<int> WorkByRank::between() const {
    std::vector<int> all;
    for (auto next = executed_.begin(), before = next++; next != executed_.end(); before = next++)
        if (next->second != before->second && next->first > before->first + 1)
            all.push_back(before->first + (next->first - before->first) / 2);
    return all;
}

bool WorkByRank::is_linear(int first, int last) const {
    const SplitText begin = split(texts_.at(executed_.at(first)));
    const SplitText end = split(texts_.at(executed_.at(last)));
    if (begin.frame != end.frame || begin.amounts.size() != end.amounts.size()) return false;
    const std::vector<Amounts> steps = steps_between(begin, end, last - first);
    return std::all_of(executed_.lower_bound(first), executed_.upper_bound(last), [&](const auto& each) {
        return is_on_line(split(texts_.at(each.second)), begin, steps, each.first - first);
    });
}

// The first and the last rank may do something else than those between, if more than two of these are known.
bool WorkByRank::find_linear(int& first, int& last) const {
    const int end = ranks_ - 1;
    constexpr std::size_t fewest = 4;
    for (const RankRange& range : {RankRange{0, end}, {1, end}, {0, end - 1}, {1, end - 1}}) {
        if (executed_.size() < fewest || executed_.count(range.first) == 0 ||
            executed_.count(range.last) == 0 || !is_linear(range.first, range.last))
            continue;
        first = range.first;
        last = range.last;
        return true;
    }
    return false;
}

std::vector<int> WorkByRank::needed() const {
    int first = 0, last = 0;
    if (find_linear(first, last)) return {};
    for (const int width : widths_) {
        if (!fits_grid(width)) continue;
        if (std::vector<int> needed = needed_of_grid(width); !needed.empty()) return needed;
        return {};
    }
    std::vector<int> all = between();
    if (executed_.size() + all.size() > most_executed) all.clear();
    return all;
}

WorkByRank::Shares WorkByRank::linear_shares(int first, int last) const {
    const std::string& text = texts_.at(executed_.at(first));
    const SplitText begin = split(text), end = split(texts_.at(executed_.at(last)));
    Shares shares{{}, true};
    if (first > 0) shares.all.push_back({{{0, 0}}, texts_.at(executed_.at(0))});
    shares.all.push_back({{{first, last}}, with_steps(text, steps_between(begin, end, last - first))});
    if (last < ranks_ - 1)
        shares.all.push_back({{{ranks_ - 1, ranks_ - 1}}, texts_.at(executed_.at(ranks_ - 1))});
    return shares;
}

WorkByRank::Shares WorkByRank::shares_of_grid(int width) const {
    std::map<int, Hash> parts;
    for (const auto& [rank, hash] : executed_)
        parts.emplace(part_of(rank, width), hash);
    std::map<Hash, std::vector<RankRange>> ranges;
    for (int row = 0; row < ranks_; row += width) {
        const auto add = [&](int first, int last) {
            append(ranges[parts.at(part_of(row + first, width))], row + first, row + last);
        };
        add(0, 0);
        if (width > 2) add(1, width - 2);
        add(width - 1, width - 1);
    }
    Shares shares{{}, true};
    for (auto& [hash, ranks] : ranges)
        shares.all.push_back({std::move(ranks), texts_.at(hash)});
    return shares;
}

WorkByRank::Shares WorkByRank::shares_of_neighbors() const {
    std::map<Hash, std::vector<RankRange>> ranges;
    int first = 0;
    for (auto each = executed_.begin(); each != executed_.end(); ++each) {
        const auto next = std::next(each);
        const int last =
            next == executed_.end() ? ranks_ - 1 : each->first + (next->first - each->first - 1) / 2;
        append(ranges[each->second], first, last);
        first = last + 1;
    }
    Shares shares{{}, between().empty()};
    for (auto& [hash, ranks] : ranges)
        shares.all.push_back({std::move(ranks), texts_.at(hash)});
    return shares;
}

WorkByRank::Shares WorkByRank::shares() const {
    int first = 0, last = 0;
    if (find_linear(first, last)) return linear_shares(first, last);
    for (const int width : widths_)
        if (fits_grid(width) && needed_of_grid(width).empty()) return shares_of_grid(width);
    return shares_of_neighbors();
}

} // namespace loop::recording
