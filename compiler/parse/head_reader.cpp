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
            else
                read_part(static_cast<const Context&>(*child));
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

    void read_part(const Context& rule) {
        switch (rule.getRuleIndex()) {
        case LoopParser::RuleArguments:
        case LoopParser::RuleTransfer_arguments:
            return read_arguments(rule);
        case LoopParser::RuleNames:
            return read_names(rule);
        }
    }

    void read_names(const Context& names) {
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
    void read_arguments(const Context& arguments) {
        if (!lexed_.is(lexed_.token_at(head_.name.end), "(")) return;
        head_.has_arguments = true;
        head_.arguments = range_of(arguments);
        head_.arguments_closed = !range_of(*arguments.stop).empty(); // a missing `)` is an empty token
        for (antlr4::tree::ParseTree* child : arguments.children)
            if (token_of(child) == nullptr)
                head_.list.push_back(argument(static_cast<const Context&>(*child)));
        const bool nothing_written =
            head_.list.size() == 1 && head_.list[0].value.empty() && !head_.list[0].name;
        if (nothing_written && head_.arguments_closed) head_.list.clear();
        inner_constructs(arguments);
    }

    /// Where nothing is written, the argument is behind the last one.
    ast::Argument argument(const Context& seen) const {
        ast::Argument argument;
        std::size_t behind = head_.list.empty() ? head_.arguments.begin + 1 : head_.list.back().value.end;
        for (antlr4::tree::ParseTree* child : seen.children) {
            const antlr4::Token* token = token_of(child);
            if (token == nullptr) {
                value(static_cast<Context&>(*child), argument);
                return argument;
            }
            if (token->getType() == LoopParser::LABEL) argument.name = range_of(*token);
            behind = range_of(*token).end;
        }
        argument.value = {behind, behind};
        return argument;
    }

    static void value(Context& seen, ast::Argument& argument) {
        argument.value = range_of(seen);
        auto* of_transfer = dynamic_cast<LoopParser::ValueContext*>(&seen);
        if (of_transfer == nullptr) return;
        LoopParser::ListContext* list = of_transfer->list();
        if (LoopParser::FunctionContext* function = of_transfer->function()) {
            argument.arrow = arrow(*function);
            list = function->list();
        }
        if (list == nullptr) return;
        argument.list.emplace();
        for (LoopParser::ExpressionContext* each : list->expression())
            argument.list->push_back(range_of(*each));
    }

    static ast::Arrow arrow(LoopParser::FunctionContext& function) {
        ast::Arrow arrow;
        arrow.sender = range_of(*function.sender());
        if (LoopParser::PairContext* pair = function.sender()->pair()) {
            arrow.first = range_of(*pair->word(0));
            arrow.second = range_of(*pair->word(1));
        }
        const std::size_t end = range_of(function).end;
        antlr4::tree::ParseTree* last = function.children.back();
        arrow.result = token_of(last) != nullptr ? Range{end, end} : range_of(static_cast<Context&>(*last));
        return arrow;
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
