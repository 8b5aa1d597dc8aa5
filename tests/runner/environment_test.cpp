#include "runner/machine/environment.h"

#include <catch2/catch.hpp>

#include <cstdlib>

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
