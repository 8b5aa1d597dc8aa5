#include "lsp/document.h"

#include "base/text/strings.h"
#include "lsp/positions.h"

#include <algorithm>
#include <charconv>

namespace loop::lsp {

Document::Document(std::string uri, std::string text, std::optional<std::int64_t> version)
    : uri_(std::move(uri)), version_(version), source_(path_of(uri_), std::move(text)) {}

const compiler::Analysis& Document::analysis() const {
    if (!analysis_) analysis_ = std::make_shared<const compiler::Analysis>(source_);
    return *analysis_;
}

const std::vector<compiler::Symbol>& Document::symbols() const {
    if (!symbols_)
        symbols_ = std::make_shared<const std::vector<compiler::Symbol>>(compiler::symbols_of(analysis()));
    return *symbols_;
}

Document Document::changed(const Json& changes, std::optional<std::int64_t> version) const {
    std::string text(source_.text());
    for (const Json& change : changes) {
        std::string replacement = change.at("text").get<std::string>();
        const Json& range = change["range"];
        if (range.is_null()) {
            text = std::move(replacement);
            continue;
        }
        const compiler::Source before(source_.name(), text);
        const std::size_t begin = offset_of(before, range.at("start"));
        const std::size_t end = std::max(begin, offset_of(before, range.at("end")));
        text.replace(begin, end - begin, replacement);
    }
    return {uri_, std::move(text), version};
}

std::string path_of(const std::string& uri) {
    constexpr std::string_view scheme = "file://";
    if (uri.compare(0, scheme.size(), scheme) != 0) return uri;
    std::string path;
    for (std::size_t at = scheme.size(); at < uri.size(); ++at) {
        unsigned code = 0;
        const char* const digits = uri.data() + at + 1;
        const bool escaped = uri[at] == '%' && at + 2 < uri.size() &&
                             std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
        path += escaped ? static_cast<char>(code) : uri[at];
        at += escaped ? 2 : 0;
    }
    return path;
}

} // namespace loop::lsp
