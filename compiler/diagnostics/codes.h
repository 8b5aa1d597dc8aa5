#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The codes of all diagnostics, each with what `loop explain CODE` says.
namespace loop::compiler {

struct CodeInfo {
    std::string_view code;
    std::string_view summary;
    std::string_view details;
    std::string_view wrong;
    std::string_view right;
};

const std::vector<CodeInfo>& code_table();
const CodeInfo* find_code(std::string_view code);
std::string code_page(const CodeInfo& code);

} // namespace loop::compiler
