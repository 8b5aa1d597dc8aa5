#include "base/locality/addresses.h"

#include "base/locality/scan.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::locality {
namespace {

constexpr std::size_t max_line_bytes = 4096;

std::uint64_t little_endian(const char* bytes) {
    std::uint64_t value = 0;
    for (int k = 7; k >= 0; --k)
        value = value << 8 | static_cast<unsigned char>(bytes[k]);
    return value;
}

} // namespace

void AddressParser::fail(const std::string& what, std::string_view line) const {
    throw AddressError(fmt::format("line {}: {}, found `{}`", line_, what, beginning(line)));
}

void AddressParser::add(std::uint64_t address, std::uint64_t size, std::string_view line, AccessKind kind) {
    if (size < 1 || size > max_access_bytes)
        fail(fmt::format("expected a size of 1 to {} bytes", max_access_bytes), line);
    if (address + (size - 1) < address) fail("expected an access that ends within 64 bits", line);
    accesses_.push_back({address, size, kind});
}

void AddressParser::take_text_line(std::string_view line) {
    std::string_view text = line;
    skip_blanks(text);
    if (text.empty() || text.front() == '#') return;
    std::uint64_t address = 0;
    std::uint64_t size = 1;
    if (!take_prefixed_number(text, address)) fail("expected an address, decimal or 0x hexadecimal", line);
    const bool is_separated = !text.empty() && (is_blank(text.front()) || text.front() == ',');
    skip_blanks(text);
    if (!text.empty() && text.front() == ',') text.remove_prefix(1);
    skip_blanks(text);
    if (!text.empty()) {
        if (!is_separated || !take_prefixed_number(text, size))
            fail("expected an address, or an address and a size", line);
        skip_blanks(text);
        if (!text.empty()) fail("expected an address, or an address and a size", line);
    }
    add(address, size, line);
}

// "**17** LOOP-reads 4a5880 8000": the program printed a mark. It may print other lines, too.
void AddressParser::take_message(std::string_view line) {
    const std::size_t word = line.find(mark_word);
    if (format_ != AddressFormat::MarkedLackey || word == std::string_view::npos) return;
    std::string_view text = line.substr(word + mark_word.size());
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    skip_blanks(text);
    const bool has_address = take_number(text, 16, address);
    skip_blanks(text);
    if (!has_address || !take_number(text, 10, size))
        fail("expected an address and a size after the mark", line);
    accesses_.push_back({address, size, AccessKind::Mark});
}

// " L 1ffeffe7e,8": a load; S: a store; M: both; I: an instruction. Valgrind's own messages begin with == or
// --, those of the program with **.
void AddressParser::take_lackey_line(std::string_view line) {
    if (line.substr(0, 2) == "==" || line.substr(0, 2) == "--") return;
    if (line.substr(0, 2) == "**") return take_message(line);
    std::string_view text = line;
    skip_blanks(text);
    if (text.empty() || text.front() == 'I') return;
    const char kind = text.front();
    text.remove_prefix(1);
    skip_blanks(text);
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    bool is_access = (kind == 'L' || kind == 'S' || kind == 'M') && take_number(text, 16, address);
    is_access = is_access && !text.empty() && text.front() == ',';
    if (is_access) text.remove_prefix(1);
    is_access = is_access && take_number(text, 10, size);
    skip_blanks(text);
    if (!is_access || !text.empty()) fail("expected an access as lackey writes it, ` L 1ffe7e,8`", line);
    add(address, size, line,
        kind == 'L'   ? AccessKind::Load
        : kind == 'S' ? AccessKind::Store
                      : AccessKind::Modify);
}

void AddressParser::take_line(std::string_view line) {
    ++line_;
    if (line.size() > max_line_bytes) fail("expected a line of at most 4096 bytes", line);
    if (format_ == AddressFormat::Lackey || format_ == AddressFormat::MarkedLackey)
        return take_lackey_line(line);
    take_text_line(line);
}

void AddressParser::take_text(std::string_view piece) {
    while (!piece.empty()) {
        const std::size_t end = piece.find('\n');
        const bool is_whole = end != std::string_view::npos;
        if (!is_whole || !rest_.empty()) rest_.append(piece.substr(0, end));
        if (!is_whole && rest_.size() <= max_line_bytes) return;
        take_line(rest_.empty() ? piece.substr(0, end) : rest_);
        rest_.clear();
        piece.remove_prefix(end + 1);
    }
}

void AddressParser::take_binary(std::string_view piece) {
    bytes_ += piece.size();
    if (!rest_.empty()) {
        const std::size_t missing = 8 - rest_.size();
        rest_.append(piece.substr(0, missing));
        piece.remove_prefix(std::min(missing, piece.size()));
        if (rest_.size() < 8) return;
        accesses_.push_back({little_endian(rest_.data()), 1});
        rest_.clear();
    }
    for (; piece.size() >= 8; piece.remove_prefix(8))
        accesses_.push_back({little_endian(piece.data()), 1});
    rest_ = piece;
}

const std::vector<Access>& AddressParser::take(std::string_view piece) {
    accesses_.clear();
    if (format_ == AddressFormat::Binary) {
        take_binary(piece);
    } else {
        take_text(piece);
    }
    return accesses_;
}

const std::vector<Access>& AddressParser::finish() {
    accesses_.clear();
    if (rest_.empty()) return accesses_;
    if (format_ == AddressFormat::Binary)
        throw AddressError(
            fmt::format("expected 8 bytes per address; {} bytes are {} too many", bytes_, rest_.size()));
    take_line(rest_);
    rest_.clear();
    return accesses_;
}

} // namespace loop::locality
