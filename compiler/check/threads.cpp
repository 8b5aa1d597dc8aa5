#include "compiler/check/arguments.h"
#include "compiler/check/checks.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::compiler {

namespace {

/// The construct around it whose statement threads execute, or null.
const Construct* threads_around(const CheckContext& context, const Construct& construct) {
    for (std::size_t outer = construct.parent; outer != none; outer = context.constructs[outer].parent)
        if (context.constructs[outer].is_threaded()) return &context.constructs[outer];
    return nullptr;
}

/// The machine's BLAS may start threads itself.
void check_library(const CheckContext& context, const Construct& construct) {
    if (construct.is_threaded() || !construct.uses_threads()) return;
    const Range threads = construct.argument(construct.threads());
    for (std::size_t i = 0; i < construct.arguments.size(); ++i)
        if (construct.has(i) && construct.info->parameters[i].kind == ParameterKind::Library &&
            context.text(construct.argument(i)) == "cblas")
            context.diagnostics
                .error("argument-choice", threads,
                       "`LIBRARY: cblas` and `THREADS` of `{}` exclude each other", context.text(construct))
                .hint = "the machine's BLAS decides about its threads, for example by OPENBLAS_NUM_THREADS";
}

/// Of a construct that communicates, threads execute only what sends LOOP's own data.
void check_messages(const CheckContext& context, const Construct& construct, const Construct& around) {
    const auto report = [&](Range where, const std::string& what) {
        Diagnostic& diagnostic = context.diagnostics.error(
            "inside-threads", where, "threads cannot execute `{}` with {}", context.text(construct), what);
        diagnostic.note("threads execute the statement of this construct", around.name);
        return &diagnostic;
    };
    if (construct.has_statement)
        report(construct.name, "a statement")->hint = "put the statement before or after it";
    for (std::size_t i = 0; i < construct.arguments.size(); ++i) {
        const Parameter& parameter = construct.info->parameters[i];
        const bool is_data =
            parameter.kind == ParameterKind::Pointer || parameter.kind == ParameterKind::Places;
        if (is_data && construct.has(i))
            report(construct.argument(i), fmt::format("`{}`", parameter.name))->hint =
                "leave it out: threads send LOOP's own data";
    }
}

void check_inside(const CheckContext& context, const Construct& construct, const Construct& around) {
    const bool is_allowed = construct.info->by_threads && !construct.uses_threads();
    if (construct.communicates()) { // see also check_local_statements
        if (is_allowed && around.has_partners()) check_messages(context, construct, around);
        return;
    }
    if (is_allowed) return;
    Diagnostic& diagnostic = context.diagnostics.error(
        "inside-threads", construct.name, "threads cannot execute `{}`", context.text(construct));
    diagnostic.note("threads execute the statement of this construct", around.name);
    diagnostic.hint = "put it around the threads, before them, or after them";
}

/// Whether a name means a parameter wherever it is used.
bool is_parameter(const CheckContext& context, std::string_view name) {
    const auto& all = context.constructs;
    if (std::none_of(all.begin(), all.end(), [&](const Construct& construct) {
            return construct.parameter && construct.parameter->name == name;
        }))
        return false;
    Occurrences occurrences;
    occurrences.ask(name);
    occurrences.find(context.host);
    return !declared_in_host(context.host, name, occurrences.of(name));
}

} // namespace

void check_threads(const CheckContext& context) {
    for (const Construct& construct : context.constructs) {
        check_library(context, construct);
        if (const Construct* const around = threads_around(context, construct))
            check_inside(context, construct, *around);
    }
}

std::string number_of_threads(const CheckContext& context, const Construct& construct) {
    const Range threads = construct.argument(construct.threads());
    const std::string_view number = context.text(threads);
    if (const auto constant = integer_constant(context.code(threads))) return std::to_string(*constant);
    return is_parameter(context, number) ? std::string(number) : "";
}

bool threads_communicate(const CheckContext& context) {
    return std::any_of(context.constructs.begin(), context.constructs.end(), [](const Construct& construct) {
        return construct.has_partners() && construct.has_messages;
    });
}

} // namespace loop::compiler
