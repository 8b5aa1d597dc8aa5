#pragma once

#include "base/text/json.h"
#include "compiler/service/symbols.h"

#include <memory>
#include <optional>
#include <string>

namespace loop::lsp {

/// One version of an open file. What the compiler knows of it is computed when it is first needed.
class Document {
public:
    Document(std::string uri, std::string text, std::optional<std::int64_t> version);

    const std::string& uri() const { return uri_; }
    std::optional<std::int64_t> version() const { return version_; }
    const compiler::Source& source() const { return source_; }

    const compiler::Analysis& analysis() const;
    const std::vector<compiler::Symbol>& symbols() const;

    /// The document after the changes of `textDocument/didChange`. Throws Json::Error if they are malformed.
    Document changed(const Json& changes, std::optional<std::int64_t> version) const;

private:
    std::string uri_;
    std::optional<std::int64_t> version_;
    compiler::Source source_;
    mutable std::shared_ptr<const compiler::Analysis> analysis_;
    mutable std::shared_ptr<const std::vector<compiler::Symbol>> symbols_;
};

/// The path of a `file:` URI; other URIs as they are.
std::string path_of(const std::string& uri);

} // namespace loop::lsp
