#include "output/growing_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace loop::runtime {
namespace {

void touch_new_pages(char* memory, std::size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    if (madvise(memory, bytes, MADV_POPULATE_WRITE) == 0) return;
#endif
    for (std::size_t at = 0; at < bytes; at += 4096)
        *static_cast<volatile char*>(memory + at) = 0;
}

} // namespace

int GrowingFile::create(const std::string& path, std::size_t most, std::size_t bytes) {
    void* const all = mmap(nullptr, most, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return errno;
    memory_ = static_cast<char*>(all);
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    const int error = file_ < 0 ? errno : extend(bytes);
    if (error == 0) return 0;
    munmap(all, most);
    memory_ = nullptr;
    if (file_ >= 0) unlink(path.c_str());
    return error;
}

int GrowingFile::extend(std::size_t bytes) {
    const int error = posix_fallocate(file_, static_cast<off_t>(bytes_), static_cast<off_t>(bytes));
    if (error != 0) return error;
    char* const piece = memory_ + bytes_;
    if (mmap(piece, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_,
             static_cast<off_t>(bytes_)) == MAP_FAILED)
        return errno;
    touch_new_pages(piece, bytes);
    bytes_ += bytes;
    return 0;
}

void GrowingFile::put_aside(std::size_t begin, std::size_t bytes) {
    madvise(memory_ + begin, bytes, MADV_DONTNEED);
}

} // namespace loop::runtime
