#include "compiler/check/checks.h"
#include "compiler/check/jumps.h"
#include "compiler/check/known_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace loop::compiler {

namespace {

using Kind = Statement::Kind;

bool is_start(const Construct& construct) {
    return construct.info->shape == Shape::Start;
}

bool has_handle(const Construct& construct) {
    const std::vector<Parameter>& parameters = construct.info->parameters;
    return !parameters.empty() && parameters[0].kind == ParameterKind::Handle;
}

std::string startable_names() {
    std::vector<std::string> names;
    for (const ConstructInfo& info : construct_table())
        if (info.start != StartRule::Never) names.push_back(fmt::format("`\\{}`", info.name));
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Finds what each `\START` begins.
class StartCheck {
public:
    StartCheck(const CheckContext& context, std::uint32_t statement)
        : context_(context), start_(context.tree[statement].construct) {
        for (const std::uint32_t child : context.tree[statement].children)
            if (context.tree[child].kind == Kind::Construct &&
                context.tree[child].first == context.tree[statement].first + 1)
                started_ = context.tree[child].construct;
    }

    void run() {
        const Construct& start = context_.constructs[start_];
        if (!start.has_statement) return; // reported
        if (started_ == none || context_.constructs[started_].info->start == StartRule::Never)
            return not_startable(start);
        Construct& started = context_.constructs[started_];
        started.started_by = start_;
        if (started.has_statement)
            context_.diagnostics
                .error("started-construct", started.name,
                       "`{}` is started, so it has no statement of its own", context_.text(started))
                .hint = fmt::format("what is between `\\START` and `\\FINISH` runs while its messages are in "
                                    "flight: `\\FINISH({});`",
                                    context_.text(start.argument(0)));
        if (started.info->start == StartRule::Whole && start.has(1))
            context_.diagnostics.error("started-construct", start.argument(1),
                                       "`{}` has no sends and receives of which HOLD could delay one",
                                       context_.text(started));
    }

private:
    void not_startable(const Construct& start) {
        const Construct* const seen = started_ == none ? nullptr : &context_.constructs[started_];
        context_.diagnostics
            .error("started-construct", seen != nullptr ? seen->name : start.name, "{}",
                   seen != nullptr ? fmt::format("`\\START` cannot begin `{}`", context_.text(*seen))
                                   : "a communication construct must follow `\\START`")
            .hint = "it begins one of " + startable_names();
    }

    const CheckContext& context_;
    std::size_t start_;
    std::size_t started_ = none;
};

/// A `\START` or `\FINISH`.
struct Use {
    std::size_t construct;
    std::uint32_t statement;
};

/// The statements of a file, with those around each.
class Around {
public:
    explicit Around(const StatementTree& tree)
        : tree_(tree), parents_(tree.statements.size(), Token::unpaired) {
        for (std::uint32_t index = 0; index < tree.statements.size(); ++index)
            for (const std::uint32_t child : tree[index].children)
                parents_[child] = index;
    }

    /// A statement and those around it, outermost first.
    std::vector<std::uint32_t> statements(std::uint32_t statement) const {
        std::vector<std::uint32_t> all;
        for (std::uint32_t at = statement; at != Token::unpaired; at = parents_[at])
            all.push_back(at);
        std::reverse(all.begin(), all.end());
        return all;
    }

    /// The blocks around a statement in which a handle can be declared, outermost first. Not that of a
    /// `switch`, as its labels would jump over the declaration.
    std::vector<std::uint32_t> blocks(std::uint32_t statement) const {
        std::vector<std::uint32_t> all = statements(statement);
        const auto last = std::remove_if(all.begin(), all.end(), [&](std::uint32_t outer) {
            const std::uint32_t parent = parents_[outer];
            return tree_[outer].kind != Kind::Block ||
                   (parent != Token::unpaired && tree_[parent].kind == Kind::Switch);
        });
        all.erase(last, all.end());
        return all;
    }

private:
    const StatementTree& tree_;
    std::vector<std::uint32_t> parents_;
};

/// The uses of one handle, in the order of the text, and the block in which it is declared.
struct Handle {
    std::vector<Use> uses;
    std::uint32_t block;
};

/// Parts the uses of a name in a function: inner blocks that each start and finish have handles of their own.
class Handles {
public:
    Handles(const CheckContext& context, const Around& around) : context_(context), around_(around) {}

    std::vector<Handle> of(const std::vector<Use>& uses) {
        part(uses, 0);
        return std::move(found_);
    }

private:
    /// `depth`: the number of blocks that are known to be around all uses.
    void part(const std::vector<Use>& uses, std::size_t depth) {
        std::map<std::uint32_t, std::vector<Use>> inner; // by block
        std::vector<std::uint32_t> outer;
        for (const Use& use : uses) {
            outer = around_.blocks(use.statement);
            if (outer.empty()) return; // reported: not in a function
            if (depth == outer.size()) return add(uses, outer[depth - 1]);
            inner[outer[depth]].push_back(use);
        }
        const bool whole = std::all_of(inner.begin(), inner.end(), [&](const auto& some) {
            return inner.size() == 1 || (has(some.second, true) && has(some.second, false));
        });
        if (!whole) return add(uses, outer[depth - 1]);
        for (const auto& [block, some] : inner)
            part(some, depth + 1);
    }

    bool has(const std::vector<Use>& uses, bool starting) const {
        return std::any_of(uses.begin(), uses.end(), [&](const Use& use) {
            return is_start(context_.constructs[use.construct]) == starting;
        });
    }

    void add(const std::vector<Use>& uses, std::uint32_t block) { found_.push_back({uses, block}); }

    const CheckContext& context_;
    const Around& around_;
    std::vector<Handle> found_;
};

class HandleCheck {
public:
    HandleCheck(const CheckContext& context, const Around& around, const std::vector<Use>& uses)
        : context_(context), around_(around), uses_(uses) {}

    std::string name() const { return std::string(context_.text(construct(uses_[0]).argument(0))); }

    /// Whether the function both starts and finishes it. `is_elsewhere`: whether another function does.
    bool is_paired(const std::function<bool(bool starting)>& is_elsewhere) const {
        const bool started =
            std::any_of(uses_.begin(), uses_.end(), [&](const Use& use) { return starts(use); });
        const bool finished =
            std::any_of(uses_.begin(), uses_.end(), [&](const Use& use) { return !starts(use); });
        if (started && finished) return true;
        const Construct& first = construct(uses_[0]);
        Diagnostic& diagnostic =
            started
                ? context_.diagnostics.error("unfinished", first.argument(0),
                                             "`{}` is started, but not finished in this function", name())
                : context_.diagnostics.error("unfinished", first.argument(0),
                                             "`{}` is finished, but not started in this function", name());
        const bool elsewhere = is_elsewhere(!started);
        diagnostic.hint =
            elsewhere ? fmt::format("`{}` in another function is another handle: start and finish "
                                    "in the same function",
                                    name())
            : started ? fmt::format("write `\\FINISH({});` where it must be complete", name())
                      : fmt::format("begin a construct before: `\\START({}) \\SEND(...);`", name());
        return false;
    }

    void check_groups() const {
        std::vector<Groups> all;
        std::set<std::pair<Groups, bool>> seen;
        for (const Use& use : uses_) {
            all.push_back(groups(use));
            seen.emplace(all.back(), starts(use));
        }
        for (std::size_t i = 0; i < uses_.size(); ++i)
            if (seen.count({all[i], !starts(uses_[i])}) == 0) return report_groups(uses_[i]);
    }

    /// `jumps`: those that leave the block, in the order of the text.
    void check_jumps(const std::vector<std::uint32_t>& jumps) const {
        const std::uint32_t end = context_.tree[uses_.back().statement].first;
        auto jump = std::partition_point(jumps.begin(), jumps.end(), [&](std::uint32_t some) {
            return context_.tree[some].first < context_.tree[uses_.front().statement].first;
        });
        for (; jump != jumps.end() && context_.tree[*jump].first < end; ++jump)
            if (const Use* const start = left_pending(*jump)) report_jump(context_.tree[*jump], *start);
    }

private:
    const Construct& construct(const Use& use) const { return context_.constructs[use.construct]; }
    bool starts(const Use& use) const { return is_start(construct(use)); }

    /// The `\AMONG` around a use, and for each whether the use follows its `else`.
    using Groups = std::vector<std::pair<std::uint32_t, bool>>;
    Groups groups(const Use& use) const {
        Groups all;
        const std::vector<std::uint32_t> outer = around_.statements(use.statement);
        for (std::size_t i = 0; i + 1 < outer.size(); ++i) {
            const Statement& statement = context_.tree[outer[i]];
            if (statement.kind != Kind::Construct ||
                context_.constructs[statement.construct].info->shape != Shape::Choice)
                continue;
            all.emplace_back(outer[i], context_.host.is(context_.tree[outer[i + 1]].first - 1, "else"));
        }
        return all;
    }

    /// The last use before a jump, in the order of the text, if it starts something that is finished behind
    /// the jump.
    const Use* left_pending(std::uint32_t jump) const {
        const std::uint32_t at = context_.tree[jump].first;
        const auto behind = std::partition_point(uses_.begin(), uses_.end(), [&](const Use& use) {
            return context_.tree[use.statement].first < at;
        });
        if (behind == uses_.end()) return nullptr;
        for (auto before = behind; before != uses_.begin();) {
            --before;
            if (are_alternatives(before->statement, jump)) continue;
            return starts(*before) ? &*before : nullptr;
        }
        return nullptr;
    }

    /// Whether two statements are in different branches of one `if`.
    bool are_alternatives(std::uint32_t one, std::uint32_t other) const {
        const std::uint32_t first = context_.tree[one].first, second = context_.tree[other].first;
        for (const std::uint32_t outer : around_.statements(one))
            for (const Branch& branch : context_.tree[outer].branches) {
                if (first < branch.first || first >= branch.last || context_.tree[outer].kind != Kind::If)
                    continue;
                const Statement& whole = context_.tree[outer];
                if (second >= whole.first && second < whole.last &&
                    (second < branch.first || second >= branch.last))
                    return true;
            }
        return false;
    }

    void report_groups(const Use& use) const {
        const Use& other = *std::find_if(uses_.begin(), uses_.end(),
                                         [&](const Use& some) { return starts(some) != starts(use); });
        context_.diagnostics
            .error("handle-among", construct(use).argument(0),
                   starts(use) ? "`{}` is started here, but not finished in the same part of `\\AMONG`"
                               : "`{}` is finished here, but not started in the same part of `\\AMONG`",
                   name())
            .note(starts(use) ? "it is finished here" : "it is started here", construct(other).name)
            .hint = "start and finish among the same ranks: both inside or both outside";
    }

    void report_jump(const Statement& jump, const Use& start) const {
        context_.diagnostics
            .error("handle-left", context_.host.range(jump.first),
                   "`{}` leaves `{}` started and not finished", context_.host.word(jump.first), name())
            .note("it is started here", construct(start).name)
            .hint = fmt::format("write `\\FINISH({});` before the jump", name());
    }

    const CheckContext& context_;
    const Around& around_;
    const std::vector<Use>& uses_;
};

/// The jumps that leave a block. Finds them once for each block.
class Jumps {
public:
    explicit Jumps(const CheckContext& context) : context_(context) {}

    const std::vector<std::uint32_t>& of(std::uint32_t block) {
        const auto [at, is_new] = found_.try_emplace(block);
        if (!is_new) return at->second;
        std::vector<std::uint32_t>& all = at->second;
        const Statement& within = context_.tree[block];
        const Range text{context_.host.range(within.first).begin, context_.host.range(within.last - 1).end};
        visit_jumps_out(context_, block, text, [&](std::uint32_t jump) { all.push_back(jump); });
        return all;
    }

private:
    const CheckContext& context_;
    std::map<std::uint32_t, std::vector<std::uint32_t>> found_;
};

/// By function and name, in the order of the text.
using AllUses = std::map<std::pair<std::size_t, std::string_view>, std::vector<Use>>;

AllUses find_uses(const CheckContext& context) {
    AllUses all;
    for (std::uint32_t index = 0; index < context.tree.statements.size(); ++index) {
        if (context.tree[index].kind != Kind::Construct) continue;
        const std::size_t number = context.tree[index].construct;
        const Construct& construct = context.constructs[number];
        if (!has_handle(construct) || !construct.has(0) || construct.function == none) continue;
        const std::string_view name = context.text(construct.argument(0));
        if (context.code(construct.argument(0)).is_one_name()) // else reported
            all[{construct.function, name}].push_back({number, index});
    }
    for (auto& [of, uses] : all)
        std::sort(uses.begin(), uses.end(),
                  [](const Use& a, const Use& b) { return a.construct < b.construct; });
    return all;
}

bool is_used_elsewhere(const CheckContext& context, const AllUses& all, const AllUses::value_type& own,
                       bool starting) {
    return std::any_of(all.begin(), all.end(), [&](const AllUses::value_type& other) {
        return other.first.second == own.first.second && other.first.first != own.first.first &&
               std::any_of(other.second.begin(), other.second.end(), [&](const Use& use) {
                   return is_start(context.constructs[use.construct]) == starting;
               });
    });
}

bool is_variable(const CheckContext& context, const KnownVariables& known, const std::vector<Use>& uses) {
    for (const Use& use : uses) {
        const Construct& construct = context.constructs[use.construct];
        const std::string_view name = context.text(construct.argument(0));
        if (!known.contains(construct, name)) continue;
        context.diagnostics
            .error("handle-name", construct.argument(0), "`{}` is declared already; name the handle anew",
                   name)
            .hint = "a handle needs no declaration: its name is known from `\\START` to `\\FINISH`";
        return true;
    }
    return false;
}

} // namespace

void check_handles(const CheckContext& context, std::vector<HandleDeclaration>& handles) {
    if (std::none_of(context.constructs.begin(), context.constructs.end(), has_handle)) return;
    const KnownVariables known(context, has_handle);
    const Around around(context.tree);
    Jumps jumps(context);
    const AllUses all = find_uses(context);
    for (std::uint32_t index = 0; index < context.tree.statements.size(); ++index)
        if (context.tree[index].kind == Kind::Construct &&
            is_start(context.constructs[context.tree[index].construct]))
            StartCheck(context, index).run();
    for (const auto& own : all) {
        if (is_variable(context, known, own.second)) continue;
        const auto is_elsewhere = [&](bool starting) {
            return is_used_elsewhere(context, all, own, starting);
        };
        if (!HandleCheck(context, around, own.second).is_paired(is_elsewhere)) continue;
        for (const Handle& handle : Handles(context, around).of(own.second)) {
            const HandleCheck check(context, around, handle.uses);
            check.check_groups();
            check.check_jumps(jumps.of(handle.block));
            handles.push_back({check.name(), context.host.range(context.tree[handle.block].first).end});
        }
    }
}

} // namespace loop::compiler
