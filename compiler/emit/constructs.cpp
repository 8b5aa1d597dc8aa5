#include "compiler/emit/constructs.h"

#include "compiler/check/arguments.h"
#include "compiler/check/param.h"
#include "compiler/check/products.h"
#include "compiler/lex/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loop::compiler {

namespace {

bool is_cblas(const Construct& construct, const Program& program) {
    for (std::size_t i = 0; i < construct.arguments.size(); ++i)
        if (construct.has(i) && construct.info->parameters[i].kind == ParameterKind::Library)
            return program.code(construct.argument(i)).is(0, "cblas");
    return false;
}

/// How a function of the rank is written: the function that makes the argument, and the type of the result.
struct FunctionForm {
    std::string_view maker, type;
};

FunctionForm form_of(ParameterKind kind) {
    switch (kind) {
    case ParameterKind::Pairs:
        return {"pairs", "loop::Ranks"};
    case ParameterKind::Sizes:
        return {"sizes", "loop::ByteCounts"};
    case ParameterKind::Blocks:
    case ParameterKind::PairBlocks:
        return {"blocks", "long long"};
    case ParameterKind::Groups:
        return {"groups", "loop::GroupNumber"};
    case ParameterKind::Order:
        return {"order", "double"};
    default:
        return {"where", "bool"};
    }
}

/// Whether products in this argument are widened. A loop of a plain program counts in an int, which nothing
/// checks.
bool widens(const Construct& construct, std::size_t index, Target target) {
    return construct.has(index) && is_amount(construct.info->parameters[index].kind) &&
           (target == Target::Runtime || construct.info->shape != Shape::Loop);
}

/// The constructs that follow another one of the same name in a line.
std::set<const Construct*> followers_in_line(const Program& program, const Source& source) {
    std::set<const Construct*> followers;
    std::set<std::pair<int, const ConstructInfo*>> seen;
    for (const Construct& construct : program.constructs)
        if (!construct.info->by_text &&
            !seen.insert({source.position(construct.name.begin).line, construct.info}).second)
            followers.insert(&construct);
    return followers;
}

bool is_open(const Construct& construct) {
    return construct.info->shape == Shape::Open;
}

bool leaves_out_arguments(const Construct& construct) {
    return !std::all_of(construct.arguments.begin(), construct.arguments.end(),
                        [](const auto& argument) { return argument.has_value(); });
}

} // namespace

ParameterParts parts_of_parameter(const Construct& construct, const Program& program) {
    const std::string& type = construct.parameter->type;
    return {type == "size_t" ? "std::size_t" : type, flatten(default_of(construct, program.tokens))};
}

std::string plain_argument(const Construct& construct, const Program& program) {
    const auto [type, value] = parts_of_parameter(construct, program);
    return fmt::format("loop::argument<{}>(\"{}\", {})", type, construct.parameter->name, value);
}

std::string plain_function_of(const Construct& construct, const Program& program) {
    return construct.function_name() + (is_cblas(construct, program) ? "_cblas" : "");
}

bool widens_products(const Construct& construct, const Program& program, Target target) {
    for (std::size_t i = 0; i < construct.arguments.size(); ++i) {
        if (!widens(construct, i, target)) continue;
        const RankFunction* function = construct.function_of(i);
        const Range range = function == nullptr ? construct.argument(i) : function->result;
        if (!narrow_products(program.code(range)).empty()) return true;
    }
    return false;
}

ConstructWriter::ConstructWriter(const Program& program, const Source& source, Target target, Edits& edits)
    : program_(program), source_(source), target_(target), edits_(edits) {
    if (target == Target::Runtime) need_site_ = followers_in_line(program, source);
}

void ConstructWriter::write_all() {
    for (const HandleDeclaration& declaration : program_.handles)
        handle(declaration);
    for (const Construct& construct : program_.constructs)
        write(construct);
}

void ConstructWriter::write(const Construct& construct) {
    switch (construct.info->shape) {
    case Shape::Open:
    case Shape::Close:
    case Shape::Call:
        return call(construct);
    case Shape::Region:
        return construct.has_statement ? region(construct) : call(construct);
    case Shape::Loop:
        return loop(construct);
    case Shape::Choice:
        return choice(construct);
    case Shape::Start:
        return start(construct);
    case Shape::Array:
        return array(construct);
    case Shape::Param:
        return param(construct);
    case Shape::Build:
        return replace_head(construct, "");
    }
}

/// Arguments that already have the runtime's order stay unchanged, including comments and line ends.
void ConstructWriter::call(const Construct& construct) {
    bool as_written = construct.in_order && construct.functions.empty() && construct.started_by == none &&
                      need_site_.count(&construct) == 0 &&
                      !(is_open(construct) && leaves_out_arguments(construct));
    for (std::size_t i = 0; i < construct.arguments.size(); ++i)
        if (construct.has(i) && !words_of(construct.info->parameters[i].kind).empty()) as_written = false;
    if (as_written && !construct.info->semicolon_optional) {
        widen_arguments(construct);
        return name_of_call(construct);
    }
    replace_head(construct, fmt::format("{}({}){}", function_of(construct), arguments(construct),
                                        construct.info->semicolon_optional ? ";" : ""));
}

void ConstructWriter::widen_arguments(const Construct& construct) {
    for (std::size_t i = 0; i < construct.arguments.size(); ++i) {
        if (!widens(construct, i, target_)) continue;
        for (const Range& product : narrow_products(program_.code(construct.argument(i))))
            edits_.insert(product.begin, std::string(widening));
    }
}

/// Keeps the parenthesis on the line of the name, because compilers differ in which of the two lines they
/// report for a call.
void ConstructWriter::name_of_call(const Construct& construct) {
    const std::size_t bracket = construct.argument_list.begin;
    const std::string_view gap = source_.text({construct.name.end, bracket});
    const auto lines = static_cast<std::size_t>(std::count(gap.begin(), gap.end(), '\n'));
    std::string text = function_of(construct);
    if (lines == 0) return edits_.replace(construct.name, std::move(text));
    text += '(';
    text.append(lines, '\n');
    edits_.replace({construct.name.begin, bracket + 1}, std::move(text));
}

/// Defines an object. C++ would take `T name();` and `T name(int(n));` for declarations of functions.
std::string ConstructWriter::definition(std::string_view type, const std::string& name,
                                        const std::string& arguments) {
    if (arguments.empty()) return fmt::format("{} {}", type, name);
    const bool has_function = arguments.find("[&]") != std::string::npos; // of ranks
    const bool may_declare = (begins_name(arguments[0]) || arguments[0] == ':') && !has_function &&
                             arguments.find('(') != std::string::npos;
    return fmt::format(may_declare ? "{0} {1} = {0}({2})" : "{0} {1}({2})", type, name, arguments);
}

void ConstructWriter::region(const Construct& construct) {
    std::string stem(construct.info->region.substr(construct.info->region.rfind(':') + 1));
    std::transform(stem.begin(), stem.end(), stem.begin(), [](unsigned char c) { return std::tolower(c); });
    const std::string name = fresh(stem);
    // A simulated machine does not execute a charged statement that only computes, and `loop count` none on
    // which nothing depends that it counts. The statement follows an `else`, so that an `else` inside it
    // cannot belong to this `if`.
    const bool only_computes = construct.info->charged && !construct.has_messages && !construct.has_jump_out;
    const bool skippable = target_ == Target::Runtime && (only_computes || construct.is_last);
    const bool has_other_code = program_.has_own_header || !program_.summary.build.libraries.empty();
    const char* const condition = construct.is_last && has_other_code ? "executes_with_headers" : "executes";
    replace_head(construct,
                 fmt::format("{{ {};{}", definition(construct.info->region, name, arguments(construct)),
                             skippable ? fmt::format(" if (!{}.{}()) {{}} else", name, condition) : ""));
    edits_.insert(construct.statement.end, " }");
}

void ConstructWriter::loop(const Construct& construct) {
    if (construct.is_threaded())
        return construct.has_passes() ? loop_of_threads(construct) : threads(construct);
    const std::string iterator = iterator_of(construct);
    if (construct.communicates())
        return replace_head(construct, fmt::format("for ([[maybe_unused]] int {} : {}({}))", iterator,
                                                   function_of(construct), arguments(construct)));
    const std::string count = count_of(construct);
    if (target_ == Target::Plain && is_one(construct, 0, Token::Kind::Number) &&
        integer_constant(program_.code(construct.argument(0))))
        return replace_head(construct, fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", iterator, count));
    const std::string end = program_.unused(iterator + "_end");
    // Evaluate the count before the iterator is declared: in the count, the name may mean another variable.
    replace_head(construct,
                 fmt::format("for (int {1} = {2}, {0} = 0; {0} < {1}; ++{0})", iterator, end, count));
}

/// OpenMP shares the passes among the threads. A thread is busy until its last pass ends: it waits for the
/// others at the end of the parallel region.
void ConstructWriter::loop_of_threads(const Construct& construct) {
    const std::string iterator = iterator_of(construct);
    const std::string end = program_.unused(iterator + "_end");
    const std::string loop = fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", iterator, end);
    std::string head = fmt::format("{{ const int {} = {};", end, count_of(construct));
    if (target_ == Target::Plain) {
        head += fmt::format("\n#pragma omp parallel for num_threads({}({}))\n{}", function_of(construct),
                            argument(construct, construct.threads()), loop);
    } else {
        const std::string team = fresh("threads");
        head += fmt::format(" {}{{ const {}; _Pragma(\"omp for nowait\") {}", team_of(construct, team),
                            thread_of(team, " " + fresh("thread")), loop);
    }
    replace_head(construct, head);
    edits_.insert(construct.statement.end, target_ == Target::Plain ? " }" : " } }");
}

/// On a simulated machine, one thread executes the statement for all of them.
void ConstructWriter::threads(const Construct& construct) {
    const std::string number = construct.iterator ? std::string(source_.text(*construct.iterator)) : "";
    if (target_ == Target::Plain) {
        replace_head(
            construct,
            fmt::format("\n#pragma omp parallel num_threads({}({}))\n{{{}", function_of(construct),
                        argument(construct, 0),
                        number.empty()
                            ? ""
                            : fmt::format(" [[maybe_unused]] const int {} = omp_get_thread_num();", number)));
    } else {
        const std::string team = fresh("threads");
        replace_head(construct,
                     fmt::format("{{ {}for ([[maybe_unused]] const int {} : {})", team_of(construct, team),
                                 iterator_of(construct), thread_of(team, "")));
    }
    edits_.insert(construct.statement.end, " }");
}

/// Declares the threads, and begins the parallel region.
std::string ConstructWriter::team_of(const Construct& construct, const std::string& team) const {
    const std::string site = site_of(construct);
    const std::string arguments =
        argument(construct, construct.threads()) + (site.empty() ? "" : ", " + site);
    return fmt::format("{0}; _Pragma(\"omp parallel num_threads({1}.started())\") ",
                       definition(function_of(construct), team, arguments), team);
}

/// What marks the time in which a thread is busy: an object named `name`, or a temporary one.
std::string ConstructWriter::thread_of(const std::string& team, const std::string& name) {
    return fmt::format("loop::Thread{}({}, omp_get_thread_num(), omp_get_num_threads())", name, team);
}

std::string ConstructWriter::iterator_of(const Construct& construct) {
    return construct.iterator ? std::string(source_.text(*construct.iterator)) : fresh("pass");
}

/// The statement, and the one after `else`, stay as they are.
void ConstructWriter::choice(const Construct& construct) {
    const std::string name = fresh("among");
    replace_head(construct,
                 fmt::format("if (const {}; {})",
                             definition(construct.info->region, name, arguments(construct)), name));
}

/// The call of the construct that it begins has the handle.
void ConstructWriter::start(const Construct& construct) {
    replace_head(construct, "");
    const std::size_t end = construct.head.end;
    const std::size_t behind = std::min(source_.text().find_first_not_of(' ', end), source_.text().size());
    edits_.replace({end, behind}, "");
}

void ConstructWriter::handle(const HandleDeclaration& declaration) {
    const std::string name = declaration.name;
    edits_.insert(declaration.at, target_ == Target::Plain
                                      ? fmt::format(" loop::Handle {};", name)
                                      : fmt::format(" loop::Handle {0}(\"{0}\");", name));
}

std::string ConstructWriter::handle_of(const Construct& construct) const {
    if (construct.started_by == none) return "";
    const Construct& start = program_.constructs[construct.started_by];
    const std::string name(source_.text(start.argument(0)));
    return start.has(1) ? fmt::format("{}.holding(loop::Hold::{})", name, source_.text(start.argument(1)))
                        : name;
}

/// A plain program has no function that checks that a count fits in an int.
std::string ConstructWriter::count_of(const Construct& construct) const {
    if (target_ == Target::Plain || !construct.has(0)) return argument(construct, 0);
    return fmt::format("{}({})", construct.info->function, argument(construct, 0));
}

void ConstructWriter::array(const Construct& construct) {
    const std::string sizes = extents(construct);
    std::string names;
    for (const Array& array : construct.arrays) {
        names += names.empty() ? "" : ", ";
        names += array.name;
        if (array.allocate_at == none)
            names += fmt::format("({})", sizes);
        else
            edits_.insert(array.allocate_at, fmt::format(" {}.allocate({});", array.name, sizes));
    }
    replace_head(construct,
                 fmt::format("{}<{}> {};", construct.info->function, argument(construct, 0), names));
}

void ConstructWriter::param(const Construct& construct) {
    const std::string& name = construct.parameter->name;
    const auto [type, value] = parts_of_parameter(construct, program_);
    const bool is_global = construct.function == none;
    if (target_ == Target::Plain) return replace_head(construct, plain_param(construct));
    replace_head(construct, fmt::format("{}const {} {} = loop::param<{}>(\"{}\", {}, {});",
                                        is_global ? "static " : "[[maybe_unused]] ", type, name, type, name,
                                        value, argument(construct, 1)));
}

/// Outside functions, `main` sets the value, unless other code needs it earlier.
std::string ConstructWriter::plain_param(const Construct& construct) const {
    const std::string variable =
        parts_of_parameter(construct, program_).type + " " + construct.parameter->name;
    const bool is_global = construct.function == none;
    if (is_global && !program_.plain.early_parameters) return fmt::format("static {};", variable);
    return fmt::format("{} const {} = {};", is_global ? "static" : "[[maybe_unused]]", variable,
                       plain_argument(construct, program_));
}

void ConstructWriter::replace_head(const Construct& construct, std::string text) {
    const std::string_view head = source_.text(construct.head);
    if (target_ == Target::Runtime)
        text.append(static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n')), '\n');
    edits_.replace(construct.head, std::move(text));
}

std::string ConstructWriter::function_of(const Construct& construct) const {
    return target_ == Target::Plain ? plain_function_of(construct, program_) : construct.function_name();
}

std::string ConstructWriter::arguments(const Construct& construct) const {
    std::vector<std::size_t> taken = construct.parameters();
    const auto is_library = [&](std::size_t i) {
        return construct.info->parameters[i].kind == ParameterKind::Library;
    };
    // In a plain program, the name of the function says which library it uses.
    if (target_ == Target::Plain)
        taken.erase(std::remove_if(taken.begin(), taken.end(), is_library), taken.end());
    const std::string site = site_of(construct);
    while (site.empty() && !taken.empty() && !construct.has(taken.back()) && !is_open(construct))
        taken.pop_back();
    std::string text = handle_of(construct);
    const auto append = [&](const std::string& next) {
        if (!next.empty()) text += (text.empty() ? "" : ", ") + next;
    };
    for (const std::size_t i : taken)
        append(argument(construct, i)); // empty if another overload takes its place
    append(site);
    return text;
}

std::string ConstructWriter::site_of(const Construct& construct) const {
    if (need_site_.count(&construct) == 0) return "";
    return fmt::format("loop::Site::here({})", source_.position(construct.name.begin).column);
}

std::string ConstructWriter::argument(const Construct& construct, std::size_t index) const {
    const Parameter& parameter = construct.info->parameters[index];
    if (!construct.has(index)) return left_out(construct, index);
    if (const RankFunction* function = construct.function_of(index))
        return rank_function(*function, parameter.kind);
    const Code argument = program_.code(construct.argument(index));
    const std::string code = flatten(argument);
    switch (parameter.kind) {
    case ParameterKind::Library:
        return "loop::Library::" + code;
    case ParameterKind::Op:
        return "loop::Op::" + code;
    case ParameterKind::Element:
        return "loop::element<" + code + ">()";
    default:
        return widens(construct, index, target_) ? widened(argument) : code;
    }
}

std::string ConstructWriter::left_out(const Construct& construct, std::size_t index) const {
    // Qualified, as a variable of the block may have the same name.
    if (const Supplied* const variable = construct.opened_by(index))
        return fmt::format("&::{}", variable->name);
    const Parameter& parameter = construct.info->parameters[index];
    if (target_ == Target::Plain && is_open(construct) && parameter.kind == ParameterKind::Count)
        return "0"; // a plain program records no trace
    return std::string(parameter.default_text.value_or(""));
}

/// `loop::pairs([&](int r) -> loop::Ranks { return r + d; }, loop::kept("d", d))`
std::string ConstructWriter::rank_function(const RankFunction& function, ParameterKind kind) const {
    const Code code = program_.code(function.result);
    const std::string result = is_amount(kind) ? widened(code) : flatten(code);
    const std::string sender = flatten(program_.code(function.sender));
    if (kind == ParameterKind::Pairs && !function.is_name)
        return fmt::format("loop::pairs({}, {})", sender,
                           result[0] == '{' ? "loop::Ranks" + result : "loop::Ranks(" + result + ")");
    const auto named = [](const std::string& name, bool is_used) {
        return is_used ? " " + name : " /* " + name + " */";
    };
    std::string name = function.is_name ? named(sender, function.uses_name) : "";
    if (!function.receiver.empty())
        name += ", int" + named(flatten(program_.code(function.receiver)), function.uses_receiver);
    const std::string kept = function.afresh              ? ", loop::afresh()"
                             : function.variables.empty() ? ""
                                                          : fmt::format(", loop::kept(\"{0}\", {0})",
                                                                        fmt::join(function.variables, ", "));
    const FunctionForm form = form_of(kind);
    return fmt::format("loop::{}([&](int{}) -> {} {{ return {}; }}{})", form.maker, name, form.type, result,
                       target_ == Target::Plain ? "" : kept);
}

/// The sizes of an array. Expressions are put in parentheses, so that `v(int(n))` does not declare a
/// function.
std::string ConstructWriter::extents(const Construct& construct) const {
    std::string text;
    for (std::size_t i = 1; i < construct.info->parameters.size(); ++i) {
        const std::string size = argument(construct, i);
        const bool plain = !construct.has(i) || is_one(construct, i, Token::Kind::Word) ||
                           is_one(construct, i, Token::Kind::Number);
        text += fmt::format("{}{}{}{}", i == 1 ? "" : ", ", plain ? "" : "(", size, plain ? "" : ")");
    }
    return text;
}

bool ConstructWriter::is_one(const Construct& construct, std::size_t index, Token::Kind kind) const {
    const Code code = program_.code(construct.argument(index));
    return code.size() == 1 && code.is(0, kind);
}

std::string ConstructWriter::fresh(std::string_view stem) {
    return program_.unused(fmt::format("{}_{}", stem, ++fresh_));
}

} // namespace loop::compiler
