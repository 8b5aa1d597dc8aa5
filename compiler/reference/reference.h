#pragma once

#include <string_view>
#include <vector>

/// docs/language.md, compiled in: a page for each construct and each diagnostic code.
namespace loop::compiler {

struct Page {
    std::string_view subject; ///< `\EXCHANGE` or `unknown-construct`
    std::string_view text;
};

/// Constructs first, then codes.
const std::vector<Page>& reference_pages();

/// Returns the page of a subject; empty if there is none.
std::string_view page_of(std::string_view subject);
/// `construct`: without its backslash.
std::string_view page_of_construct(std::string_view construct);

} // namespace loop::compiler
