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

TEST_CASE("a name that a launcher would take for an option is not a host", "[hosts]") {
    for (const char* name : {"-oProxyCommand=x", "a b", "a;b", "$(a)", "a\\b"})
        CHECK(failure_of([&] { parse_hosts(name); }).find(std::string("--hosts: `") + name) == 0);
    MachineProfile profile = profile_of_hosts("hosts = [\"-x\"]\n");
    CHECK(failure_of([&] {
              settle_hosts(profile, "");
          }).find("machine `several`, `launch.hosts`: a name: `-x`") == 0);
}

TEST_CASE("a machine of several hosts needs hosts before it is used", "[hosts]") {
    MachineProfile open = profile_of_hosts("hosts = []\n");
    CHECK(kind_of(open)->is_elsewhere());
    CHECK(failure_of([&] {
              settle_hosts(open, "");
          }).find("machine `several`, `launch.hosts`: no host is named") == 0);
    settle_hosts(open, "a,b");
    CHECK(host_file(open) == "a\nb\n");
    MachineProfile none =
        parse_profile("name = \"x\"\n[build]\ncompiler = [\"c\"]\n[launch]\ncommand = [\"m\", "
                      "\"{ranks}\", \"{program}\"]\n",
                      "x.toml");
    CHECK(failure_of([&] { settle_hosts(none, "a"); }).find("machine `x` does not accept `--hosts`") == 0);
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
