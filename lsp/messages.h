#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The base protocol: messages of JSON text, each with a header that says its length.
namespace loop::lsp {

/// A message with its header.
std::string framed(std::string_view text);

/// Takes bytes as they arrive, and gives messages.
class MessageReader {
public:
    void add(std::string_view bytes) { buffer_ += bytes; }
    /// The next complete message, or nullopt. Headers without a valid length are skipped.
    std::optional<std::string> next();
    /// A header announces more than `longest_message` bytes: the stream cannot be read any further.
    bool is_broken() const { return broken_; }

    static constexpr std::size_t longest_message = std::size_t{256} << 20;

private:
    std::string buffer_;
    bool broken_ = false;
};

} // namespace loop::lsp
