#include "lsp/answers.h"

#include "base/text/strings.h"
#include "compiler/compiler.h"
#include "compiler/service/descriptions.h"
#include "compiler/service/hints.h"
#include "compiler/service/structure.h"
#include "lsp/positions.h"

#include <algorithm>

namespace loop::lsp {

namespace {

using compiler::Range;
using compiler::Symbol;

Json markdown(const std::string& text) {
    return Json::object({{"kind", "markdown"}, {"value", text}});
}

Json location(const Document& document, Range range) {
    return Json::object({{"uri", document.uri()}, {"range", range_of(document.source(), range)}});
}

Json text_edit(const Document& document, Range range, const std::string& text) {
    return Json::object({{"range", range_of(document.source(), range)}, {"newText", text}});
}

Json workspace_edit(const Document& document, Json edits) {
    return Json::object({{"changes", Json::object({{document.uri(), std::move(edits)}})}});
}

bool touches(Range a, Range b) {
    return a.begin <= b.end && b.begin <= a.end;
}

/// As the protocol numbers it.
int severity_of(const compiler::Diagnostic& problem) {
    constexpr int error = 1, warning = 2, information = 3;
    if (problem.severity == compiler::Severity::Remark) return information;
    return problem.severity == compiler::Severity::Error ? error : warning;
}

Json diagnostic_of(const Document& document, const compiler::Diagnostic& problem) {
    Json json = Json::object(
        {{"range", range_of(document.source(), problem.range)},
         {"severity", severity_of(problem)},
         {"code", problem.code},
         {"source", "loop"},
         {"message", problem.hint.empty() ? problem.message : problem.message + "\n" + problem.hint}});
    Json notes = Json::array();
    for (const compiler::Note& note : problem.notes)
        notes.push_back(
            Json::object({{"location", location(document, note.range)}, {"message", note.message}}));
    if (!notes.empty()) json["relatedInformation"] = std::move(notes);
    return json;
}

const Symbol* symbol(const Document& document, std::size_t offset) {
    return compiler::symbol_at(document.symbols(), offset);
}

int kind_of(compiler::Completion::Kind kind) {
    switch (kind) {
    case compiler::Completion::Kind::Construct:
        return 14; // keyword
    case compiler::Completion::Kind::Argument:
        return 10; // property
    case compiler::Completion::Kind::Value:
        return 20; // member of an enumeration
    case compiler::Completion::Kind::Symbol:
        return 6; // variable
    }
    return 1;
}

int kind_of(compiler::OutlineEntry::Kind kind) {
    switch (kind) {
    case compiler::OutlineEntry::Kind::Function:
        return 12;
    case compiler::OutlineEntry::Kind::Parameter:
        return 14; // constant
    case compiler::OutlineEntry::Kind::Array:
        return 18;
    case compiler::OutlineEntry::Kind::Phase:
        return 3; // namespace
    case compiler::OutlineEntry::Kind::Region:
        return 24; // event
    }
    return 13;
}

Json outline_entries(const Document& document, const std::vector<compiler::OutlineEntry>& entries) {
    Json list = Json::array();
    for (const compiler::OutlineEntry& entry : entries)
        list.push_back(Json::object({{"name", entry.name},
                                     {"kind", kind_of(entry.kind)},
                                     {"range", range_of(document.source(), entry.range)},
                                     {"selectionRange", range_of(document.source(), entry.head)},
                                     {"children", outline_entries(document, entry.children)}}));
    return list;
}

/// The lines that differ, as one change.
Json changed_lines(const Document& document, std::string_view text) {
    const std::string_view before = document.source().text();
    std::size_t same = 0;
    while (same < before.size() && same < text.size() && before[same] == text[same])
        ++same;
    same = before.rfind('\n', same == 0 ? 0 : same - 1) + 1; // 0 if there is none
    std::size_t tail = 0;
    while (tail < before.size() - same && tail < text.size() - same &&
           before[before.size() - 1 - tail] == text[text.size() - 1 - tail])
        ++tail;
    const std::size_t line_end = before.find('\n', before.size() - tail);
    tail = line_end == std::string_view::npos ? 0 : before.size() - line_end;
    const std::string changed(text.substr(same, text.size() - tail - same));
    return Json::array({text_edit(document, {same, before.size() - tail}, changed)});
}

} // namespace

Json token_types() {
    return Json::array({"keyword", "property", "enumMember", "parameter", "variable", "variable"});
}

Json diagnostics(const Document& document) {
    Json list = Json::array();
    for (const compiler::Diagnostic& problem : document.analysis().diagnostics.sorted())
        list.push_back(diagnostic_of(document, problem));
    Json parameters = Json::object({{"uri", document.uri()}, {"diagnostics", std::move(list)}});
    if (document.version()) parameters["version"] = *document.version();
    return parameters;
}

Json hover(const Document& document, std::size_t offset) {
    const auto found = compiler::hover_at(document.analysis(), document.symbols(), offset);
    if (!found) return nullptr;
    return Json::object(
        {{"contents", markdown(found->text)}, {"range", range_of(document.source(), found->range)}});
}

Json completion(const Document& document, std::size_t offset) {
    const compiler::Completions found =
        compiler::completions_at(document.analysis(), document.symbols(), offset);
    Json items = Json::array();
    for (const compiler::Completion& item : found.items) {
        Json json = Json::object({{"label", item.label},
                                  {"kind", kind_of(item.kind)},
                                  {"detail", item.detail},
                                  {"textEdit", text_edit(document, found.replaced, item.label)}});
        if (!item.page.empty()) json["documentation"] = markdown(item.page);
        items.push_back(std::move(json));
    }
    return Json::object({{"isIncomplete", false}, {"items", std::move(items)}});
}

Json signature_help(const Document& document, std::size_t offset) {
    const auto signature = compiler::signature_at(document.analysis(), offset);
    if (!signature) return nullptr;
    Json arguments = Json::array();
    for (const auto& argument : signature->arguments)
        arguments.push_back(
            Json::object({{"label", argument.name}, {"documentation", argument.description}}));
    Json usage = Json::object({{"label", signature->usage}, {"parameters", std::move(arguments)}});
    if (signature->active < signature->arguments.size())
        usage["documentation"] = signature->arguments[signature->active].name + ": " +
                                 signature->arguments[signature->active].description;
    return Json::object({{"signatures", Json::array({std::move(usage)})},
                         {"activeSignature", 0},
                         {"activeParameter", signature->active}});
}

Json definition(const Document& document, std::size_t offset) {
    const Symbol* const found = symbol(document, offset);
    return found == nullptr ? Json(nullptr) : location(document, found->declaration);
}

Json references(const Document& document, std::size_t offset, bool with_declaration) {
    const Symbol* const found = symbol(document, offset);
    if (found == nullptr) return nullptr;
    Json list = Json::array();
    for (const Range use : found->uses)
        if (with_declaration || use.begin != found->declaration.begin)
            list.push_back(location(document, use));
    return list;
}

Json highlights(const Document& document, std::size_t offset) {
    const Symbol* const found = symbol(document, offset);
    if (found == nullptr) return nullptr;
    Json list = Json::array();
    for (const Range use : found->uses)
        list.push_back(Json::object({{"range", range_of(document.source(), use)}}));
    return list;
}

Json prepare_rename(const Document& document, std::size_t offset) {
    const Symbol* const found = symbol(document, offset);
    if (found == nullptr) return nullptr;
    if (!found->obstacle.empty()) throw RequestError(found->obstacle);
    for (const Range use : found->uses)
        if (use.begin <= offset && offset <= use.end)
            return Json::object({{"range", range_of(document.source(), use)}, {"placeholder", found->name}});
    return nullptr;
}

Json rename(const Document& document, std::size_t offset, const std::string& new_name) {
    const Symbol* const found = symbol(document, offset);
    if (found == nullptr) throw RequestError("no array, iterator, parameter, phase, or handle is here");
    const std::string why_not = refusal(*found, new_name, document.symbols(), document.analysis());
    if (!why_not.empty()) throw RequestError(why_not);
    Json edits = Json::array();
    for (const Range use : found->uses)
        edits.push_back(text_edit(document, use, new_name));
    return workspace_edit(document, std::move(edits));
}

Json code_actions(const Document& document, Range range) {
    Json actions = Json::array();
    for (const compiler::Diagnostic& problem : document.analysis().diagnostics.sorted()) {
        if (!problem.fix || !touches(problem.range, range)) continue;
        const compiler::Fix& fix = *problem.fix;
        const std::string_view written = trimmed(fix.text);
        const std::string title = fix.range.empty() ? "insert `" + std::string(written) + "`"
                                                    : "change to `" + std::string(written) + "`";
        actions.push_back(Json::object(
            {{"title", title},
             {"kind", "quickfix"},
             {"diagnostics", Json::array({diagnostic_of(document, problem)})},
             {"edit", workspace_edit(document, Json::array({text_edit(document, fix.range, fix.text)}))}}));
    }
    return actions;
}

Json document_symbols(const Document& document) {
    return outline_entries(document, compiler::outline_of(document.analysis()));
}

Json folding_ranges(const Document& document) {
    Json list = Json::array();
    for (const compiler::Fold& fold : compiler::folds_of(document.analysis()))
        list.push_back(Json::object({{"startLine", fold.first - 1}, {"endLine", fold.last - 1}}));
    return list;
}

Json semantic_tokens(const Document& document) {
    Json data = Json::array();
    compiler::Position last{1, 1};
    std::size_t last_column = 0;
    for (const compiler::ColoredWord& word :
         compiler::colored_words_of(document.analysis(), document.symbols())) {
        const compiler::Position position = document.source().position(word.range.begin);
        const std::string_view before =
            document.source().line(position.line).substr(0, static_cast<std::size_t>(position.column) - 1);
        const std::size_t column = utf16_length(before);
        const bool same_line = position.line == last.line;
        data.push_back(position.line - last.line);
        data.push_back(same_line ? column - last_column : column);
        data.push_back(utf16_length(document.source().text(word.range)));
        data.push_back(static_cast<int>(word.kind));
        data.push_back(0);
        last = position;
        last_column = column;
    }
    return Json::object({{"data", std::move(data)}});
}

Json inlay_hints(const Document& document, Range range) {
    Json list = Json::array();
    for (const compiler::Hint& hint : compiler::hints_of(document.analysis()))
        if (range.begin <= hint.offset && hint.offset <= range.end)
            list.push_back(Json::object(
                {{"position", position_of(document.source(), hint.offset)}, {"label", hint.text}}));
    return list;
}

Json formatting(const Document& document) {
    const compiler::Compilation compilation = compiler::compile(document.source());
    if (!compilation.ok()) throw RequestError("the program has mistakes: correct them first");
    const compiler::Formatted formatted = compiler::format(compilation);
    if (!formatted.broken.empty()) throw RequestError(formatted.broken);
    if (formatted.text == document.source().text()) return Json::array();
    return changed_lines(document, formatted.text);
}

} // namespace loop::lsp
