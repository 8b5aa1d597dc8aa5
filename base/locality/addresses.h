#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Parses streams of addresses in the formats of their files. No side effects: bytes in, accesses out.
namespace loop::locality {

enum class AddressFormat {
    Text, ///< one per line, decimal or 0x hexadecimal, optionally with the access size in bytes; `#`: comment
    Binary,       ///< 8 bytes each, little endian
    Lackey,       ///< the output of `valgrind --tool=lackey --trace-mem=yes`; instructions are skipped
    MarkedLackey, ///< the same of a program that marks its trace (program.h)
};

enum class AccessKind {
    Any, ///< the format does not say
    Load,
    Store,
    Modify,
    Mark ///< no access: from here on, the program reads this memory; size 0: it does not any more
};

/// An access reads or writes `size` bytes, at least one, beginning at byte address `address`.
struct Access {
    std::uint64_t address;
    std::uint64_t size;
    AccessKind kind = AccessKind::Any;
};

/// A mark as a program prints it into its trace, with valgrind's VALGRIND_PRINTF: this word, the address in
/// hexadecimal, and the size in bytes.
constexpr std::string_view mark_word = "LOOP-reads";
constexpr std::uint64_t max_access_bytes = 1 << 20;

/// Malformed input; the message says where, what was expected, and what was found.
class AddressError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Parses a file piece by piece; pieces may end anywhere.
class AddressParser {
public:
    explicit AddressParser(AddressFormat format) : format_(format) {}

    /// Returns the accesses of the next piece, valid until the next call. Throws AddressError.
    const std::vector<Access>& take(std::string_view piece);
    /// Returns the accesses of a last line without a line end. Throws AddressError if the file ends within an
    /// address.
    const std::vector<Access>& finish();

private:
    void take_text(std::string_view piece);
    void take_binary(std::string_view piece);
    void take_line(std::string_view line);
    void take_text_line(std::string_view line);
    void take_lackey_line(std::string_view line);
    void take_message(std::string_view line);
    void add(std::uint64_t address, std::uint64_t size, std::string_view line,
             AccessKind kind = AccessKind::Any);
    [[noreturn]] void fail(const std::string& what, std::string_view line) const;

    AddressFormat format_;
    std::string rest_; // the incomplete end of the previous piece
    std::uint64_t line_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<Access> accesses_;
};

} // namespace loop::locality
