#include "compiler/service/analysis.h"

#include "compiler/check/check.h"
#include "compiler/lex/cxx_lexer.h"
#include "compiler/parse/lexer.h"
#include "compiler/parse/parse.h"

#include <algorithm>

namespace loop::compiler {

namespace {

/// Whether `.`, `->`, or `::` is before the offset.
bool follows_member_access(std::string_view text, std::size_t offset) {
    const std::size_t last = text.find_last_not_of(" \t\r\n", offset == 0 ? 0 : offset - 1);
    if (offset == 0 || last == std::string_view::npos) return false;
    if (text[last] == '.') return last == 0 || text[last - 1] != '.';
    const std::string_view two = last == 0 ? "" : text.substr(last - 1, 2);
    return two == "->" || two == "::";
}

/// Whether `->` before the word is the arrow of a function of the rank, not that of a pointer.
bool is_after_arrow(std::string_view text, std::size_t offset, Range argument_list) {
    const std::size_t last = text.find_last_not_of(" \t\r\n", offset - 1);
    return argument_list.begin < offset && offset < argument_list.end && last != std::string_view::npos &&
           last > 0 && text.substr(last - 1, 2) == "->";
}

/// Finds the words of host code, of arguments, and the names that constructs declare.
class WordFinder {
public:
    using Words = std::unordered_map<std::string_view, std::vector<Range>>;

    WordFinder(const Source& source, const HostCode& host, const std::vector<Construct>& constructs)
        : source_(source), host_(host), constructs_(constructs) {}

    Words find() {
        for (std::size_t token = 0; token < host_.tokens.size(); ++token) {
            if (host_.is_name(token) && !follows_member_access(source_.text(), host_.tokens[token].begin))
                add(host_.range(token));
            if (host_.tokens[token].kind == Token::Kind::Construct)
                add_head(constructs_[host_.tokens[token].partner]);
        }
        for (auto& [word, ranges] : words_) // arguments are in the order of the construct's parameters
            std::sort(ranges.begin(), ranges.end(), [](Range a, Range b) { return a.begin < b.begin; });
        return std::move(words_);
    }

private:
    void add(Range range) { words_[source_.text(range)].push_back(range); }

    void add_head(const Construct& construct) {
        for (const std::optional<Range>& argument : construct.arguments)
            if (argument) add_words_of(*argument);
        for (const Array& array : construct.arrays)
            add(array.at);
        if (construct.iterator) add(*construct.iterator);
    }

    void add_words_of(Range code) {
        const std::string_view all = source_.text();
        for (std::size_t at = code.begin; (at = cxx::skip_blank(all, at)) < code.end;) {
            const std::size_t end = std::max(cxx::skip_piece(all, at), at + 1);
            const bool is_word = cxx::word_start(all[at]) && all[end - 1] != '"';
            if (is_word && (!follows_member_access(all, at) || is_after_arrow(all, at, code))) add({at, end});
            at = end;
        }
    }

    const Source& source_;
    const HostCode& host_;
    const std::vector<Construct>& constructs_;
    Words words_;
};

} // namespace

Analysis::Analysis(Source text) : source(std::move(text)) {
    Lexed lexed = lex(source);
    file = parse(lexed);
    CheckedFile checked = check(file, std::move(lexed), source, diagnostics);
    constructs = std::move(checked.program.constructs);
    host_ = std::move(checked.host);
    tree_ = std::move(checked.tree);
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
    if (!words_) words_ = WordFinder(source, host_, constructs).find();
    const auto found = words_->find(word);
    return found == words_->end() ? none_found : found->second;
}

} // namespace loop::compiler
