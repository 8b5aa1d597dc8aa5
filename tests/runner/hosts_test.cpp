#include "runner/launch/machine_kind.h"
#include "runner/profile/hosts.h"
#include "runner/system/files.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

TEST_CASE("hosts come from a list or from a file", "[hosts]") {
    CHECK(parse_hosts("a, b:2") == std::vector<std::string>{"a", "b:2"});
    const TemporaryDirectory folder;
    const auto file = folder.path() / "hosts";
    write_file(file, "# ours\nnode1:4   # the big one\n\n\tnode2\r\n");
    CHECK(parse_hosts(file.string()) == std::vector<std::string>{"node1:4", "node2"});
    CHECK(failure_of([] { parse_hosts(","); }) == "`--hosts ,` names no host");
    CHECK(failure_of([] { parse_hosts("./none"); }).find("cannot read `./none`") == 0);
}

TEST_CASE("lists of hosts as Slurm writes them are expanded", "[hosts]") {
    using Names = std::vector<std::string>;
    CHECK(parse_hosts("n[1,3-4]") == Names{"n1", "n3", "n4"});
    CHECK(parse_hosts("a,n[08-10]:2,b") == Names{"a", "n08:2", "n09:2", "n10:2", "b"});
    CHECK(parse_hosts("r[1-2]n[1-2].site") == Names{"r1n1.site", "r1n2.site", "r2n1.site", "r2n2.site"});
    CHECK(parse_hosts("n[5]") == Names{"n5"});
    CHECK(parse_hosts("[::1],[fe80::2]:4") == Names{"[::1]", "[fe80::2]:4"}); // addresses
    CHECK(failure_of([] { parse_hosts("n[4-2]"); }).find("--hosts: `4-2`: ends before it begins") == 0);
    CHECK(failure_of([] { parse_hosts("n[1-]"); }).find("--hosts: `1-`: is not a range of numbers") == 0);
    CHECK(failure_of([] { parse_hosts("n[1,,2]"); }).find("--hosts: ``: is not a range of numbers") == 0);
    CHECK(failure_of([] { parse_hosts("n[1-100000]"); }).find("has more than 65536 hosts") !=
          std::string::npos);
    CHECK(failure_of([] { parse_hosts("a[1-60000],b[1-60000]"); }).find("has more than 65536 hosts") !=
          std::string::npos);
    CHECK(parse_hosts("me@[::1],n[001-2]") == Names{"me@[::1]", "n001", "n002"});
    for (const char* name : {"n[1-2", "n1-2]", "n]1[", "n[1-2]]", "[1-2"})
        CHECK(failure_of([&] { parse_hosts(name); }).find("brackets without a partner") != std::string::npos);
    CHECK(failure_of([] { parse_hosts("n[1-[2-3]]"); }).find("--hosts: `n[1-[2-3]]`: has brackets in") == 0);
    CHECK(failure_of([] { parse_hosts("n[a-c]"); }).find("--hosts: `a-c`: is not a range of numbers") == 0);
    std::string long_name = "n";
    for (int i = 0; i < 100000; ++i)
        long_name += "[1]";
    CHECK(failure_of([&] { parse_hosts(long_name); }).find("has more than 16 brackets") != std::string::npos);
    const TemporaryDirectory folder;
    const std::string broken = (folder.path() / "broken").string();
    write_file(broken, "n1\nn[4-2]\n");
    CHECK(failure_of([&] { parse_hosts(broken); }).find(broken + ":2: `4-2`: ends before it begins") == 0);
    write_file(folder.path() / "hosts", "n[1-2] # two\nm[3]:4\n");
    CHECK(parse_hosts((folder.path() / "hosts").string()) == Names{"n1", "n2", "m3:4"});
}

TEST_CASE("lists of hosts in a profile are expanded", "[hosts]") {
    CHECK(host_file(profile_of_hosts("hosts = [\"a\", \"n[08-10]:2\", \"r[1,3]n[1-2]\"]\n")) ==
          "a\nn08:2\nn09:2\nn10:2\nr1n1\nr1n2\nr3n1\nr3n2\n");
    std::string many, ranges = "1-60000", zeros(1000, '0');
    for (int i = 0; i < 50000; ++i) {
        many += "\"n[1-60000]\",";
        ranges += ",1-60000";
    }
    const auto problem = [](const std::string& list) {
        return failure_of([&] { profile_of_hosts("hosts = [" + list + "]\n"); });
    };
    CHECK(problem(many).find("more than 65536 hosts") != std::string::npos);
    CHECK(problem("\"n[" + ranges + "]\"").find("more than 65536 hosts") != std::string::npos);
    CHECK(problem("\"n[" + zeros + "1-2]\"").find("more than 20 digits") != std::string::npos);
    CHECK(problem("\"" + zeros + "[1-2]\"").find("longer than 512 characters") != std::string::npos);
    CHECK(failure_of([] {
              profile_of_hosts("hosts = [\"n[4-2]\"]\n");
          }).find("x.toml:7: `launch.hosts`: `4-2`: ends before it begins") == 0);
}

TEST_CASE("a name that a launcher would take for an option is not a host", "[hosts]") {
    for (const char* name : {"-oProxyCommand=x", "a b", "a;b", "$(a)", "a\\b"})
        CHECK(failure_of([&] { parse_hosts(name); }).find(std::string("--hosts: `") + name) == 0);
    MachineProfile profile = profile_of_hosts("hosts = [\"-x\"]\n");
    CHECK(failure_of([&] {
              set_hosts(profile, "");
          }).find("machine `several`, `launch.hosts`: a name: `-x`") == 0);
}

TEST_CASE("a machine of several hosts needs hosts before it is used", "[hosts]") {
    MachineProfile open = profile_of_hosts("hosts = []\n");
    CHECK(kind_of(open)->is_elsewhere());
    CHECK(failure_of([&] {
              set_hosts(open, "");
          }).find("machine `several`, `launch.hosts`: no host is named") == 0);
    set_hosts(open, "a,b");
    CHECK(host_file(open) == "a\nb\n");
    MachineProfile none =
        parse_profile("name = \"x\"\n[build]\ncompiler = [\"c\"]\n[launch]\ncommand = [\"m\", "
                      "\"{ranks}\", \"{program}\"]\n",
                      "x.toml");
    CHECK(failure_of([&] { set_hosts(none, "a"); }).find("machine `x` does not accept `--hosts`") == 0);
}

TEST_CASE("hosts that do not answer are named with their output", "[hosts]") {
    Interrupts interrupts;
    MachineProfile profile = profile_of_hosts("hosts = [\"a\", \"b:2\", \"c\"]\nreach = [\"sh\", \"-c\", "
                                              "'test $0 != b || { echo no b; exit 1; }', \"{host}\"]\n");
    try {
        check_hosts_answer(profile, interrupts);
        FAIL("b answered");
    } catch (const Failure& failure) {
        CHECK(std::string(failure.what()) == "machine `several`, `launch.hosts`: `b` cannot be reached");
        CHECK(failure.details() == "no b\n");
        CHECK(failure.code() == ExitCode::RunFailed);
    }
    profile.hosts = {"a", "c"};
    CHECK_NOTHROW(check_hosts_answer(profile, interrupts));
}
