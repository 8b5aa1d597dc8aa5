#include "compiler/emit/literals.h"

#include <fmt/format.h>

namespace loop::compiler {

std::string literal_of(std::string_view text) {
    std::string literal = "\"";
    for (char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            literal += {'\\', c};
        else if (c == '\n')
            literal += "\\n";
        else if (byte < 0x20 || byte == 0x7f || c == '?')
            literal += fmt::format("\\{:03o}", byte);
        else
            literal += c;
    }
    return literal + '"';
}

} // namespace loop::compiler
