#include "compiler/lex/brackets.h"

#include <utility>
#include <vector>

namespace loop::compiler {

namespace {

/// Matches brackets across `#if` branches. Each branch starts at the depth before the `#if`. After the
/// `#endif`, the depth is that of the first branch that changed it.
class Brackets {
public:
    explicit Brackets(Lexed& lexed) : lexed_(lexed) {}

    void open(std::uint32_t token) {
        const std::size_t braces = open_.empty() ? 0 : open_.back().to_brace;
        open_.push_back({token, kind(token) == '{' ? open_.size() + 1 : braces});
        if (open_.size() > nesting_limit && lexed_.too_deep == Token::unpaired) lexed_.too_deep = token;
    }

    void close(std::uint32_t token, char bracket) {
        const char wanted = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
        const std::size_t depth = wanted == '{' ? to_innermost_brace() : open_.size();
        if (depth == 0 || kind(open_[depth - 1].token) != wanted) {
            if (wanted == '{') lexed_.unpaired_braces.push_back(token);
            return;
        }
        Token& other = lexed_.tokens[open_[depth - 1].token];
        if (depth <= nesting_limit) {
            if (other.partner == Token::unpaired) other.partner = token;
            lexed_.tokens[token].partner = open_[depth - 1].token;
        }
        open_.resize(depth - 1);
    }

    void begin_conditional() {
        // Each branch copies what is open, which would take long beyond the limit; that is an error anyway.
        if (levels_.size() < nesting_limit && open_.size() <= nesting_limit)
            levels_.push_back({open_, {}, false});
        else
            ++ignored_;
    }

    void next_branch() {
        if (ignored_ > 0 || levels_.empty()) return;
        keep_first_change(levels_.back());
        open_ = levels_.back().before;
    }

    void end_conditional() {
        if (ignored_ > 0) {
            --ignored_;
            return;
        }
        if (levels_.empty()) return;
        keep_first_change(levels_.back());
        if (levels_.back().changed) open_ = std::move(levels_.back().after);
        levels_.pop_back();
    }

    std::uint32_t innermost_brace() const {
        const std::size_t depth = to_innermost_brace();
        return depth > 0 ? open_[depth - 1].token : Token::unpaired;
    }

    bool in_conditional() const { return !levels_.empty(); }

    /// Calls `visit(TOKEN)` for each bracket that was never closed.
    template <typename Visit>
    void for_each_open(Visit visit) const {
        for (const Open& bracket : open_)
            visit(bracket.token);
    }

private:
    struct Open {
        std::uint32_t token;
        std::size_t to_brace; ///< how many are open up to the innermost brace, with it; 0: none is open
    };
    struct Level {
        std::vector<Open> before;
        std::vector<Open> after;
        bool changed;
    };

    void keep_first_change(Level& level) {
        if (level.changed || open_.size() == level.before.size()) return;
        level.after = open_;
        level.changed = true;
    }

    std::size_t to_innermost_brace() const { return open_.empty() ? 0 : open_.back().to_brace; }
    char kind(std::uint32_t token) const { return lexed_.text[lexed_.tokens[token].begin]; }

    Lexed& lexed_;
    std::vector<Open> open_;
    std::vector<Level> levels_;
    std::size_t ignored_ = 0;
};

/// The brackets in the arguments of a construct. Any closing bracket ends the innermost open one.
class ArgumentBrackets {
public:
    explicit ArgumentBrackets(Lexed& lexed) : lexed_(lexed) {}

    /// `open`: the `(` behind the construct.
    ArgumentList list(std::uint32_t open) {
        std::vector<std::uint32_t> inner{open};
        for (std::uint32_t at = open + 1; at < lexed_.tokens.size(); ++at) {
            const char c = lexed_.bracket(at);
            const bool closes = c == ')' || (inner.size() > 1 && (c == ']' || c == '}'));
            if (c == '(' || c == '[' || c == '{') inner.push_back(at);
            if (inner.size() == 1 && c == ';') return {open, at, false};
            if (!closes) continue;
            if (inner.size() <= nesting_limit) pair(inner.back(), at);
            inner.pop_back();
            if (inner.empty()) return {open, at, true};
        }
        return {open, static_cast<std::uint32_t>(lexed_.tokens.size()), false};
    }

private:
    void pair(std::uint32_t open, std::uint32_t close) {
        lexed_.tokens[open].partner = close;
        lexed_.tokens[close].partner = open;
    }

    Lexed& lexed_;
};

class BracketPass {
public:
    explicit BracketPass(Lexed& lexed) : lexed_(lexed), brackets_(lexed), in_arguments_(lexed) {}

    void run() {
        const auto size = static_cast<std::uint32_t>(lexed_.tokens.size());
        std::uint32_t arguments_end = 0;
        for (std::uint32_t at = 0; at < size; ++at) {
            conditional_lines_before(lexed_.tokens[at].begin);
            lexed_.tokens[at].block = brackets_.innermost_brace();
            if (at < arguments_end) continue;
            if (begins_arguments(at)) {
                lexed_.argument_lists.push_back(in_arguments_.list(at));
                arguments_end = lexed_.argument_lists.back().end + 1;
            } else {
                bracket(at);
            }
        }
        conditional_lines_before(lexed_.text.size());
        brackets_.for_each_open([&](std::uint32_t open) {
            if (lexed_.bracket(open) == '{') lexed_.unpaired_braces.push_back(open);
        });
    }

private:
    bool begins_arguments(std::uint32_t at) const {
        return at > 0 && lexed_.tokens[at - 1].kind == Token::Kind::Construct && lexed_.is(at, "(");
    }

    void bracket(std::uint32_t token) {
        const char c = lexed_.bracket(token);
        if (c == '(' || c == '[' || c == '{') brackets_.open(token);
        if (c == ')' || c == ']' || c == '}') brackets_.close(token, c);
    }

    void conditional_lines_before(std::size_t offset) {
        for (;
             line_ < lexed_.conditional_lines.size() && lexed_.conditional_lines[line_].range.begin < offset;
             ++line_)
            conditional(lexed_.conditional_lines[line_]);
    }

    void conditional(const ConditionalLine& line) {
        switch (line.kind) {
        case ConditionalLine::Kind::Begin:
            if (!brackets_.in_conditional()) conditional_begin_ = line.range.begin;
            brackets_.begin_conditional();
            break;
        case ConditionalLine::Kind::Next:
            brackets_.next_branch();
            break;
        case ConditionalLine::Kind::End:
            if (!brackets_.in_conditional()) break;
            brackets_.end_conditional();
            if (!brackets_.in_conditional())
                lexed_.conditionals.push_back({conditional_begin_, line.range.end});
            break;
        }
    }

    Lexed& lexed_;
    Brackets brackets_;
    ArgumentBrackets in_arguments_;
    std::size_t line_ = 0; ///< the next conditional line
    std::size_t conditional_begin_ = 0;
};

} // namespace

void match_brackets(Lexed& lexed) {
    BracketPass(lexed).run();
}

} // namespace loop::compiler
