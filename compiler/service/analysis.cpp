#include "compiler/service/analysis.h"

#include "compiler/check/check.h"
#include "compiler/parse/lexer.h"
#include "compiler/parse/parse.h"

#include <algorithm>

namespace loop::compiler {

namespace {

/// Finds the words of host code, of arguments, and the names that constructs declare.
class WordFinder {
public:
    using Words = std::unordered_map<std::string_view, std::vector<Range>>;

    explicit WordFinder(const Analysis& analysis) : analysis_(analysis), host_(analysis.host()) {}

    Words find() {
        const Code code(host_);
        for (std::size_t token = 0; token < host_.tokens.size(); ++token) {
            if (host_.is_name(token) && !follows_access(code, token)) add(host_.range(token));
            if (host_.tokens[token].kind == Token::Kind::Construct)
                add_head(analysis_.constructs[host_.tokens[token].partner]);
        }
        for (auto& [word, ranges] : words_) // arguments are in the order of the construct's parameters
            std::sort(ranges.begin(), ranges.end(), [](Range a, Range b) { return a.begin < b.begin; });
        return std::move(words_);
    }

private:
    void add(Range range) { words_[analysis_.text(range)].push_back(range); }

    void add_head(const Construct& construct) {
        for (const std::optional<Range>& argument : construct.arguments)
            if (argument) add_words_of(analysis_.code(*argument));
        for (const Array& array : construct.arrays)
            add(array.at);
        if (construct.iterator) add(*construct.iterator);
    }

    /// An arrow before a word may be that of a function of the rank.
    void add_words_of(const Code& code) {
        for (std::size_t at = 0; at < code.size(); ++at)
            if (code.is_word(at) && (!follows_access(code, at) || code.is(at - 1, "->"))) add(code.range(at));
    }

    const Analysis& analysis_;
    const HostCode& host_;
    Words words_;
};

} // namespace

Analysis::Analysis(Source text) : source(std::move(text)) {
    Lexed lexed = lex(source);
    file = parse(lexed);
    CheckedFile checked = check(file, std::move(lexed), source, diagnostics);
    constructs = std::move(checked.program.constructs);
    tokens_ = std::move(checked.program.tokens);
    host_ = std::move(checked.host);
    tree_ = std::move(checked.tree);
}

std::size_t Analysis::begin_of_next(std::size_t offset) const {
    const std::size_t token = tokens_.token_at(offset);
    return token < tokens_.tokens.size() ? tokens_.range(token).begin : source.text().size();
}

const ast::Construct* Analysis::seen_at(std::size_t offset) const {
    const auto behind =
        std::upper_bound(file.constructs.begin(), file.constructs.end(), offset,
                         [](std::size_t at, const ast::Construct& c) { return at < c.name.begin; });
    if (behind == file.constructs.begin()) return nullptr;
    const ast::Construct& seen = *std::prev(behind);
    const std::size_t end = seen.has_arguments ? seen.arguments.end : seen.name.end;
    return offset <= end || (seen.has_arguments && !seen.arguments_closed) ? &seen : nullptr;
}

const Construct* Analysis::construct_at(std::size_t begin) const {
    const auto found = std::lower_bound(constructs.begin(), constructs.end(), begin,
                                        [](const Construct& c, std::size_t at) { return c.name.begin < at; });
    return found != constructs.end() && found->name.begin == begin ? &*found : nullptr;
}

const std::vector<Range>& Analysis::occurrences(std::string_view word) const {
    static const std::vector<Range> none_found;
    if (!words_) words_ = WordFinder(*this).find();
    const auto found = words_->find(word);
    return found == words_->end() ? none_found : found->second;
}

} // namespace loop::compiler
