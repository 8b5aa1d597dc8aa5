#include "lsp/messages.h"

#include "base/text/strings.h"

#include <algorithm>
#include <cctype>

namespace loop::lsp {

namespace {

/// The length that a header gives.
std::optional<std::size_t> length_in(std::string_view header) {
    constexpr std::string_view name = "content-length:";
    std::string lower(header);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::size_t at = lower.find(name);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + name.size();
    return number_in<std::size_t>(
        trimmed(std::string_view(lower).substr(begin, lower.find('\r', begin) - begin)));
}

} // namespace

std::string framed(std::string_view text) {
    return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + std::string(text);
}

std::optional<std::string> MessageReader::next() {
    constexpr std::string_view end_of_header = "\r\n\r\n";
    for (std::size_t end; !broken_ && (end = buffer_.find(end_of_header)) != std::string::npos;) {
        const std::optional<std::size_t> length = length_in(std::string_view(buffer_).substr(0, end));
        const std::size_t begin = end + end_of_header.size();
        if (length && *length > longest_message) broken_ = true;
        if (length && (broken_ || buffer_.size() - begin < *length)) return std::nullopt;
        std::string message = length ? buffer_.substr(begin, *length) : std::string();
        buffer_.erase(0, begin + message.size());
        if (length) return message;
    }
    broken_ = broken_ || buffer_.size() > longest_message;
    return std::nullopt;
}

} // namespace loop::lsp
