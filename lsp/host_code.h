#pragma once

#include "compiler/compiler.h"
#include "lsp/document.h"

#include <optional>
#include <string>

namespace loop::lsp {

/// The C++ of a document's program, for a server that knows C++. Host code is in it byte for byte, at other
/// columns and lines.
class HostView {
public:
    /// nullopt if the program has mistakes: there is no C++ then.
    static std::optional<HostView> of(const Document& document);

    const std::string& uri() const { return uri_; }
    const std::string& text() const { return text_; }

    /// The place in the C++, if host code is at the offset of the document (or directly behind it).
    std::optional<Json> position(std::size_t offset) const;

    /// What the other server answers, about the document: ranges in the C++ become ranges in the document.
    /// Items whose range is not host code are left out.
    Json hover(const Json& answer) const;
    Json locations(const Json& answer) const;
    Json completion(const Json& answer) const;

private:
    explicit HostView(const Document& document, compiler::MappedCxx cxx);

    std::optional<Json> range_in_document(const Json& range) const;
    std::optional<Json> edit_in_document(const Json& edit) const;

    compiler::Source document_;
    std::string document_uri_;
    std::string uri_;
    std::string text_;
    std::vector<compiler::KeptText> kept_;
    compiler::Source cxx_;
};

} // namespace loop::lsp
