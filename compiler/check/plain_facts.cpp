#include "compiler/check/checks.h"
#include "compiler/check/values.h"
#include "compiler/lex/cxx_lexer.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace loop::compiler {

namespace {

std::optional<MainFunction> find_main(const CheckContext& context) {
    const HostCode& host = context.host;
    for (const Function& function : context.tree.functions) {
        if (function.name != "main" || host.block_of(function.header_first) != Token::unpaired) continue;
        std::uint32_t open = function.header_first;
        while (open < host.tokens.size() && !(host.is(open, "(") && open > 0 && host.is(open - 1, "main")))
            ++open;
        if (open >= host.tokens.size() || host.tokens[open].partner == Token::unpaired) continue;
        const std::uint32_t close = host.tokens[open].partner;
        std::uint32_t brace = close;
        while (brace < host.tokens.size() && !host.is(brace, "{"))
            ++brace;
        if (brace >= host.tokens.size()) continue;
        MainFunction main;
        main.parameters = {host.tokens[open].end, host.tokens[close].begin};
        for (const std::uint32_t name : parameter_names(host, context.tree, function))
            main.names.emplace_back(name != Token::unpaired && host.is_name(name) ? host.word(name) : "");
        main.body = host.tokens[brace].end;
        return main;
    }
    return std::nullopt;
}

/// Reads all code, also the arguments of constructs, piece by piece.
class NameReader {
public:
    explicit NameReader(std::string_view text) : text_(text) {}

    std::vector<LibraryName> read() {
        for (std::size_t at = 0; (at = cxx::skip_blank(text_, at)) < text_.size();) {
            const std::size_t end = std::max(cxx::skip_piece(text_, at), at + 1);
            see(text_.substr(at, end - at), at);
            at = end;
        }
        return std::move(names_);
    }

private:
    void see(std::string_view piece, std::size_t at) {
        if (piece == "(" && is_free_) add(std::string(last_), at - last_.size());
        const bool word = cxx::word_start(piece[0]) && cxx::skip_word(piece, 0) == piece.size();
        const bool qualified = before_last_ == "loop" && last_ == "::";
        if (word && qualified) add("loop::" + std::string(piece), at);
        is_free_ = word && last_ != "." && last_ != "->" && last_ != "::";
        // The pieces are single characters, so `::` and `->` arrive in two parts.
        if (piece == ":" && last_ == ":") {
            last_ = "::";
        } else if (piece == ">" && last_ == "-") {
            last_ = "->";
        } else {
            before_last_ = std::exchange(last_, piece);
        }
    }

    void add(const std::string& name, std::size_t at) {
        if (seen_.insert(name).second) names_.push_back({name, {at, at + name.size()}});
    }

    std::string_view text_;
    std::string_view last_, before_last_; ///< pieces
    bool is_free_ = false;                ///< the last piece is a word that is no member and has no `::`
    std::unordered_set<std::string> seen_;
    std::vector<LibraryName> names_;
};

std::vector<Range> library_includes(const CheckContext& context) {
    std::vector<Range> lines;
    for (const Include& include : context.host.includes) {
        if (include.file != "LOOP.h" && include.file.substr(0, 5) != "loop/") continue;
        const int line = context.source.position(include.range.begin).line;
        const std::size_t begin = context.source.line_start(line);
        lines.push_back(
            {begin, std::min(context.source.text().find('\n', begin) + 1, context.source.text().size())});
    }
    return lines;
}

} // namespace

PlainFacts find_plain_facts(const CheckContext& context) {
    return {find_main(context), NameReader(context.source.text()).read(), library_includes(context),
            needs_early_parameters(context), has_own_header(context.host)};
}

} // namespace loop::compiler
