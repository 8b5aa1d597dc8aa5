#pragma once

#include "lsp/document.h"

/// What the server answers about a document: pure functions from the compiler's facts to the protocol's JSON.
namespace loop::lsp {

Json diagnostics(const Document& document);
Json hover(const Document& document, std::size_t offset);
Json completion(const Document& document, std::size_t offset);
Json signature_help(const Document& document, std::size_t offset);
Json definition(const Document& document, std::size_t offset);
Json references(const Document& document, std::size_t offset, bool with_declaration);
Json highlights(const Document& document, std::size_t offset);
Json prepare_rename(const Document& document, std::size_t offset);
/// Throws RequestError with the reason if the name cannot be changed.
Json rename(const Document& document, std::size_t offset, const std::string& new_name);
/// Quick fixes of the problems in a range.
Json code_actions(const Document& document, compiler::Range range);
Json document_symbols(const Document& document);
Json folding_ranges(const Document& document);
Json semantic_tokens(const Document& document);
Json inlay_hints(const Document& document, compiler::Range range);
/// Throws RequestError if the program has mistakes.
Json formatting(const Document& document);

/// The words of the legend of semantic tokens, in the order of ColoredWord::Kind.
Json token_types();

/// An answer that says why there is none.
struct RequestError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace loop::lsp
