#include "compiler/check/check.h"

#include "base/text/hash.h"
#include "base/text/strings.h"
#include "compiler/check/checks.h"
#include "compiler/check/heads.h"
#include "compiler/check/run_time_parameters.h"
#include "compiler/source/text.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace loop::compiler {

namespace {

std::string base_name(std::string_view path) {
    if (const std::size_t slash = path.rfind('/'); slash != std::string_view::npos)
        path.remove_prefix(slash + 1);
    if (path.size() > 5 && path.substr(path.size() - 5) == ".loop") path.remove_suffix(5);
    return std::string(path);
}

/// The comment without its marks: slashes and asterisks at the begin of it and of its lines, and at its end.
std::string words_of_comment(std::string_view comment) {
    constexpr std::string_view marks = " \t\r*/";
    if (comment.size() > 4 && comment.substr(comment.size() - 2) == "*/") comment.remove_suffix(2);
    std::string words;
    while (!comment.empty()) {
        const std::size_t end = std::min(comment.find('\n'), comment.size());
        const std::string_view line = comment.substr(0, end);
        words.append(line.substr(std::min(line.find_first_not_of(marks), line.size()))).push_back(' ');
        comment.remove_prefix(std::min(end + 1, comment.size()));
    }
    return words;
}

/// The first sentence of the comment at the top of a file, on one line and without comment marks.
std::string heading(const Lexed& file) {
    std::string words;
    std::size_t at = file.text.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0;
    for (const Range comment : file.comments) {
        const std::string_view between = file.text.substr(at, comment.begin - at);
        if (between.find_first_not_of(whitespace) != std::string_view::npos) break;
        words.append(words_of_comment(file.text.substr(comment.begin, comment.size()))).push_back(' ');
        at = comment.end;
    }
    std::string line;
    for (char c : words) {
        const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (!blank)
            line.push_back(c);
        else if (!line.empty() && line.back() == '.')
            break;
        else if (!line.empty() && line.back() != ' ')
            line.push_back(' ');
    }
    return std::string(trimmed(line));
}

bool main_has_parameters(const CheckContext& context, const Function& main) {
    for (std::uint32_t token = main.header_first; token + 1 < context.host.tokens.size(); ++token) {
        if (!context.host.is(token, "(")) continue;
        const bool nothing = context.host.is(token + 1, ")") || context.host.is(token + 1, "void");
        return !nothing;
    }
    return false;
}

ProgramSummary identity(const CheckContext& context) {
    ProgramSummary summary;
    summary.name = base_name(context.source.name());
    summary.description = heading(context.host);
    summary.source_hash = content_hash(context.source.text());
    summary.has_constructs = !context.constructs.empty();
    return summary;
}

ProgramSummary summarise(const CheckContext& context) {
    ProgramSummary summary = identity(context);
    for (const std::string_view name : run_time_parameters(context))
        summary.run_time_parameters.emplace_back(name);
    for (const Construct& construct : context.constructs) {
        if (construct.parameter) summary.parameters.push_back(*construct.parameter);
        summary.build.add(construct.build);
        if (construct.uses_threads()) summary.threads.push_back(number_of_threads(context, construct));
        summary.launches = std::max(summary.launches, construct.info->launches);
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            if (construct.has(i) && construct.info->parameters[i].kind == ParameterKind::Library)
                summary.uses_cblas = summary.uses_cblas || context.text(construct.argument(i)) == "cblas";
    }
    summary.threads_communicate = threads_communicate(context);
    summary.has_charged_work = has_charged_work(context);
    summary.executed_charged_lines = lines_of_executed_work(context);
    summary.receives_data = receives_data(context);
    summary.charged_result_lines = lines_of_charged_results(context);
    summary.uncharged_lines = lines_of_uncharged_loops(context);
    const std::vector<std::string> openmp = openmp_flags(context);
    summary.build.flags.insert(summary.build.flags.end(), openmp.begin(), openmp.end());
    for (const Function& function : context.tree.functions) {
        if (function.name != "main") continue;
        summary.has_main = true;
        summary.main_has_parameters = main_has_parameters(context, function);
    }
    return summary;
}

/// Collects all identifiers of the file, which the emitter must not use for its own names, and the names of
/// the prelude that the emitter must declare.
void collect_words(const CheckContext& context, Program& program) {
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> occurrences;
    std::unordered_set<std::string_view> words;
    for (std::uint32_t token = 0; token < context.host.tokens.size(); ++token)
        if (context.host.is_word(token)) {
            const std::string_view word = context.host.word(token);
            words.insert(word);
            if (is_supplied(word)) occurrences[word].push_back(token);
        }
    for (std::string_view word : context.host.directive_words)
        words.insert(word);
    for (const Construct& construct : context.constructs) {
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            for (std::string_view word : context.words(construct, i))
                words.insert(word);
        for (const Array& array : construct.arrays)
            words.insert(array.name);
        if (construct.iterator) words.insert(context.text(*construct.iterator));
    }
    for (const Supplied& row : supplied) {
        const bool declared =
            declared_in_host(context.host, row.name, occurrences[row.name]) ||
            std::any_of(program.summary.parameters.begin(), program.summary.parameters.end(),
                        [&](const ParameterSummary& p) { return p.name == row.name; });
        if (words.count(row.name) != 0 && !declared) program.prelude.push_back(&row);
    }
    for (const OpenedVariable& row : opened_variables)
        if (std::any_of(
                context.constructs.begin(), context.constructs.end(),
                [&](const Construct& construct) { return construct.opened_by(row.parameter) != nullptr; }))
            program.prelude.push_back(&row.variable);
    program.words.assign(words.begin(), words.end());
    std::sort(program.words.begin(), program.words.end());
}

/// Whether an unterminated argument list, comment, or raw string may have swallowed constructs that seem to
/// be missing.
bool cut_short(const ast::File& file, const HostCode& host) {
    return std::any_of(file.constructs.begin(), file.constructs.end(),
                       [](const ast::Construct& construct) { return !construct.arguments_closed; }) ||
           std::any_of(host.open_texts.begin(), host.open_texts.end(), [](const OpenText& open) {
               return open.kind == OpenText::Kind::Comment || open.kind == OpenText::Kind::RawString;
           });
}

} // namespace

std::string Program::unused(std::string name) const {
    while (std::binary_search(words.begin(), words.end(), name))
        name += '_';
    return name;
}

namespace {

/// Adds the problems of a file whose host code is known, and what the program is.
void check_program(const ast::File& file, const CheckContext& context, Program& program, bool plain) {
    if (!cut_short(file, context.host) && !context.tree.cut_short) check_frame(context);
    find_opened(context);
    check_iterators(context);
    check_hidden_names(context);
    check_builds(context);
    check_openmp(context);
    check_params(context);
    check_arrays(context);
    check_array_sizes(context);
    check_rank_functions(context);
    check_products(context); // needs the functions of the rank
    check_collectives(context);
    check_rank_dependence(context);
    find_messages(context);
    check_local_statements(context);
    check_groups(context);
    check_threads(context);
    check_jumps(context);
    find_last_statements(context);
    check_handles(context, program.handles);
    if (!context.diagnostics.has_errors()) remark_undeclared_flops(context);
    program.has_own_header = has_own_header(context.host);
    program.summary = summarise(context);
    collect_words(context, program);
    if (plain) program.plain = find_plain_facts(context);
}

} // namespace

CheckedFile check(const ast::File& file, Lexed lexed, const Source& source, Diagnostics& diagnostics,
                  bool plain) {
    Program program;
    program.tokens = lexed;
    program.constructs = resolve_heads(file, source, program.tokens, diagnostics);
    HostCode host = join_heads(std::move(lexed), program.constructs);
    StatementTree tree = build_statements(file, host, program.constructs, source, diagnostics);
    const CheckContext context{source, program.tokens, host, tree, program.constructs, diagnostics};
    check_host_code(file, context, program.host_edits);
    // Some checks take time that grows with the depth times the length of an expression.
    if (host.too_deep == Token::unpaired)
        check_program(file, context, program, plain);
    else
        program.summary = identity(context);
    program.conditionals = host.conditionals;
    return {std::move(host), std::move(tree), std::move(program)};
}

} // namespace loop::compiler
