#include "compiler/service/symbols.h"

#include "compiler/check/checks.h"
#include "compiler/parse/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace loop::compiler {

namespace {

/// The text between the quotes of a string constant; an empty range if the argument is not one.
Range inside_quotes(const Analysis& analysis, Range argument) {
    const Code code = analysis.code(argument);
    const bool is_constant = code.size() == 1 && code.word(0)[0] == '"' && argument.size() > 2;
    return is_constant ? Range{argument.begin + 1, argument.end - 1} : Range{};
}

class SymbolFinder {
public:
    explicit SymbolFinder(const Analysis& analysis) : analysis_(analysis) {}

    std::vector<Symbol> find() {
        for (std::size_t i = 0; i < analysis_.constructs.size(); ++i)
            declared_by(i);
        // Inner names first: they take their uses from outer ones.
        std::vector<std::size_t> order(symbols_.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return symbols_[a].scope.size() < symbols_[b].scope.size();
        });
        for (const std::size_t i : order)
            find_uses(symbols_[i]);
        std::stable_sort(symbols_.begin(), symbols_.end(), [](const Symbol& a, const Symbol& b) {
            return a.declaration.begin < b.declaration.begin;
        });
        return std::move(symbols_);
    }

private:
    void declared_by(std::size_t index) {
        const Construct& construct = analysis_.constructs[index];
        const Range file{0, analysis_.source.text().size()};
        if (construct.parameter) add(Symbol::Kind::Parameter, name_in_declaration(construct), file, index);
        for (const Array& array : construct.arrays)
            add(Symbol::Kind::Array, array.at, block_around(construct.name.begin), index);
        if (construct.iterator)
            add(Symbol::Kind::Iterator, *construct.iterator,
                {construct.iterator->begin, construct.statement.end}, index);
        if (construct.info->name == "PHASE") phase(index, file);
        const std::vector<Parameter>& parameters = construct.info->parameters;
        if (!parameters.empty() && parameters[0].kind == ParameterKind::Handle && construct.has(0))
            handle(index);
    }

    void add(Symbol::Kind kind, Range declaration, Range scope, std::size_t construct) {
        if (declaration.empty()) return;
        symbols_.push_back(
            {kind, std::string(analysis_.text(declaration)), declaration, scope, construct, {}, {}});
    }

    /// The name in `int n = 10`.
    Range name_in_declaration(const Construct& construct) const {
        for (const Range use : analysis_.occurrences(construct.parameter->name))
            if (contains(construct.argument(0), use)) return use;
        return {};
    }

    Range block_around(std::size_t offset) const {
        const std::size_t token = analysis_.host().token_at(offset);
        const std::uint32_t block = analysis_.host().block_of(token);
        const std::size_t end = analysis_.host().end_of_block(block);
        if (block == Token::unpaired || end >= analysis_.host().tokens.size())
            return {0, analysis_.source.text().size()};
        return {analysis_.host().tokens[block].begin, analysis_.host().tokens[end].end};
    }

    void phase(std::size_t index, Range file) {
        const Range name = inside_quotes(analysis_, analysis_.constructs[index].argument(0));
        if (name.empty()) return;
        const auto [first, fresh] = phases_.emplace(analysis_.text(name), symbols_.size());
        if (fresh) add(Symbol::Kind::Phase, name, file, index);
        symbols_[first->second].uses.push_back(name);
    }

    void handle(std::size_t index) {
        const Construct& construct = analysis_.constructs[index];
        const Range name = construct.argument(0);
        const std::pair<std::size_t, std::string_view> key{construct.function, analysis_.text(name)};
        const auto [first, fresh] = handles_.emplace(key, symbols_.size());
        if (fresh) add(Symbol::Kind::Handle, name, name, index);
        symbols_[first->second].uses.push_back(name);
    }

    void find_uses(Symbol& symbol) {
        if (symbol.kind == Symbol::Kind::Phase || symbol.kind == Symbol::Kind::Handle)
            return; // known already
        for (const Range use : analysis_.occurrences(symbol.name)) {
            if (!contains(symbol.scope, use)) continue;
            if (!taken_.emplace(use.begin, &symbol).second) continue;
            symbol.uses.push_back(use);
            const std::size_t token = analysis_.host().token_at(use.begin);
            const bool is_host =
                analysis_.host().is_word(token) && analysis_.host().range(token).begin == use.begin;
            if (is_host && symbol.obstacle.empty() && declares_at(analysis_.host(), token))
                symbol.obstacle = fmt::format("line {} declares another `{}`",
                                              analysis_.source.position(use.begin).line, symbol.name);
        }
        for (const std::string_view word : analysis_.host().directive_words)
            if (word == symbol.name)
                symbol.obstacle = fmt::format("a preprocessor directive uses `{}`", symbol.name);
    }

    const Analysis& analysis_;
    std::vector<Symbol> symbols_;
    std::map<std::string_view, std::size_t> phases_;
    std::map<std::pair<std::size_t, std::string_view>, std::size_t> handles_;
    std::map<std::size_t, const Symbol*> taken_; ///< the symbol of each use
};

bool is_identifier(std::string_view text) {
    const Lexed lexed = lex_code(text);
    const Code code(lexed);
    return code.is_one_name() && code.word(0) == text;
}

} // namespace

std::vector<Symbol> symbols_of(const Analysis& analysis) {
    return SymbolFinder(analysis).find();
}

const Symbol* symbol_at(const std::vector<Symbol>& symbols, std::size_t offset) {
    for (const Symbol& symbol : symbols)
        for (const Range use : symbol.uses)
            if (use.begin <= offset && offset <= use.end) return &symbol;
    return nullptr;
}

std::string description(const Symbol& symbol, const Analysis& analysis) {
    const Construct& construct = analysis.constructs[symbol.construct];
    const std::string_view head = analysis.text(construct.head);
    switch (symbol.kind) {
    case Symbol::Kind::Parameter:
        return fmt::format("parameter `{}`{}{}", analysis.text(construct.argument(0)),
                           construct.parameter->help.empty() ? "" : ": ", construct.parameter->help);
    case Symbol::Kind::Array:
        return fmt::format("array `{}`", head);
    case Symbol::Kind::Iterator:
        return fmt::format("iterator of `{}`: `int`, from 0", head);
    case Symbol::Kind::Phase:
        return fmt::format("phase \"{}\"", symbol.name);
    case Symbol::Kind::Handle:
        return fmt::format("handle of `{}`", head);
    }
    return {};
}

std::string refusal(const Symbol& symbol, const std::string& new_name, const std::vector<Symbol>& all,
                    const Analysis& analysis) {
    if (!symbol.obstacle.empty()) return symbol.obstacle;
    if (symbol.kind == Symbol::Kind::Phase) {
        const bool plain = !new_name.empty() && new_name.find_first_of("\"\\\n\r") == std::string::npos;
        return plain ? "" : "a name of a phase has no quotes, backslashes, or line ends";
    }
    if (!is_identifier(new_name)) return fmt::format("`{}` is not a name of C++", new_name);
    const bool is_used = std::any_of(all.begin(), all.end(), [&](const Symbol& other) {
        return other.kind != Symbol::Kind::Phase && other.name == new_name;
    });
    if (is_used || !analysis.occurrences(new_name).empty())
        return fmt::format("`{}` is used in this file already", new_name);
    return {};
}

} // namespace loop::compiler
