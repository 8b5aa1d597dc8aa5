#include "derive/program.h"

#include "derive/family.h"
#include "derive/flights.h"
#include "derive/outer_phases.h"
#include "derive/parameters.h"
#include "derive/repeats.h"
#include "derive/requirement.h"
#include "derive/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

namespace loop::report::derive {

namespace {

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

/// "4", "4, 9 and 16"; those that differ
std::string list_text(const Values& values) {
    Values all;
    for (const long long one : values)
        if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == all.size() ? " and " : ", ", all[i]);
    return text;
}

/// "on 4, 9 and 16 ranks, with the problem sizes 32 and 64"
std::string scales_text(const Counts& counts) {
    Values ranks, sizes;
    for (const Scale& one : counts) {
        ranks.push_back(one.ranks);
        sizes.push_back(one.size);
    }
    const bool is_one_rank = are_equal(ranks) && ranks.front() == 1;
    std::string text = fmt::format("on {} rank{}", list_text(ranks), is_one_rank ? "" : "s");
    if (have_sizes(counts))
        text += fmt::format(", with the problem size{} {}", are_equal(sizes) ? "" : "s", list_text(sizes));
    return text;
}

/// How far to trust formulas of the problem size.
std::string sizes_note(const Counts& counts) {
    std::set<long long> sizes;
    for (const Scale& one : counts)
        sizes.insert(one.size);
    if (sizes.size() < 2) return {};
    std::string text = fmt::format(" * Formulas of the problem size n were found on {} sizes", sizes.size());
    return text + (sizes.size() == 2 ? "; two sizes do not prove them.\n" : ".\n");
}

std::string head(const Counts& counts, const std::vector<std::string>& notes, const ProgramOptions& options,
                 const Declarations& declarations) {
    std::string text =
        fmt::format("/*\n * Derived by `loop derive` from {}", counts.size() == 1 ? "a trace" : "traces");
    if (!options.anonymous && !options.name.empty()) text += " of " + options.name;
    text += fmt::format(" {}.\n *\n", scales_text(counts));
    for (const std::string& note : notes)
        text += " * " + note + "\n";
    if (without_sizes(counts).size() == 1)
        text += " * Formulas of the rank were found on one number of ranks, which does not prove them for "
                "others.\n";
    if (have_sizes(counts)) text += sizes_note(counts);
    text += " * \\WORK stands for what was computed between two calls: the mean of all passes.\n";
    if (options.noise)
        text += " * varied() multiplies it by one of ten factors, as it varied in the trace.\n";
    for (const std::string& unknown : declarations.unexplained())
        text += fmt::format(" * As {}, as no formula was found for {}: {}.\n", scales_text({counts.front()}),
                            have_sizes(counts) ? "others" : "other numbers", unknown);
    if (declarations.has_tables_of_ranks())
        text += fmt::format(" * No formula was found for what is in the tables, which are for {} ranks.\n",
                            counts.front().ranks);
    else if (!declarations.tables().empty())
        text += " * Communication has formulas; times that differ between ranks are in tables.\n";
    return text + " */\n";
}

/// What repeats is written once, and numbers have names.
Lines parameters_of(Codes& functions, Codes& codes, Numbers& numbers, long long size) {
    join_loops(codes, numbers);
    loop_over_numbers(codes, numbers);
    add_phases(codes);
    functions = take_functions(codes, numbers);
    Codes all = functions;
    all.insert(all.end(), codes.begin(), codes.end());
    Lines parameters = name_numbers(all, numbers);
    if (size > 0)
        parameters.insert(parameters.begin(), fmt::format("\\PARAM(int size = {}, \"problem size\")", size));
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(functions.size());
    functions.assign(all.begin(), end);
    codes.assign(end, all.end());
    return parameters;
}

Lines split(const std::string& text) {
    Lines lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// Functions are variables, whose declarations end with a semicolon.
Lines lines_of_functions(const Codes& functions) {
    Lines lines;
    for (const Code& function : functions) {
        Lines body = lines_of(function.body);
        indent(body);
        lines.push_back(function.text + " {");
        append(lines, body);
        lines.emplace_back("};");
    }
    return lines;
}

} // namespace

Program program_of(std::vector<Tree> trees, const std::vector<std::string>& notes,
                   const ProgramOptions& options) {
    if (options.anonymous) rename_phases(trees);
    const Family family = family_of(trees);
    Writer writer(family, options.anonymous);
    Codes codes = writer.codes(), functions;
    Declarations& declarations = writer.declarations();
    set_meanings(codes, declarations.numbers());
    const Lines parameters =
        parameters_of(functions, codes, declarations.numbers(), family.counts.front().size);
    const int first = family.counts.front().ranks;
    Lines statements = lines_of_functions(functions);
    append(statements, lines_of(codes));
    Lines body;
    body.emplace_back("int nodes, me, host, size;");
    body.push_back(
        fmt::format("\\OPEN0(&nodes, &me, &host, &size, {}); // the last number: room for events of a trace",
                    options.events));
    const Lines requirements =
        declarations.has_tables_of_ranks()
            ? Lines{fmt::format("\\REQUIRE(nodes == {}, \"the tables of this program are for {} ranks\")",
                                first, first)}
            : requirements_of(statements, family.counts);
    Lines users = statements;
    append(users, requirements);
    for (const Helper& one : used_of(all_helpers(), users))
        if (one.name != "n" || have_sizes(family.counts)) append(body, split(one.declaration));
    append(body, requirements);
    for (const Helper& one : used_of(declarations.tables(), statements))
        append(body, split(one.declaration));
    append(body, statements);
    body.emplace_back("\\CLOSE0();");
    indent(body);
    for (std::string& line : body)
        line = wrapped(line, std::string(line.find_first_not_of(' ') + 8, ' '));

    Program program;
    program.stranger = family.stranger;
    program.difference = family.difference;
    program.unexplained.assign(declarations.unexplained().begin(), declarations.unexplained().end());
    program.text = head(family.counts, notes, options, declarations);
    const std::string code = fmt::format("{}", fmt::join(body, "\n"));
    if (code.find("std::sqrt") != std::string::npos) program.text += "#include <cmath>\n";
    if (code.find("std::vector") != std::string::npos) program.text += "#include <vector>\n";
    program.text += fmt::format("{}\n\nint main() {{\n{}\n}}\n", fmt::join(parameters, "\n"), code);
    return program;
}

Program best_program(std::vector<Sequences> sequences, const std::vector<std::string>& notes,
                     const ProgramOptions& options) {
    const auto badness = [](const Program& program) {
        const auto lines = std::count(program.text.begin(), program.text.end(), '\n');
        return std::make_tuple(!program.difference.empty(), program.unexplained.size(), lines);
    };
    for (Sequences& one : sequences)
        one = with_flights_if_any(std::move(one));
    const std::vector<std::vector<StepOrder>> all_orders = different_orders(sequences);
    std::optional<Program> best;
    for (const Merging merging : {Merging::any, Merging::same_call}) {
        // Steps that become one on some numbers of ranks only make programs that do not fit each other.
        const bool fits = best && best->difference.empty() && best->unexplained.empty();
        if (best && (fits || sequences.size() == 1)) break;
        for (const std::vector<StepOrder>& orders : all_orders) {
            std::vector<Tree> trees;
            for (std::size_t i = 0; i < sequences.size(); ++i)
                trees.push_back(tree_of(sequences[i], orders[i], merging,
                                        options.noise ? Statistics::spreads : Statistics::means));
            Program program = program_of(std::move(trees), notes, options);
            if (!best || badness(program) < badness(*best)) best = std::move(program);
        }
    }
    return *best;
}

} // namespace loop::report::derive
