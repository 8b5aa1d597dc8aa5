#include "compiler/service/descriptions.h"

#include "base/text/strings.h"
#include "compiler/lex/characters.h"
#include "compiler/reference/reference.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

/// A page of docs/language.md: the usage as code, the rest as it is.
std::string markdown(std::string_view page) {
    const std::size_t end = page.find('\n');
    if (end == std::string_view::npos) return fmt::format("```cpp\n{}\n```", page);
    return fmt::format("```cpp\n{}\n```\n```text\n{}\n```", page.substr(0, end),
                       trimmed(page.substr(end + 1)));
}

const ConstructInfo* info_of(const Analysis& analysis, const ast::Construct& seen) {
    return find_construct(analysis.text(seen.name).substr(1));
}

std::string described(const Parameter& parameter) {
    return fmt::format("{}{}", about(parameter.kind).description,
                       parameter.required() ? "" : ", may be left out");
}

const Parameter* parameter_named(const ConstructInfo& info, std::string_view name) {
    for (const Parameter& parameter : info.parameters)
        if (parameter.name == name) return &parameter;
    return nullptr;
}

/// Whether the offset is between the parentheses of a construct.
bool is_in_arguments(const ast::Construct& seen, std::size_t offset) {
    return seen.has_arguments && offset > seen.arguments.begin &&
           (!seen.arguments_closed || offset < seen.arguments.end);
}

/// The argument as it was written that contains an offset; the list's size if none does.
std::size_t argument_at(const Analysis& analysis, const ast::Construct& seen, std::size_t offset) {
    for (std::size_t i = 0; i < seen.list.size(); ++i) {
        if (offset <= analysis.begin_of_next(seen.list[i].value.end)) return i;
    }
    return seen.list.size();
}

std::size_t position_of(const ConstructInfo& info, std::string_view name) {
    for (std::size_t i = 0; i < info.parameters.size(); ++i)
        if (info.parameters[i].name == name) return i;
    return info.parameters.size();
}

/// The parameter of the argument that is being written at `offset`.
std::size_t active_parameter(const Analysis& analysis, const ast::Construct& seen, const ConstructInfo& info,
                             std::size_t offset) {
    const std::size_t argument = argument_at(analysis, seen, offset);
    if (argument < seen.list.size() && seen.list[argument].name)
        return position_of(info, analysis.text(*seen.list[argument].name));
    return std::min(argument, info.parameters.size());
}

class CompletionFinder {
public:
    CompletionFinder(const Analysis& analysis, const std::vector<Symbol>& symbols, std::size_t offset)
        : analysis_(analysis), symbols_(symbols), offset_(offset), begin_(begin_of_word()) {}

    Completions find() {
        const std::string_view text = analysis_.source.text();
        if (begin_ > 0 && text[begin_ - 1] == '\\') {
            --begin_;
            constructs();
        } else if (const ast::Construct* const seen = analysis_.seen_at(offset_);
                   seen != nullptr && is_in_arguments(*seen, offset_)) {
            arguments(*seen);
        } else {
            names();
        }
        return {{begin_, offset_}, std::move(items_)};
    }

private:
    std::size_t begin_of_word() const {
        std::size_t begin = std::min(offset_, analysis_.source.text().size());
        while (begin > 0 && continues_name(analysis_.source.text()[begin - 1]))
            --begin;
        return begin;
    }

    void add(Completion::Kind kind, std::string label, std::string detail, std::string page = {}) {
        items_.push_back({kind, std::move(label), std::move(detail), std::move(page)});
    }

    void constructs() {
        for (const ConstructInfo& info : construct_table()) {
            const std::string_view page = page_of_construct(info.name);
            const std::string_view rest = page.substr(std::min(page.find('\n') + 1, page.size()));
            add(Completion::Kind::Construct, fmt::format("\\{}", info.name),
                std::string(trimmed(rest.substr(0, rest.find('\n')))), markdown(page));
        }
    }

    void arguments(const ast::Construct& seen) {
        const ConstructInfo* const info = info_of(analysis_, seen);
        if (info == nullptr) return names();
        const std::size_t argument = argument_at(analysis_, seen, offset_);
        const bool is_named = argument < seen.list.size() && seen.list[argument].name &&
                              offset_ > seen.list[argument].name->end;
        const std::size_t active = active_parameter(analysis_, seen, *info, offset_);
        if (active < info->parameters.size())
            for (const std::string& word : words_of(info->parameters[active].kind))
                add(Completion::Kind::Value, word,
                    std::string(about(info->parameters[active].kind).description));
        if (!is_named)
            for (const Parameter& parameter : info->parameters)
                if (!is_given(seen, parameter.name))
                    add(Completion::Kind::Argument, fmt::format("{}: ", parameter.name),
                        described(parameter));
        names();
    }

    bool is_given(const ast::Construct& seen, std::string_view name) const {
        return std::any_of(seen.list.begin(), seen.list.end(), [&](const ast::Argument& argument) {
            return argument.name && analysis_.text(*argument.name) == name;
        });
    }

    void names() {
        for (const Symbol& symbol : symbols_) {
            const bool in_scope = symbol.scope.begin <= offset_ && offset_ <= symbol.scope.end;
            if (symbol.kind == Symbol::Kind::Phase || symbol.kind == Symbol::Kind::Handle || !in_scope)
                continue;
            add(Completion::Kind::Symbol, symbol.name, description(symbol, analysis_));
        }
    }

    const Analysis& analysis_;
    const std::vector<Symbol>& symbols_;
    std::size_t offset_;
    std::size_t begin_;
    std::vector<Completion> items_;
};

} // namespace

std::optional<Hover> hover_at(const Analysis& analysis, const std::vector<Symbol>& symbols,
                              std::size_t offset) {
    const ast::Construct* const seen = analysis.seen_at(offset);
    const ConstructInfo* const info = seen == nullptr ? nullptr : info_of(analysis, *seen);
    if (info != nullptr && offset <= seen->name.end)
        return Hover{seen->name, markdown(page_of_construct(info->name))};
    if (info != nullptr)
        for (const ast::Argument& argument : seen->list)
            if (argument.name && argument.name->begin <= offset && offset <= argument.name->end)
                if (const Parameter* const parameter = parameter_named(*info, analysis.text(*argument.name)))
                    return Hover{*argument.name, fmt::format("`{}` of `\\{}`: {}", parameter->name,
                                                             info->name, described(*parameter))};
    const Symbol* const symbol = symbol_at(symbols, offset);
    if (symbol == nullptr) return std::nullopt;
    for (const Range use : symbol->uses)
        if (use.begin <= offset && offset <= use.end) return Hover{use, description(*symbol, analysis)};
    return std::nullopt;
}

std::optional<Signature> signature_at(const Analysis& analysis, std::size_t offset) {
    const ast::Construct* const seen = analysis.seen_at(offset);
    const ConstructInfo* const info = seen == nullptr ? nullptr : info_of(analysis, *seen);
    if (info == nullptr || !is_in_arguments(*seen, offset)) return std::nullopt;
    Signature signature{std::string(info->synopsis()), {}, active_parameter(analysis, *seen, *info, offset)};
    for (const Parameter& parameter : info->parameters)
        signature.arguments.push_back({std::string(parameter.name), described(parameter)});
    return signature;
}

Completions completions_at(const Analysis& analysis, const std::vector<Symbol>& symbols, std::size_t offset) {
    return CompletionFinder(analysis, symbols, offset).find();
}

} // namespace loop::compiler
