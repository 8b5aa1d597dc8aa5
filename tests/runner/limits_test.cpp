#include "runner/machine/limits.h"
#include "runner/system/files.h"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace loop::runner;

namespace {

namespace fs = std::filesystem;

/// A tree of control groups in a temporary folder.
class Tree {
public:
    explicit Tree(std::string membership) : groups_{folder_.path().string(), std::move(membership)} {}

    void set(const std::string& file, const std::string& text) {
        fs::create_directories((folder_.path() / file).parent_path());
        write_file(folder_.path() / file, text);
    }
    const ControlGroups& groups() const { return groups_; }

private:
    TemporaryDirectory folder_;
    ControlGroups groups_;
};

} // namespace

TEST_CASE("of nested groups of version 2, the tightest limits hold", "[limits]") {
    Tree tree("0::/user/job/step\n");
    CHECK_FALSE(cpu_quota_cores(tree.groups()));
    CHECK_FALSE(memory_limit_bytes(tree.groups()));
    tree.set("user/job/step/cpu.max", "max 100000\n");
    tree.set("user/job/step/memory.max", "max\n");
    CHECK_FALSE(cpu_quota_cores(tree.groups()));
    tree.set("user/job/cpu.max", "150000 100000\n");
    tree.set("user/cpu.max", "400000 100000\n");
    tree.set("user/memory.max", "1000000\n");
    tree.set("user/job/memory.max", "2000000\n");
    CHECK(cpu_quota_cores(tree.groups()) == 1.5);
    CHECK(memory_limit_bytes(tree.groups()) == 1000000);
    tree.set("other/cpu.max", "10000 100000\n"); // not above this process
    CHECK(cpu_quota_cores(tree.groups()) == 1.5);
}

TEST_CASE("of nested groups of version 1, the tightest limits hold", "[limits]") {
    Tree tree("5:memory:/batch/job\n4:cpu,cpuacct:/batch/job\n3:cpuset:/\n0::/\n");
    for (const char* controller : {"cpu", "cpu,cpuacct"}) { // one of them, as systems differ
        CAPTURE(controller);
        const std::string base = std::string(controller) + "/batch/";
        tree.set(base + "job/cpu.cfs_quota_us", "-1\n");
        tree.set(base + "job/cpu.cfs_period_us", "100000\n");
        tree.set(base + "cpu.cfs_quota_us", controller[3] == ',' ? "50000\n" : "200000\n");
        tree.set(base + "cpu.cfs_period_us", "100000\n");
        CHECK(cpu_quota_cores(tree.groups()) == (controller[3] == ',' ? 0.5 : 2.0));
    }
    tree.set("memory/memory.limit_in_bytes", "9223372036854771712\n");
    CHECK_FALSE(memory_limit_bytes(tree.groups()));
    tree.set("memory/batch/job/memory.limit_in_bytes", "5000\n");
    tree.set("memory/batch/memory.limit_in_bytes", "4000\n");
    CHECK(memory_limit_bytes(tree.groups()) == 4000);
}

TEST_CASE("in a container, the root that it sees counts", "[limits]") {
    Tree tree("4:cpu,cpuacct:/docker/7f3a\n0::/../7f3a\n");
    tree.set("cpu/cpu.cfs_quota_us", "300000\n");
    tree.set("cpu/cpu.cfs_period_us", "100000\n");
    CHECK(cpu_quota_cores(tree.groups()) == 3.0);
    Tree unknown("no groups\n:\n1:cpu\n");
    unknown.set("cpu.max", "100000 100000\n");
    CHECK(cpu_quota_cores(unknown.groups()) == 1.0);
}

TEST_CASE("the group that was throttled for the longest time counts", "[limits]") {
    Tree tree("4:cpu:/batch\n0::/user/job\n");
    tree.set("user/job/cpu.stat", "usage_usec 7\nnr_periods 9\nnr_throttled 2\nthrottled_usec 500000\n");
    const auto before = throttling(tree.groups());
    CHECK(longest_throttling(before, throttling(tree.groups())).times == 0);
    tree.set("user/job/cpu.stat", "usage_usec 7\nnr_periods 9\nnr_throttled 5\nthrottled_usec 2500000\n");
    CHECK(longest_throttling(before, throttling(tree.groups())).times == 3);
    CHECK(longest_throttling(before, throttling(tree.groups())).seconds == Approx(2));
    tree.set("cpu/batch/cpu.stat", "nr_periods 9\nnr_throttled 7\nthrottled_time 3000000000\n");
    CHECK(longest_throttling(before, throttling(tree.groups())).seconds == Approx(3));
    tree.set("cpu/batch/cpu.stat", "no numbers here\n");
    CHECK(throttling(tree.groups()).size() == 1);
}
