#include "runner/machine/environment.h"

#include "base/text/strings.h"
#include "runner/machine/limits.h"
#include "runner/profile/secrets.h"
#include "runner/system/files.h"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

const Json unknown = "unknown";

Json text_or_unknown(const std::string& text) {
    return text.empty() ? unknown : Json(text);
}

/// The value of `key` in lines such as `key : value` or `key=value`, without quotes.
std::string value_in(const fs::path& path, const std::string& key, char separator) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t at = line.find(separator);
        if (line.rfind(key, 0) != 0 || at == std::string::npos) continue;
        const std::string name = line.substr(0, at);
        if (name.find_first_not_of(" \t", key.size()) != std::string::npos) continue;
        return replaced(std::string(trimmed(line.substr(at + 1))), "\"", "");
    }
    return {};
}

/// The selected word in files such as `always [madvise] never`.
std::string chosen(const fs::path& path) {
    const std::string line = first_line(path);
    const std::size_t begin = line.find('['), end = line.find(']');
    return begin == std::string::npos || end == std::string::npos ? line
                                                                  : line.substr(begin + 1, end - begin - 1);
}

Json switch_state(const std::string& value, const std::string& on, const std::string& off) {
    if (value == on) return "on";
    return value == off ? Json("off") : unknown;
}

Json memory_bytes() {
    std::istringstream line(value_in("/proc/meminfo", "MemTotal", ':'));
    std::uint64_t kib = 0;
    return line >> kib ? Json(kib * 1024) : unknown;
}

/// "32768K" in bytes; 0 if it is no size.
long bytes_of(const std::string& size) {
    std::istringstream text(size);
    long number = 0;
    char unit = ' ';
    if (!(text >> number)) return 0;
    text >> unit;
    return number * (unit == 'K' ? 1L << 10 : unit == 'M' ? 1L << 20 : unit == 'G' ? 1L << 30 : 1L);
}

/// The C library asks the processor, which may claim more cache on a virtual machine than the kernel knows.
Json caches() {
    const std::map<int, long> known = caches_in("/sys/devices/system/cpu/cpu0/cache");
    Json result = Json::object();
    const auto add = [&](const char* name, int level, int which) {
        const auto found = known.find(level);
        const long bytes = found == known.end() ? ::sysconf(which) : found->second;
        result[name] = bytes > 0 ? Json(bytes) : unknown;
    };
    add("l1d_bytes", 1, _SC_LEVEL1_DCACHE_SIZE);
    add("l2_bytes", 2, _SC_LEVEL2_CACHE_SIZE);
    add("l3_bytes", 3, _SC_LEVEL3_CACHE_SIZE);
    return result;
}

Json turbo() {
    const fs::path cpu = "/sys/devices/system/cpu";
    const std::string no_turbo = first_line(cpu / "intel_pstate/no_turbo");
    return no_turbo.empty() ? switch_state(first_line(cpu / "cpufreq/boost"), "1", "0")
                            : switch_state(no_turbo, "0", "1");
}

Json container() {
    std::error_code ignored;
    if (fs::exists("/.dockerenv", ignored)) return "docker";
    if (fs::exists("/run/.containerenv", ignored)) return "podman";
    if (const std::string systemd = first_line("/run/systemd/container"); !systemd.empty()) return systemd;
    const std::string groups = first_line("/proc/1/cgroup");
    for (const char* name : {"docker", "kubepods", "lxc"})
        if (groups.find(name) != std::string::npos) return name;
    return fs::exists("/proc/1/cgroup", ignored) ? Json("none seen") : unknown;
}

/// The highest clock rate as the kernel knows it, which may leave out boosts.
Json max_mhz() {
    std::istringstream line(first_line("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"));
    double khz = 0;
    return line >> khz && khz > 0 ? Json(khz / 1000) : unknown;
}

Json virtual_machine() {
    const std::string flags = value_in("/proc/cpuinfo", "flags", ':');
    if (flags.empty()) return unknown;
    return (" " + flags + " ").find(" hypervisor ") != std::string::npos;
}

/// Beginnings of the names of variables by which MPI libraries, their networks, and OpenMP are set.
constexpr std::array<std::string_view, 11> of_transport{"OMPI_MCA_", "PRTE_", "MPIR_CVAR_", "MPICH_",
                                                        "UCX_",      "FI_",   "PSM_",       "PSM2_",
                                                        "PSM3_",     "OMP_",  "LD_PRELOAD="};

bool is_of_transport(std::string_view assignment) {
    return std::any_of(of_transport.begin(), of_transport.end(), [&](std::string_view prefix) {
        return assignment.substr(0, prefix.size()) == prefix;
    });
}

/// The variables of this command, in the form NAME=VALUE, which those in `replaced` replace.
Json variables(const std::map<std::string, std::string>& replaced) {
    std::map<std::string, std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (const std::string_view text = *entry; is_of_transport(text))
            all.emplace(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
    for (const auto& [name, value] : replaced)
        if (is_of_transport(name + "=")) all[name] = value;
    Json result = Json::object();
    for (const auto& [name, value] : without_secrets(std::move(all)))
        result[name] = value;
    return result;
}

Json locked_memory_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_MEMLOCK, &limit) != 0) return unknown;
    return limit.rlim_cur == RLIM_INFINITY ? Json("none") : Json(static_cast<std::uint64_t>(limit.rlim_cur));
}

template <typename Number>
Json limit(const std::optional<Number>& value) {
    return value ? Json(*value) : Json("none");
}

} // namespace

std::optional<std::uint64_t> shared_memory_free_bytes() {
    struct statvfs status {};
    if (::statvfs("/dev/shm", &status) != 0) return std::nullopt;
    return static_cast<std::uint64_t>(status.f_bavail) * static_cast<std::uint64_t>(status.f_frsize);
}

Json load_average() {
    std::istringstream line(first_line("/proc/loadavg"));
    double load = 0;
    return line >> load ? Json(load) : unknown;
}

std::map<int, long> caches_in(const fs::path& folder) {
    std::map<int, long> bytes;
    std::error_code error;
    for (const fs::directory_entry& cache : fs::directory_iterator(folder, error)) {
        const int level = std::atoi(first_line(cache.path() / "level").c_str());
        const long size = bytes_of(first_line(cache.path() / "size"));
        if (level > 0 && size > 0 && first_line(cache.path() / "type") != "Instruction") bytes[level] = size;
    }
    return bytes;
}

std::string widest_vectors(const std::string& flags) {
    static constexpr std::array<std::pair<std::string_view, const char*>, 9> names{{{"amx_tile", "amx"},
                                                                                    {"avx512f", "avx512"},
                                                                                    {"avx2", "avx2"},
                                                                                    {"avx", "avx"},
                                                                                    {"sse2", "sse2"},
                                                                                    {"sme", "sme"},
                                                                                    {"sve", "sve"},
                                                                                    {"asimd", "neon"},
                                                                                    {"neon", "neon"}}};
    for (const auto& [flag, name] : names)
        if (fmt::format(" {} ", flags).find(fmt::format(" {} ", flag)) != std::string::npos) return name;
    return {};
}

Json environment_record(const std::map<std::string, std::string>& replaced) {
    utsname system{};
    ::uname(&system);
    const fs::path cpu = "/sys/devices/system/cpu";
    Json result;
    result["host"] = text_or_unknown(system.nodename);
    result["os"] = text_or_unknown(value_in("/etc/os-release", "PRETTY_NAME", '='));
    result["kernel"] = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
    result["cpu"] = text_or_unknown(value_in("/proc/cpuinfo", "model name", ':'));
    const std::string x86_flags = value_in("/proc/cpuinfo", "flags", ':');
    result["vectors"] = text_or_unknown(
        widest_vectors(x86_flags.empty() ? value_in("/proc/cpuinfo", "Features", ':') : x86_flags));
    result["max_mhz"] = max_mhz();
    result["cores_online"] = ::sysconf(_SC_NPROCESSORS_ONLN);
    result["cores_available"] = available_cores();
    result["word_bits"] = ::sysconf(_SC_LONG_BIT);
    result["memory_bytes"] = memory_bytes();
    result["caches"] = caches();
    result["governor"] = text_or_unknown(first_line(cpu / "cpu0/cpufreq/scaling_governor"));
    result["turbo"] = turbo();
    result["smt"] = switch_state(first_line(cpu / "smt/active"), "1", "0");
    result["transparent_huge_pages"] = text_or_unknown(chosen("/sys/kernel/mm/transparent_hugepage/enabled"));
    result["aslr"] = text_or_unknown(first_line("/proc/sys/kernel/randomize_va_space"));
    result["cgroup_cpu_cores"] = limit(cpu_quota_cores());
    result["cgroup_memory_bytes"] = limit(memory_limit_bytes());
    result["shared_memory_free_bytes"] =
        shared_memory_free_bytes() ? Json(*shared_memory_free_bytes()) : unknown;
    result["locked_memory_bytes"] = locked_memory_limit();
    result["variables"] = variables(replaced);
    result["container"] = container();
    result["virtual_machine"] = virtual_machine();
    result["load_before"] = load_average();
    result["load_after"] = unknown;
    return result;
}

Json unknown_environment() {
    Json result = environment_record();
    for (auto& [name, value] : result.items())
        if (!value.is_object()) value = unknown;
    result["variables"] = unknown;
    for (auto& [name, value] : result["caches"].items())
        value = unknown;
    return result;
}

} // namespace loop::runner
