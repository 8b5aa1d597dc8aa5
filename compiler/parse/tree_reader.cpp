#include "compiler/parse/tree_reader.h"

#include "compiler/parse/generated.h"
#include "compiler/parse/head_reader.h"

#include <algorithm>
#include <utility>

namespace loop::compiler {

namespace {

using Context = antlr4::ParserRuleContext;
using Kind = ast::Statement::Kind;

/// The kind of a statement of C++ by its first token.
Kind statement_kind(std::size_t type) {
    switch (type) {
    case LoopParser::IF:
        return Kind::If;
    case LoopParser::SWITCH:
        return Kind::Switch;
    case LoopParser::FOR:
    case LoopParser::WHILE:
    case LoopParser::DO:
        return Kind::Loop;
    case LoopParser::TRY:
        return Kind::Try;
    case LoopParser::RETURN:
        return Kind::Return;
    case LoopParser::BREAK:
        return Kind::Break;
    case LoopParser::CONTINUE:
        return Kind::Continue;
    case LoopParser::OPEN_BRACE:
        return Kind::Block;
    default:
        return Kind::Simple;
    }
}

class TreeReader {
public:
    explicit TreeReader(const Lexed& lexed) : lexed_(lexed) {}

    ast::File read(const Context& file) {
        ast::Statement outside;
        add_inner(file, outside);
        file_.outside = std::move(outside.inner);
        return std::move(file_);
    }

private:
    static bool is_construct(std::size_t type) {
        return type >= LoopParser::LOOP && type <= LoopParser::UNKNOWN;
    }

    /// Any rule that is a statement.
    ast::Statement statement(const Context& context) {
        if (context.children.empty()) return {};
        const antlr4::Token* first = token_of(context.children[0]);
        switch (context.getRuleIndex()) {
        case LoopParser::RuleStatement:
            return labeled(context);
        case LoopParser::RuleControlled:
        case LoopParser::RuleConstruct: // chooses another rule, or is the statement itself
            if (first == nullptr) return statement(static_cast<const Context&>(*context.children[0]));
        }
        ast::Statement result;
        result.kind = first != nullptr ? statement_kind(first->getType()) : Kind::Simple;
        result.range = range_of(context);
        if (first != nullptr && is_construct(first->getType())) head(context, result);
        if (result.kind == Kind::If)
            conditions(context, result);
        else
            add_parts(context, result);
        return result;
    }

    ast::Statement labeled(const Context& context) {
        ast::Statement labels, result;
        for (antlr4::tree::ParseTree* child : context.children) {
            if (token_of(child) != nullptr) continue; // was skipped
            const auto& rule = static_cast<const Context&>(*child);
            if (rule.getRuleIndex() == LoopParser::RuleLabel ||
                rule.getRuleIndex() == LoopParser::RuleAttribute)
                add_inner(rule, labels);
            else
                result = statement(rule);
        }
        result.inner.insert(result.inner.begin(), labels.inner.begin(), labels.inner.end());
        return result;
    }

    /// The head of the construct with which a statement begins.
    void head(const Context& context, ast::Statement& statement) {
        statement.kind = Kind::Construct;
        statement.construct = file_.constructs.size();
        file_.constructs.push_back(read_head(context, lexed_));
    }

    /// `if` with all of its branches.
    void conditions(const Context& context, ast::Statement& whole) {
        ast::Statement* branch = &whole;
        for (antlr4::tree::ParseTree* child : context.children) {
            const antlr4::Token* token = token_of(child);
            if (token == nullptr) {
                add_part(static_cast<const Context&>(*child), *branch);
                branch->range.end =
                    std::max(branch->range.end, range_of(static_cast<const Context&>(*child)).end);
            } else if (token->getType() == LoopParser::ELSE_IF) {
                whole.parts.emplace_back();
                branch = &whole.parts.back();
                branch->kind = Kind::If;
            } else if (token->getType() == LoopParser::IF) {
                branch->range.begin = token->getStartIndex();
            } else if (token->getType() == LoopParser::ELSE) {
                branch = &whole;
                whole.has_else = true;
            }
        }
    }

    void add_parts(const Context& context, ast::Statement& statement) {
        for (antlr4::tree::ParseTree* child : context.children)
            if (const antlr4::Token* token = token_of(child))
                statement.has_else = statement.has_else || token->getType() == LoopParser::ELSE;
            else
                add_part(static_cast<const Context&>(*child), statement);
    }

    void add_part(const Context& context, ast::Statement& statement) {
        switch (context.getRuleIndex()) {
        case LoopParser::RulePrefixed:
            return add_parts(context, statement);
        case LoopParser::RuleStatement:
        case LoopParser::RuleControlled:
        case LoopParser::RuleControl:
        case LoopParser::RuleConstruct:
        case LoopParser::RuleBlock:
            statement.parts.push_back(this->statement(context));
            return;
        case LoopParser::RuleParentheses:
            statement.condition = between(range_of(context));
            add_inner(context, statement);
            return;
        default:
            add_inner(context, statement);
        }
    }

    static Range between(Range parentheses) {
        return {parentheses.begin + 1, std::max(parentheses.end - 1, parentheses.begin + 1)};
    }

    /// Adds the blocks and constructs within a rule.
    void add_inner(const Context& context, ast::Statement& around) {
        switch (context.getRuleIndex()) {
        case LoopParser::RuleBlock:
            around.inner.push_back(statement(context));
            return;
        case LoopParser::RuleHead:
            if (token_of(context.children[0]) == nullptr)
                return add_inner(static_cast<const Context&>(*context.children[0]), around);
            [[fallthrough]];
        case LoopParser::RuleArray:
        case LoopParser::RuleHead_in_statement:
            around.inner.emplace_back();
            around.inner.back().range = range_of(context);
            return head(context, around.inner.back());
        case LoopParser::RuleUnknown_head:
            file_.constructs.push_back(read_head(context, lexed_));
            return;
        case LoopParser::RuleArguments:
        case LoopParser::RuleTransfer_arguments:
            return;
        default:
            for (antlr4::tree::ParseTree* child : context.children)
                if (token_of(child) == nullptr) add_inner(static_cast<const Context&>(*child), around);
        }
    }

    const Lexed& lexed_;
    ast::File file_;
};

} // namespace

ast::File read_tree(antlr4::ParserRuleContext* root, const Lexed& lexed) {
    return TreeReader(lexed).read(*root);
}

} // namespace loop::compiler
