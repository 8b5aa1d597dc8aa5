#include "report/viewer/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace loop::report {

std::string gzip(const std::string& bytes) {
    constexpr int level = 6, gzip_window = 15 + 16, memory = 9;
    z_stream stream{};
    if (deflateInit2(&stream, level, Z_DEFLATED, gzip_window, memory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string result;
    std::string buffer(std::size_t{1} << 18, '\0');
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    std::size_t at = 0;
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        const std::size_t piece = std::min(bytes.size() - at, most);
        // zlib's interface lacks const.
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + at));
        stream.avail_in = static_cast<uInt>(piece);
        do {
            stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
            stream.avail_out = static_cast<uInt>(buffer.size());
            status = deflate(&stream, at + piece == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
            result.append(buffer.data(), buffer.size() - stream.avail_out);
        } while (stream.avail_out == 0);
        at += piece;
    }
    deflateEnd(&stream);
    return result;
}

} // namespace loop::report
