#include "compiler/check/checks.h"
#include "compiler/check/values.h"
#include "compiler/parse/lexer.h"

#include <algorithm>
#include <unordered_set>

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

/// Reads all code, also the arguments of constructs and preprocessor directives.
class NameReader {
public:
    explicit NameReader(const Code& code) : code_(code) {}

    std::vector<LibraryName> read() {
        for (std::size_t at = 0; at < code_.size(); ++at) {
            if (!code_.is_word(at)) continue;
            if (at > 1 && code_.is(at - 1, "::") && code_.is(at - 2, "loop"))
                add("loop::" + std::string(code_.word(at)), at);
            if (code_.is(at + 1, "(") && !follows_access(code_, at)) add(std::string(code_.word(at)), at);
        }
        return std::move(names_);
    }

private:
    void add(const std::string& name, std::size_t token) {
        if (seen_.insert(name).second) names_.push_back({name, code_.range(token)});
    }

    Code code_;
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
    const Lexed all = lex_code(context.source.text());
    return {find_main(context), NameReader(Code(all)).read(), library_includes(context),
            needs_early_parameters(context)};
}

} // namespace loop::compiler
