#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Streams of addresses as files hold them. Pure: bytes in, accesses out.
namespace loop::locality {

enum class AddressFormat {
    Text,   ///< one a line, decimal or 0x hexadecimal, perhaps with the bytes of the access after it; `#`:
            ///< remark
    Binary, ///< 8 bytes each, little endian
    Lackey, ///< what `valgrind --tool=lackey --trace-mem=yes` writes; instructions are passed over
};

/// Addresses are of bytes. An access reads or writes `size` bytes from `address` on, at least one.
struct Access {
    std::uint64_t address;
    std::uint64_t size;
};
constexpr std::uint64_t max_access_bytes = 1 << 20;

/// What cannot be an address: where, what was seen, what to do.
class AddressError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Takes a file piece by piece, however it is cut.
class AddressParser {
public:
    explicit AddressParser(AddressFormat format) : format_(format) {}

    /// The accesses of the next piece; valid until the next call. AddressError.
    const std::vector<Access>& take(std::string_view piece);
    /// What a last line without an end holds. AddressError where the file ends within an address.
    const std::vector<Access>& finish();

private:
    void take_text(std::string_view piece);
    void take_binary(std::string_view piece);
    void take_line(std::string_view line);
    void take_text_line(std::string_view line);
    void take_lackey_line(std::string_view line);
    void add(std::uint64_t address, std::uint64_t size, std::string_view line);
    [[noreturn]] void fail(const std::string& what, std::string_view line) const;

    AddressFormat format_;
    std::string rest_; // of the piece before, without an end
    std::uint64_t line_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<Access> accesses_;
};

} // namespace loop::locality
