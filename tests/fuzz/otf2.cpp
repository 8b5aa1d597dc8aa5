// An OTF2 archive of two locations: anchor, global definitions, and each location's definitions and events.
// OTF2's library may crash on it, so LOOP reads in a separate process. LOOP's own code must not crash.
#include "trace/import/otf2.h"

#include "target.h"
#include "trace/import/otf2_archive.h"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

// The compiler's counters, renamed in CMakeLists.txt because their real names cannot be declared here.
extern "C" {
extern std::uint8_t first_counter, end_of_counters;
}

/// The sanitizer limits the memory of the child, instead of LOOP: larger allocations return null.
extern "C" const char* __asan_default_options() {
    return "max_allocation_size_mb=1024:allocator_may_return_null=1";
}

namespace {

constexpr int fault_of_ours = 77;

/// A fault is OTF2's if a frame of its library comes before any of LOOP's frames.
void judge(const char* report) {
    const char* const library = std::strstr(report, "libopen-trace-format2");
    const char* const ours = std::strstr(report, "/report/");
    ::_exit(ours != nullptr && (library == nullptr || ours < library) ? fault_of_ours : 0);
}

/// Puts the coverage counters into memory that children share with the parent.
bool share_counters() {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = (reinterpret_cast<std::uintptr_t>(&first_counter) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(&end_of_counters) / page * page;
    return begin < end && ::mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

[[noreturn]] void read_in_child(const std::string& anchor) {
    __asan_set_error_report_callback(judge);
    std::freopen("/dev/null", "w", stderr);
    const rlimit seconds{5, 5}; // a shorter limit than that of LOOP's own child
    ::setrlimit(RLIMIT_CPU, &seconds);
    try {
        loop::report::read_otf2_archive(anchor);
    } catch (const loop::report::ImportError&) {
    } catch (const std::bad_alloc&) {
    }
    ::_exit(0);
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool shared = share_counters();
    if (!shared) loop_fuzz::broken("counters can be shared");
    const std::vector<std::string> texts = loop_fuzz::pieces(data, size, 6);
    const loop_fuzz::Folder folder;
    folder.put("traces.otf2", texts[0]);
    folder.put("traces.def", texts[1]);
    for (int location = 0; location < 2; ++location) {
        folder.put("traces/" + std::to_string(location) + ".def", texts[2 + 2 * location]);
        folder.put("traces/" + std::to_string(location) + ".evt", texts[3 + 2 * location]);
    }
    const pid_t child = ::fork();
    if (child == 0) read_in_child((folder.path() / "traces.otf2").string());
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == fault_of_ours)
        loop_fuzz::broken("our part of the import is sound");
    return 0;
}
