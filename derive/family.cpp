#include "derive/family.h"

#include "derive/statements.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report::derive {

namespace {

using Lists = std::vector<const std::vector<Node>*>; ///< by number of ranks
using Positions = std::vector<std::size_t>;

/// What stands at a position, for the user.
std::string text_at(const std::vector<Node>& nodes, std::size_t at, int ranks) {
    if (at >= nodes.size()) return "nothing more";
    if (nodes[at].is_loop()) return fmt::format("`\\LOOP ({})`", nodes[at].times);
    Declarations declarations;
    const std::string construct = construct_of({&nodes[at].step}, {ranks}, false, declarations);
    return "`" + declarations.numbers().plain(construct) + "`";
}

/// The statements of several numbers of ranks, one after the other.
class Alignment {
public:
    Alignment(Family& family, Counts counts, Lists lists)
        : family_(family), counts_(std::move(counts)), lists_(std::move(lists)), at_(lists_.size(), 0) {}

    std::optional<Statements> align() {
        Statements all;
        while (!is_end()) {
            std::optional<Statement> next = next_statement();
            if (!next) return std::nullopt;
            next->counts = counts_;
            all.push_back(std::move(*next));
        }
        return all;
    }

private:
    const Node* next(std::size_t which) const {
        return at_[which] < lists_[which]->size() ? &(*lists_[which])[at_[which]] : nullptr;
    }
    bool is_loop(std::size_t which) const { return next(which) && next(which)->is_loop(); }

    bool is_end() const {
        for (std::size_t which = 0; which < lists_.size(); ++which)
            if (next(which)) return false;
        return true;
    }

    /// Moves behind the statement.
    std::optional<Statement> next_statement() {
        if (lists_.size() > 1)
            if (auto run = run_at(lists_, at_, counts_)) {
                for (std::size_t which = 0; which < at_.size(); ++which)
                    at_[which] += run->steps[which].size();
                Statement statement;
                statement.run = std::move(run);
                return statement;
            }
        for (std::size_t which = 0; which < lists_.size(); ++which)
            if (is_loop(which)) return loop();
        return step();
    }

    std::optional<Statement> step() {
        Statement statement;
        for (std::size_t which = 0; which < lists_.size(); ++which) {
            if (!next(which) || !next(0) || !are_alike(next(which)->step, next(0)->step))
                return differ(which);
            statement.steps.push_back(next(which));
        }
        for (std::size_t& one : at_)
            ++one;
        return statement;
    }

    static bool are_alike(const Step& step, const Step& other) {
        if (step.flight != other.flight || step.handle != other.handle) return false;
        return step.name == other.name && step.combine == other.combine && step.element == other.element;
    }

    std::optional<Statement> loop() {
        std::size_t length = 0;
        for (std::size_t which = 0; which < lists_.size(); ++which)
            if (is_loop(which)) length = std::max(length, next(which)->body.size());
        for (const bool may_miss : {false, true})
            if (auto statement = loop(length, may_miss)) return statement;
        for (std::size_t which = 0; which < lists_.size(); ++which)
            if (is_loop(which) != is_loop(0)) return differ(which);
        return std::nullopt;
    }

    /// A loop that some numbers of ranks pass only once, or not at all.
    std::optional<Statement> loop(std::size_t length, bool may_miss) {
        Statement statement;
        Counts counts;
        Lists bodies;
        Positions behind = at_;
        for (std::size_t which = 0; which < lists_.size(); ++which) {
            const bool is_pass = !is_loop(which);
            const bool is_missing = is_pass && (may_miss || at_[which] + length > lists_[which]->size());
            statement.times.push_back(is_missing ? 0 : is_pass ? 1 : next(which)->times);
            if (is_missing) continue;
            behind[which] += is_pass ? length : 1;
            counts.push_back(counts_[which]);
            bodies.push_back(is_pass ? pass(*lists_[which], at_[which], length) : &next(which)->body);
        }
        std::optional<Statements> body = Alignment(family_, counts, bodies).align();
        if (!body) return std::nullopt;
        statement.body = std::move(*body);
        at_ = behind;
        return statement;
    }

    const std::vector<Node>* pass(const std::vector<Node>& nodes, std::size_t at, std::size_t length) {
        const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(at);
        family_.passes.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(length));
        return &family_.passes.back();
    }

    std::nullopt_t differ(std::size_t which) {
        const std::size_t stranger = std::max<std::size_t>(which, 1);
        if (!family_.difference.empty() || stranger >= lists_.size()) return std::nullopt;
        const Scale& of = counts_[stranger];
        const auto same = std::find_if(family_.counts.begin(), family_.counts.end(), [&](const Scale& one) {
            return one.ranks == of.ranks && one.size == of.size;
        });
        family_.stranger = static_cast<std::size_t>(same - family_.counts.begin());
        family_.stranger = std::max<std::size_t>(family_.stranger, 1);
        const auto text = [&](std::size_t one) { return text_at(*lists_[one], at_[one], counts_[one]); };
        family_.difference = fmt::format("it has {}, and that run {}", text(0), text(stranger));
        return std::nullopt;
    }

    Family& family_;
    Counts counts_; ///< of the lists
    Lists lists_;
    Positions at_;
};

} // namespace

Family family_of(const std::vector<Tree>& trees) {
    Family family;
    Lists lists;
    for (const Tree& tree : trees) {
        family.counts.emplace_back(tree.ranks, tree.size);
        family.after.push_back(&tree.after);
        lists.push_back(&tree.body);
    }
    std::optional<Statements> body = Alignment(family, family.counts, lists).align();
    if (body) {
        family.difference.clear();
    } else {
        family.counts.resize(1, family.counts.front());
        family.after.resize(1);
        body = Alignment(family, family.counts, {lists.front()}).align();
    }
    family.body = std::move(*body);
    return family;
}

} // namespace loop::report::derive
