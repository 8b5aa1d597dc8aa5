#include "trace/export/otf2_errors.h"

#include <array>
#include <cstdio>

namespace loop::report {

namespace {

std::string& first_words() {
    static std::string words;
    return words;
}

OTF2_ErrorCode keep_words(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                          const char* format, va_list arguments) {
    if (code == OTF2_SUCCESS || !first_words().empty()) return code;
    std::array<char, 500> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    const std::string description = OTF2_Error_GetDescription(code);
    first_words() = text[0] == '\0' ? description : description + ": " + text.data();
    return code;
}

} // namespace

Otf2Quiet::Otf2Quiet() : before_(OTF2_Error_RegisterCallback(keep_words, nullptr)) {
    first_words().clear();
}

Otf2Quiet::~Otf2Quiet() {
    OTF2_Error_RegisterCallback(before_, nullptr);
}

std::string otf2_reason(OTF2_ErrorCode code) {
    return ": " + (first_words().empty() ? std::string(OTF2_Error_GetDescription(code)) : first_words());
}

void require_otf2(OTF2_ErrorCode code, const char* what) {
    if (code != OTF2_SUCCESS) throw ExportError(what + otf2_reason(code));
}

} // namespace loop::report
