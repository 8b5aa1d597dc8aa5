#include "report/derive/program.h"

#include "report/derive/family.h"
#include "report/derive/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace loop::report::derive {

namespace {

using Lines = std::vector<std::string>;

constexpr double shortest_load = 1e-6;     ///< in seconds; shorter ones are left out
constexpr double shortest_overlap = 10e-6; ///< shorter ones come before the messages

/// A statement and the phases around it.
struct Item {
    Phases phases;
    Lines lines;
};
using Items = std::vector<Item>;

void indent(Lines& lines) {
    for (std::string& line : lines)
        line.insert(0, "    ");
}

void append(Lines& all, const Lines& more) {
    all.insert(all.end(), more.begin(), more.end());
}

Lines block(const std::string& head, Lines body) {
    if (body.size() == 1) return {head + " " + body.front()};
    indent(body);
    body.insert(body.begin(), head + " {");
    body.emplace_back("}");
    return body;
}

std::string quoted(const std::string& name) {
    std::string text;
    for (const char c : name) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return '"' + text + '"';
}

/// The lines of items; those with the same phase at this depth, one after the other, are in one `\PHASE`.
Lines lines_of(const Items& items, std::size_t depth = 0) {
    Lines lines;
    for (std::size_t i = 0; i < items.size();) {
        if (items[i].phases.size() <= depth) {
            append(lines, items[i++].lines);
            continue;
        }
        const std::string& name = items[i].phases[depth];
        Items same;
        for (; i < items.size() && items[i].phases.size() > depth && items[i].phases[depth] == name; ++i)
            same.push_back(items[i]);
        append(lines, block(fmt::format("\\PHASE({})", quoted(name)), lines_of(same, depth + 1)));
    }
    return lines;
}

Phases common_phases(const Items& items) {
    Phases common = items.front().phases;
    for (const Item& item : items) {
        const auto end =
            std::mismatch(common.begin(), common.end(), item.phases.begin(), item.phases.end()).first;
        common.erase(end, common.end());
    }
    return common;
}

/// Of the loops among these statements.
long long most_passes(const Statements& statements) {
    long long most = 0;
    for (const Statement& statement : statements)
        if (statement.is_loop()) most = std::max(most, statement.times.front());
    return most;
}

using LoadsAt = std::vector<const Loads*>; ///< by number of ranks

/// The load on each number of ranks that has it, the first one first.
LoadAt load_at(const Load& load, const LoadsAt& loads, const Counts& counts) {
    LoadAt all;
    for (std::size_t which = 0; which < loads.size(); ++which) {
        const auto same = std::find_if(loads[which]->begin(), loads[which]->end(),
                                       [&](const Load& other) { return other.phases == load.phases; });
        if (same == loads[which]->end()) continue;
        all.loads.push_back(&*same);
        all.counts.push_back(counts[which]);
    }
    return all;
}

class Writer {
public:
    Writer(const ProgramOptions& options, bool is_family) : options_(options), is_family_(is_family) {}

    Items items_of(const Statements& statements, bool is_outer) {
        Items items;
        const long long main = most_passes(statements);
        for (const Statement& statement : statements) {
            if (statement.run)
                add_run(items, *statement.run, statement.counts);
            else if (statement.is_loop())
                add_loop(items, statement, is_outer && statement.times.front() == main);
            else
                add_step(items, statement);
        }
        return items;
    }

    /// Short loads are left out, unless their phase would be missing.
    void add_loads(Items& items, const LoadsAt& loads, const Counts& counts, const Phases& next) {
        for (const Load& load : *loads.front()) {
            const Phases& phases = load.phases;
            const bool is_new = told_.count(phases) == 0;
            if (load.mean() < shortest_load && (phases.empty() || phases == next || !is_new)) continue;
            told_.insert(phases);
            const std::string work =
                is_family_ ? work_of(load_at(load, loads, counts)) : work_of(load, declarations_);
            items.push_back({phases, {work}});
        }
    }

    const Declarations& declarations() const { return declarations_; }

private:
    void add_loop(Items& items, const Statement& statement, bool is_main) {
        Items body = items_of(statement.body, false);
        if (body.empty()) return;
        const std::string count = declarations_.count(statement.times, statement.counts, is_main);
        const Phases common = common_phases(body);
        for (Item& item : body)
            item.phases.erase(item.phases.begin(),
                              item.phases.begin() + static_cast<std::ptrdiff_t>(common.size()));
        items.push_back({common, block(fmt::format("\\LOOP ({})", count), lines_of(body))});
    }

    /// The computation of the first step is that of all.
    void add_run(Items& items, const Run& run, const Counts& counts) {
        LoadsAt before;
        for (const std::vector<const Node*>& steps : run.steps)
            before.push_back(&steps.front()->before);
        const Step step = told(run.steps.front().front()->step);
        told_.insert(step.phases);
        Items body;
        add_loads(body, before, counts, step.phases);
        for (Item& item : body)
            item.phases.clear();
        body.push_back(
            {{},
             {fmt::format("\\SEND({}{}, r -> {});{}", declarations_.bytes(run.bytes, counts, step.origin),
                          run.grows ? " * k" : "", run.receiver, comment_of(step))}});
        items.push_back({step.phases, block(run.loop, lines_of(body))});
    }

    void add_step(Items& items, const Statement& statement) {
        std::vector<Step> told_steps;
        LoadsAt before, inside;
        for (const Node* const node : statement.steps) {
            told_steps.push_back(told(node->step));
            before.push_back(&node->before);
            inside.push_back(&node->inside);
        }
        Steps steps;
        for (const Step& step : told_steps)
            steps.push_back(&step);
        const Step& step = *steps.front();
        told_.insert(step.phases);
        double seconds = 0;
        for (const Load& load : *inside.front())
            seconds += load.mean();
        const bool overlaps = seconds >= (step.receives_first ? shortest_load : shortest_overlap);
        std::vector<Loads> sums;
        if (!overlaps) {
            for (std::size_t which = 0; which < before.size(); ++which)
                sums.push_back(sum(*before[which], *inside[which]));
            before.clear();
            for (const Loads& loads : sums)
                before.push_back(&loads);
        }
        add_loads(items, before, statement.counts, step.phases);
        const std::string construct = construct_of(steps, statement.counts, overlaps, declarations_);
        if (!overlaps) {
            items.push_back({step.phases, {construct + ";" + comment_of(step)}});
            return;
        }
        Items body;
        add_loads(body, inside, statement.counts, step.phases);
        for (Item& item : body)
            item.phases.clear();
        Lines lines = lines_of(body);
        indent(lines);
        lines.insert(lines.begin(), construct + " {" + comment_of(step));
        lines.emplace_back("}");
        items.push_back({step.phases, lines});
    }

    /// Loads in the same phase, one after the other, are one.
    static Loads sum(const Loads& before, const Loads& inside) {
        Loads all = before;
        for (const Load& load : inside) {
            if (all.empty() || all.back().phases != load.phases)
                all.push_back(load);
            else
                std::transform(load.seconds.begin(), load.seconds.end(), all.back().seconds.begin(),
                               all.back().seconds.begin(), std::plus<>());
        }
        return all;
    }

    static std::string comment_of(const Step& step) {
        return step.origin.empty() ? "" : "  // " + step.origin;
    }

    /// The step, with the origin as the program may tell it.
    Step told(Step step) const {
        if (options_.anonymous) step.origin.resize(std::min(step.origin.size(), step.origin.find(" at ")));
        return step;
    }

    const ProgramOptions& options_;
    const bool is_family_; ///< of several numbers of ranks
    Declarations declarations_;
    std::set<Phases> told_; ///< phases that the program has
};

void visit_phases(std::vector<Node>& nodes, const std::function<void(Phases&)>& visit) {
    for (Node& node : nodes) {
        visit_phases(node.body, visit);
        visit(node.step.phases);
        for (Loads* loads : {&node.before, &node.inside})
            for (Load& load : *loads)
                visit(load.phases);
    }
}

void visit_phases(Tree& tree, const std::function<void(Phases&)>& visit) {
    visit_phases(tree.body, visit);
    for (Load& load : tree.after)
        visit(load.phases);
}

void rename_phases(std::vector<Tree>& trees) {
    std::map<std::string, std::string> names;
    for (Tree& tree : trees)
        visit_phases(tree, [&](Phases& phases) {
            for (std::string& phase : phases)
                phase = names.emplace(phase, fmt::format("phase {}", names.size() + 1)).first->second;
        });
}

bool has_phases(Tree& tree) {
    bool any = false;
    visit_phases(tree, [&](Phases& phases) { any = any || !phases.empty(); });
    return any;
}

/// A program without phases gets one for each outer loop.
void name_outer_loops(Tree& tree) {
    int number = 0;
    for (Node& node : tree.body) {
        if (!node.is_loop()) continue;
        const std::string name = fmt::format("loop {}", ++number);
        visit_phases(node.body, [&](Phases& phases) { phases = {name}; });
    }
}

/// "4", "4, 9, and 16"
std::string counts_text(const Counts& counts) {
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == counts.size() ? " and " : ", ", counts[i]);
    return text;
}

std::string head(const Counts& counts, const std::vector<std::string>& notes, const ProgramOptions& options,
                 const Declarations& declarations) {
    std::string text =
        fmt::format("/*\n * Derived by `loop derive` from {}", counts.size() == 1 ? "a trace" : "traces");
    if (!options.anonymous && !options.name.empty()) text += " of " + options.name;
    text += fmt::format(" on {} rank{}.\n *\n", counts_text(counts), counts == Counts{1} ? "" : "s");
    text += " * \\WORK stands for what was computed between two calls: the mean of all passes.\n";
    for (const std::string& note : notes)
        text += " * " + note + "\n";
    for (const std::string& misfit : declarations.misfits())
        text += fmt::format(" * As on {} ranks, as no formula was found for other numbers: {}.\n",
                            counts.front(), misfit);
    if (!declarations.tables().empty())
        text += fmt::format(" * {}, which are for {} ranks.\n",
                            declarations.only_times()
                                ? "Communication has formulas; times that differ are in tables"
                                : "No formula was found for what is in the tables",
                            counts.front());
    return text + " */\n";
}

} // namespace

Program program_of(std::vector<Tree> trees, const std::vector<std::string>& notes,
                   const ProgramOptions& options) {
    if (options.anonymous) rename_phases(trees);
    if (!has_phases(trees.front())) std::for_each(trees.begin(), trees.end(), name_outer_loops);
    const Family family = family_of(trees);
    Writer writer(options, family.counts.size() > 1);
    Items items = writer.items_of(family.body, true);
    writer.add_loads(items, family.after, family.counts, {});
    const Declarations& declarations = writer.declarations();
    const int first = family.counts.front();
    const Lines statements = lines_of(items);
    Lines body;
    body.emplace_back("int nodes, me, host, size;");
    body.push_back(fmt::format("\\OPEN0(&nodes, &me, &host, &size, {});", options.events));
    if (!declarations.tables().empty())
        body.push_back(fmt::format("\\REQUIRE(nodes == {}, \"the tables of this program are for {} ranks\")",
                                   first, first));
    const std::vector<Helper> helpers = helpers_of(statements);
    for (const Helper& helper : helpers)
        body.push_back(helper.declaration);
    append(body, declarations.tables());
    append(body, statements);
    body.emplace_back("\\CLOSE0();");
    indent(body);

    Program program;
    program.stranger = family.stranger;
    program.difference = family.difference;
    program.misfits.assign(declarations.misfits().begin(), declarations.misfits().end());
    program.text = head(family.counts, notes, options, declarations);
    const std::string code = fmt::format("{}", fmt::join(body, "\n"));
    if (code.find("std::sqrt") != std::string::npos) program.text += "#include <cmath>\n";
    if (!declarations.tables().empty()) program.text += "#include <vector>\n";
    program.text +=
        fmt::format("{}\n\nint main() {{\n{}\n}}\n", fmt::join(declarations.parameters(), "\n"), code);
    return program;
}

Program best_program(const std::vector<Sequences>& sequences, const std::vector<std::string>& notes,
                     const ProgramOptions& options) {
    const auto badness = [](const Program& program) {
        const auto lines = std::count(program.text.begin(), program.text.end(), '\n');
        return std::make_tuple(!program.difference.empty(), program.misfits.size(), lines);
    };
    std::optional<Program> best;
    for (const Grouping grouping : groupings) {
        std::vector<Tree> trees;
        for (const Sequences& one : sequences)
            trees.push_back(tree_of(one, grouping));
        Program program = program_of(std::move(trees), notes, options);
        if (!best || badness(program) < badness(*best)) best = std::move(program);
    }
    return *best;
}

} // namespace loop::report::derive
