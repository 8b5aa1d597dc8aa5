#include "report/derive/program.h"

#include "report/derive/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

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
long long most_passes(const std::vector<Node>& nodes) {
    long long most = 0;
    for (const Node& node : nodes)
        if (node.is_loop()) most = std::max(most, node.times);
    return most;
}

class Writer {
public:
    Writer(const Tree& tree, const ProgramOptions& options) : tree_(tree), options_(options) {}

    Items items_of(const std::vector<Node>& nodes, bool is_outer) {
        Items items;
        const long long main = most_passes(nodes);
        for (const Node& node : nodes) {
            if (node.is_loop())
                add_loop(items, node, is_outer && node.times == main);
            else
                add_step(items, node);
        }
        return items;
    }

    /// Short loads are left out, unless their phase would be missing. Those in the same phase, one after the
    /// other, are one.
    void add_loads(Items& items, const Loads& loads, const Phases& next) {
        Loads kept;
        for (const Load& load : loads) {
            if (load.mean() < shortest_load &&
                (load.phases.empty() || load.phases == next || !told_.insert(load.phases).second))
                continue;
            told_.insert(load.phases);
            if (kept.empty() || kept.back().phases != load.phases)
                kept.push_back(load);
            else
                std::transform(load.seconds.begin(), load.seconds.end(), kept.back().seconds.begin(),
                               kept.back().seconds.begin(), std::plus<>());
        }
        for (const Load& load : kept)
            items.push_back({load.phases, {work_of(load, declarations_)}});
    }

    const Declarations& declarations() const { return declarations_; }

private:
    void add_loop(Items& items, const Node& node, bool is_main) {
        const std::string count = declarations_.count(node.times, is_main);
        Items body = items_of(node.body, false);
        if (body.empty()) return;
        const Phases common = common_phases(body);
        for (Item& item : body)
            item.phases.erase(item.phases.begin(),
                              item.phases.begin() + static_cast<std::ptrdiff_t>(common.size()));
        items.push_back({common, block(fmt::format("\\LOOP ({})", count), lines_of(body))});
    }

    void add_step(Items& items, const Node& node) {
        const Step step = told(node.step);
        told_.insert(step.phases);
        double inside = 0;
        for (const Load& load : node.inside)
            inside += load.mean();
        const bool overlaps = inside >= (step.receives_first ? shortest_load : shortest_overlap);
        Loads before = node.before;
        if (!overlaps) before.insert(before.end(), node.inside.begin(), node.inside.end());
        add_loads(items, before, step.phases);
        const std::string construct = construct_of(step, tree_.ranks, overlaps, declarations_);
        const std::string origin = step.origin.empty() ? "" : "  // " + step.origin;
        if (!overlaps) {
            items.push_back({step.phases, {construct + ";" + origin}});
            return;
        }
        Items statement;
        add_loads(statement, node.inside, step.phases);
        for (Item& item : statement)
            item.phases.clear();
        Lines lines = lines_of(statement);
        indent(lines);
        lines.insert(lines.begin(), construct + " {" + origin);
        lines.emplace_back("}");
        items.push_back({step.phases, lines});
    }

    /// The step, with the origin as the program may tell it.
    Step told(Step step) const {
        if (options_.anonymous) step.origin.resize(std::min(step.origin.size(), step.origin.find(" at ")));
        return step;
    }

    const Tree& tree_;
    const ProgramOptions& options_;
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

void rename_phases(Tree& tree) {
    std::map<std::string, std::string> names;
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

void add_outline(const std::vector<Node>& nodes, const Tree& tree, bool is_outer, Declarations& declarations,
                 Lines& lines) {
    const long long main = most_passes(nodes);
    for (const Node& node : nodes) {
        if (!node.is_loop()) {
            lines.push_back(construct_of(node.step, tree.ranks, false, declarations));
            continue;
        }
        lines.push_back(
            fmt::format("\\LOOP ({})", declarations.count(node.times, is_outer && node.times == main)));
        add_outline(node.body, tree, false, declarations, lines);
        lines.emplace_back("the end of \\LOOP");
    }
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

std::string head(const Tree& tree, const std::vector<std::string>& notes, const ProgramOptions& options,
                 const Declarations& declarations) {
    std::string text = "/*\n * Derived by `loop derive` from a trace";
    if (!options.anonymous && !options.name.empty()) text += " of " + options.name;
    text += fmt::format(
        " on {} rank{}.\n *\n * \\WORK stands for what was computed between two calls, on average.\n",
        tree.ranks, tree.ranks == 1 ? "" : "s");
    for (const std::string& note : notes)
        text += " * " + note + "\n";
    if (!declarations.tables().empty())
        text += fmt::format(" * No formula was found for what is in the tables, which are for {} ranks.\n",
                            tree.ranks);
    return text + " */\n";
}

} // namespace

Outline outline_of(const Tree& tree) {
    Declarations declarations;
    Outline outline;
    add_outline(tree.body, tree, true, declarations, outline.statements);
    outline.parameters = declarations.parameters();
    return outline;
}

std::string program_text(Tree tree, const std::vector<std::string>& notes, const ProgramOptions& options) {
    if (options.anonymous) rename_phases(tree);
    if (!has_phases(tree)) name_outer_loops(tree);
    Writer writer(tree, options);
    Items items = writer.items_of(tree.body, true);
    writer.add_loads(items, tree.after, {});
    Lines body;
    body.emplace_back("int nodes, me, host, size;");
    body.push_back(fmt::format("\\OPEN0(&nodes, &me, &host, &size, {});", options.events));
    const Declarations& declarations = writer.declarations();
    if (!declarations.tables().empty())
        body.push_back(fmt::format("\\REQUIRE(nodes == {}, \"the tables of this program are for {} ranks\")",
                                   tree.ranks, tree.ranks));
    append(body, declarations.tables());
    append(body, lines_of(items));
    body.emplace_back("\\CLOSE0();");
    indent(body);

    std::string text = head(tree, notes, options, declarations);
    if (!declarations.tables().empty()) text += "#include <vector>\n";
    text += fmt::format("{}\n\nint main() {{\n{}\n}}\n", fmt::join(declarations.parameters(), "\n"),
                        fmt::join(body, "\n"));
    return text;
}

} // namespace loop::report::derive
