#include "runner/machine/environment.h"
#include "runner/system/files.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>

using namespace loop::runner;

TEST_CASE("the environment is a fixed list, without the user's variables", "[environment]") {
    ::setenv("LOOP_TEST_TOKEN", "sentinel-5f3a", 1);
    const auto record = environment_record();
    std::vector<std::string> keys;
    for (const auto& [key, value] : record.items())
        keys.push_back(key);
    CHECK(keys == std::vector<std::string>{"host",
                                           "os",
                                           "kernel",
                                           "cpu",
                                           "vectors",
                                           "max_mhz",
                                           "cores_online",
                                           "cores_available",
                                           "word_bits",
                                           "memory_bytes",
                                           "caches",
                                           "governor",
                                           "turbo",
                                           "smt",
                                           "transparent_huge_pages",
                                           "aslr",
                                           "cgroup_cpu_cores",
                                           "cgroup_memory_bytes",
                                           "shared_memory_free_bytes",
                                           "locked_memory_bytes",
                                           "variables",
                                           "container",
                                           "virtual_machine",
                                           "load_before",
                                           "load_after"});
    CHECK(record.dump().find("sentinel-5f3a") == std::string::npos);
    for (const auto& [key, value] : record.items()) {
        INFO(key);
        CHECK_FALSE(value.is_null());
        if (value.is_string()) CHECK_FALSE(value.get<std::string>().empty());
    }
}

TEST_CASE("of the user's variables, only those of MPI and OpenMP are recorded", "[environment]") {
    ::setenv("OMPI_MCA_btl", "tcp,self", 1);
    ::setenv("UCX_TLS", "tcp", 1);
    ::setenv("OMPI_MCA_some_token", "sentinel-77aa", 1);
    ::setenv("LD_PRELOAD_EXTRA", "sentinel-77aa", 1);
    const auto variables = environment_record({{"UCX_TLS", "self,sm"}, {"MY_UCX_TLS", "x"}})["variables"];
    ::unsetenv("OMPI_MCA_btl");
    ::unsetenv("UCX_TLS");
    ::unsetenv("OMPI_MCA_some_token");
    ::unsetenv("LD_PRELOAD_EXTRA");
    CHECK(variables.value("OMPI_MCA_btl", "") == "tcp,self");
    CHECK(variables.value("UCX_TLS", "") == "self,sm");
    CHECK(variables.value("OMPI_MCA_some_token", "") == "(hidden)");
    CHECK(variables.dump().find("sentinel-77aa") == std::string::npos);
    CHECK(variables.find("MY_UCX_TLS") == nullptr);
    CHECK(unknown_environment()["variables"] == "unknown");
}

TEST_CASE("the sizes of caches are those of the kernel", "[environment]") {
    const TemporaryDirectory folder;
    const auto add = [&](const std::string& name, const char* level, const char* type, const char* size) {
        std::filesystem::create_directory(folder.path() / name);
        write_file(folder.path() / name / "level", std::string(level) + "\n");
        write_file(folder.path() / name / "type", std::string(type) + "\n");
        write_file(folder.path() / name / "size", std::string(size) + "\n");
    };
    CHECK(caches_in(folder.path() / "absent").empty());
    add("index0", "1", "Data", "48K");
    add("index1", "1", "Instruction", "32K");
    add("index2", "2", "Unified", "1024K");
    add("index3", "3", "Unified", "32M");
    add("index4", "4", "Unified", "?");
    write_file(folder.path() / "uevent", "");
    CHECK(caches_in(folder.path()) == std::map<int, long>{{1, 48 << 10}, {2, 1 << 20}, {3, 32 << 20}});
    const auto here = caches_in("/sys/devices/system/cpu/cpu0/cache");
    if (here.count(3) != 0) CHECK(environment_record()["caches"]["l3_bytes"].get<long>() == here.at(3));
}

TEST_CASE("the widest instructions for vectors are found among the flags of a processor", "[environment]") {
    CHECK(widest_vectors("fpu sse sse2 fma avx avx2 avx512f avx512dq") == "avx512");
    CHECK(widest_vectors("sse2 avx avx2 avx512f amx_bf16 amx_tile") == "amx");
    CHECK(widest_vectors("sse2 avx avx2 avx_vnni") == "avx2");
    CHECK(widest_vectors("sse2 avx512_only") == "sse2");
    CHECK(widest_vectors("fp asimd evtstrm") == "neon");
    CHECK(widest_vectors("fp asimd sve sve2") == "sve");
    CHECK(widest_vectors("").empty());
}
