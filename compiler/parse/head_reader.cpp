#include "compiler/parse/head_reader.h"

#include "compiler/parse/generated.h"

#include <algorithm>

namespace loop::compiler {

namespace {

using Context = antlr4::ParserRuleContext;
using TailKind = ast::Tail::Kind;

class HeadReader {
public:
    explicit HeadReader(const Lexed& lexed) : lexed_(lexed) {}

    ast::Construct read(const Context& context) {
        for (antlr4::tree::ParseTree* child : context.children)
            if (const antlr4::Token* token = token_of(child))
                read(*token);
            else if (auto* arguments = dynamic_cast<LoopParser::ArgumentsContext*>(child))
                read(*arguments);
            else if (auto* names = dynamic_cast<LoopParser::NamesContext*>(child))
                read(*names);
        semicolon();
        return std::move(head_);
    }

private:
    void read(const antlr4::Token& token) {
        if (head_.name.empty())
            head_.name = range_of(token);
        else if (token.getType() == LoopParser::NUMBER)
            head_.number = range_of(token);
        else if (token.getType() == LoopParser::ITERATOR)
            head_.tail.push_back({TailKind::Name, range_of(token)});
    }

    void read(LoopParser::NamesContext& names) {
        for (antlr4::tree::ParseTree* child : names.children)
            if (const antlr4::Token* comma = token_of(child))
                head_.tail.push_back({TailKind::Comma, range_of(*comma)});
            else
                head_.tail.push_back({TailKind::Name, range_of(*static_cast<Context*>(child))});
    }

    void semicolon() {
        std::size_t end = std::max(head_.name.end, head_.arguments.end);
        if (!head_.tail.empty()) end = head_.tail.back().range.end;
        const std::size_t next = lexed_.token_at(end);
        if (lexed_.is(next, ";")) head_.tail.push_back({TailKind::Semicolon, lexed_.range(next)});
    }

    // -- arguments
    /// A stray closing bracket, which the parser does not see, separates them from the name: `\WORK](1);`
    void read(LoopParser::ArgumentsContext& arguments) {
        if (!lexed_.is(lexed_.token_at(head_.name.end), "(")) return;
        head_.has_arguments = true;
        head_.arguments = range_of(arguments);
        head_.arguments_closed = is_written(arguments.CLOSE());
        for (LoopParser::ArgumentContext* each : arguments.argument())
            head_.list.push_back(argument(*each));
        const bool nothing_written =
            head_.list.size() == 1 && head_.list[0].value.empty() && !head_.list[0].name;
        if (nothing_written && head_.arguments_closed) head_.list.clear();
        inner_constructs(arguments);
    }

    /// The parser gets an empty token instead of a missing `)`.
    static bool is_written(antlr4::tree::TerminalNode* close) {
        return close != nullptr && !range_of(*close->getSymbol()).empty();
    }

    /// Where nothing is written, the argument is behind the last one.
    ast::Argument argument(LoopParser::ArgumentContext& seen) const {
        ast::Argument argument;
        const std::size_t behind =
            head_.list.empty() ? head_.arguments.begin + 1 : head_.list.back().value.end;
        argument.value = {behind, behind};
        if (seen.LABEL() != nullptr) {
            argument.name = range_of(*seen.LABEL()->getSymbol());
            const std::size_t colon = range_of(*seen.COLON()->getSymbol()).end;
            argument.value = {colon, colon};
        }
        if (seen.value() != nullptr) value(*seen.value(), argument);
        return argument;
    }

    static void value(LoopParser::ValueContext& seen, ast::Argument& argument) {
        argument.value = range_of(seen);
        if (seen.sender() == nullptr) return;
        ast::Arrow arrow;
        arrow.sender = range_of(*seen.sender());
        if (LoopParser::PairContext* pair = seen.sender()->pair()) {
            arrow.first = range_of(*pair->word(0));
            arrow.second = range_of(*pair->word(1));
        }
        const std::size_t end = argument.value.end;
        arrow.result = seen.expression() != nullptr ? range_of(*seen.expression()) : Range{end, end};
        argument.arrow = arrow;
    }

    void inner_constructs(const Context& context) {
        for (antlr4::tree::ParseTree* child : context.children) {
            if (token_of(child) != nullptr) continue;
            const auto& rule = static_cast<const Context&>(*child);
            if (rule.getRuleIndex() == LoopParser::RuleInner_construct)
                head_.inner_constructs.push_back(range_of(rule));
            inner_constructs(rule);
        }
    }

    const Lexed& lexed_;
    ast::Construct head_;
};

} // namespace

Range range_of(const antlr4::Token& token) {
    return {token.getStartIndex(), token.getStopIndex() + 1};
}

Range range_of(const antlr4::ParserRuleContext& context) {
    const std::size_t begin = context.start->getStartIndex();
    const std::size_t end = context.stop != nullptr ? context.stop->getStopIndex() + 1 : begin;
    return {begin, std::max(begin, end)};
}

const antlr4::Token* token_of(antlr4::tree::ParseTree* child) {
    auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(child);
    return leaf != nullptr ? leaf->getSymbol() : nullptr;
}

ast::Construct read_head(const antlr4::ParserRuleContext& context, const Lexed& lexed) {
    return HeadReader(lexed).read(context);
}

} // namespace loop::compiler
