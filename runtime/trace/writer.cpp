#include "trace/writer.h"

#include "session/simulation.h"
#include "trace/call_counts.h"
#include "trace/format/encoding.h"
#include "trace/sites.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace loop::runtime::trace {
namespace {

constexpr std::size_t sample_room = 96;

// A buffered writer; after the first error it does nothing. One per process, as a signal stack is small.
class Out {
public:
    void open(const char* path) {
        size_ = 0;
        written_ = 0;
        error_ = 0;
        file_ = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (file_ < 0) error_ = errno;
    }
    void bytes(const void* data, std::size_t count) {
        const char* from = static_cast<const char*>(data);
        while (count > 0) {
            if (size_ == sizeof buffer_) flush();
            const std::size_t part = count < sizeof buffer_ - size_ ? count : sizeof buffer_ - size_;
            std::memcpy(buffer_ + size_, from, part);
            size_ += part;
            from += part;
            count -= part;
        }
    }
    Out& text(const char* text) {
        bytes(text, std::strlen(text));
        return *this;
    }
    Out& number(std::int64_t value) {
        char digits[24];
        char* first = digits + sizeof digits;
        std::uint64_t rest =
            value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
        do {
            *--first = static_cast<char>('0' + rest % 10);
        } while ((rest /= 10) > 0);
        if (value < 0) *--first = '-';
        bytes(first, static_cast<std::size_t>(digits + sizeof digits - first));
        return *this;
    }
    std::uint64_t position() const { return written_ + size_; }
    int error() const { return error_; }

    int close(bool hurry) {
        flush();
        if (file_ < 0) return error_;
        if (error_ == 0 && !hurry && !is_simulated && fsync(file_) != 0) error_ = errno;
        if (::close(file_) != 0 && error_ == 0) error_ = errno;
        file_ = -1;
        return error_;
    }

private:
    void flush() {
        std::size_t done = 0;
        while (error_ == 0 && done < size_) {
            const ssize_t count = ::write(file_, buffer_ + done, size_ - done);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) error_ = count < 0 ? errno : EIO;
            if (count > 0) done += static_cast<std::size_t>(count);
        }
        written_ += size_;
        size_ = 0;
    }

    int file_ = -1;
    int error_ = 0;
    std::size_t size_ = 0;
    std::uint64_t written_ = 0;
    char buffer_[65536] = {};
};

Out out;
Block block;

void write_sample(Out& to, const ClockSample& sample) {
    to.text("{\"ticks\":").number(static_cast<std::int64_t>(sample.ticks)).text(",\"offset_ns\":");
    to.number(sample.offset_ns).text(",\"bound_ns\":").number(sample.bound_ns).text("}");
}

void write_clock(const FileContents& contents, Written& written) {
    out.text(",\"clock\":{").text(contents.clock_text).text(",\"ticks_per_second\":");
    const auto thousandths = static_cast<std::int64_t>(contents.ticks_per_second * 1000 + 0.5);
    const std::int64_t rest = thousandths % 1000;
    out.number(thousandths / 1000).text(rest < 10 ? ".00" : rest < 100 ? ".0" : ".").number(rest);
    out.text(",\"open_ticks\":").number(static_cast<std::int64_t>(contents.open_ticks));
    out.text(",\"close_ticks\":").number(static_cast<std::int64_t>(contents.close_ticks));
    out.text(",\"origin_ns\":").number(contents.origin_ns).text(",\"samples\":[");
    for (std::size_t i = 0; i < contents.sample_count; ++i) {
        if (i > 0) out.text(",");
        write_sample(out, contents.samples[i]);
    }
    written.sample_at = out.position();
    written.first_sample = contents.sample_count == 0;
    out.text("]");
    for (std::size_t i = 0; contents.room_for_sample && i < sample_room; ++i)
        out.text(" ");
    out.text("}");
}

void write_list(const char* name, const Fragments& pieces) {
    out.text(",\"").text(name).text("\":[");
    const std::size_t count = pieces.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) out.text(",");
        out.text(pieces[i]);
    }
    out.text("]");
}

// Of the sites with MPI calls of host code.
void write_counts() {
    out.text(",\"counts\":[");
    bool is_first = true;
    const std::size_t sites = site_fragments().size();
    for (std::size_t site = 0; site < sites; ++site) {
        const CallCounts* const counts = counts_of(static_cast<SiteIndex>(site));
        if (counts == nullptr) continue;
        out.text(is_first ? "" : ",").text("{\"site\":").number(static_cast<std::int64_t>(site));
        out.text(",\"calls\":").number(counts->calls);
        out.text(",\"messages_sent\":").number(counts->messages_sent);
        out.text(",\"bytes_sent\":").number(counts->bytes_sent);
        out.text(",\"messages_received\":").number(counts->messages_received);
        out.text(",\"bytes_received\":").number(counts->bytes_received);
        out.text(",\"collective_bytes_given\":").number(counts->collective.given);
        out.text(",\"collective_bytes_got\":").number(counts->collective.got).text("}");
        is_first = false;
    }
    out.text("]");
}

void write_header(const FileContents& contents, std::uint64_t events, Written& written) {
    out.text("loop-trace/1\n").text(contents.prefix);
    write_clock(contents, written);
    write_list("sites", site_fragments());
    write_list("communicators", *contents.communicators);
    write_counts();
    out.text(",\"capacity\":").number(static_cast<std::int64_t>(contents.capacity));
    out.text(",\"events\":").number(static_cast<std::int64_t>(events));
    out.text(",\"dropped\":").number(static_cast<std::int64_t>(buffer.dropped));
    if (contents.lacks_threads) out.text(",\"lacks_threads\":true");
    out.text(",\"ended\":\"").text(contents.ended).text("\"}\n");
}

void write_block() {
    char head[Block::head_bytes];
    block.put_head(head);
    out.bytes(head, sizeof head);
    out.bytes(block.bytes(), block.size());
    block.clear();
}

} // namespace

Written write_file(const char* temporary, const char* path, const FileContents& contents, bool hurry) {
    Written written;
    const Record* const end = __atomic_load_n(&buffer.next, __ATOMIC_RELAXED);
    written.events = static_cast<std::uint64_t>(end - buffer.begin);
    out.open(temporary);
    write_header(contents, written.events, written);
    block.start(contents.open_ticks);
    for (const Record* record = buffer.begin; record != end; ++record) {
        if (block.is_full()) write_block();
        block.add(*record);
    }
    if (block.events() > 0) write_block();
    write_block(); // an empty block marks the end
    written.bytes = out.position();
    written.error = out.close(hurry);
    if (written.error == 0 && std::rename(temporary, path) != 0) written.error = errno;
    if (written.error != 0) unlink(temporary);
    return written;
}

int add_sample(const char* path, const Written& written, const ClockSample& sample) {
    char text[sample_room + 1];
    const int length =
        std::snprintf(text, sizeof text, "%s{\"ticks\":%lld,\"offset_ns\":%lld,\"bound_ns\":%lld}]",
                      written.first_sample ? "" : ",", static_cast<long long>(sample.ticks),
                      static_cast<long long>(sample.offset_ns), static_cast<long long>(sample.bound_ns));
    if (length < 0 || static_cast<std::size_t>(length) >= sizeof text) return EOVERFLOW;
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return errno;
    const ssize_t count =
        pwrite(file, text, static_cast<std::size_t>(length), static_cast<off_t>(written.sample_at));
    int error = count == length ? 0 : count < 0 ? errno : EIO;
    if (error == 0 && fsync(file) != 0) error = errno;
    ::close(file);
    return error;
}

} // namespace loop::runtime::trace
