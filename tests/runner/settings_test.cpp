#include "runner/run/settings.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

namespace {

loop::compiler::ProgramSummary program() {
    loop::compiler::ProgramSummary summary;
    summary.name = "ring";
    summary.parameters = {{"block", "int", "64", "", {}},
                          {"ratio", "double", "0.5", "", {}},
                          {"count", "unsigned long", "1", "", {}},
                          {"fast", "bool", "true", "", {}},
                          {"matrix", "std::string", "dense", "", {}}};
    return summary;
}

std::string problem(const std::string& name, const std::string& value) {
    Settings settings;
    settings.ranks = 3;
    settings.set = {{name, value}};
    return failure_of([&] { resolve_settings(settings, program()); });
}

} // namespace

TEST_CASE("invalid values are refused before anything is built", "[settings]") {
    CHECK(problem("block", "-3").empty());
    CHECK(problem("ratio", "1e-3").empty());
    CHECK(problem("fast", "false").empty());
    CHECK(problem("matrix", "any text = 3").empty());
    CHECK(problem("size", "5").empty());
    CHECK(problem("tree.shape", "binomial").empty());
    CHECK(problem("block", "12x") == "parameter `block` has type `int`; `12x` does not fit");
    CHECK(problem("block", "") == "parameter `block` has type `int`; `` does not fit");
    CHECK(problem("block", "99999999999") == "parameter `block` has type `int`; `99999999999` does not fit");
    CHECK(problem("count", "-1") == "parameter `count` has type `unsigned long`; `-1` does not fit");
    CHECK(problem("matrix", "a\nset block 3") == "the value of `matrix` has a line break");
}

TEST_CASE("numbers may have units, texts keep theirs", "[settings]") {
    const auto settled = [](const std::string& name, const std::string& value) {
        Settings settings;
        settings.ranks = 1;
        settings.set = {{name, value}};
        resolve_settings(settings, program());
        return settings.set[0].second;
    };
    CHECK(settled("block", "64k") == "65536");
    CHECK(settled("count", "2G") == "2147483648");
    CHECK(settled("ratio", "1m") == "1048576");
    CHECK(settled("ratio", "1e-3") == "1e-3");
    CHECK(settled("matrix", "64k") == "64k");
    CHECK(settled("size", "1k") == "1024");
    CHECK(problem("block", "2g") == "parameter `block` has type `int`; `2g` does not fit");
    CHECK(problem("block", "k") == "parameter `block` has type `int`; `k` does not fit");
    CHECK(problem("fast", "1k") == "parameter `fast` has type `bool`; `1k` does not fit");
}

TEST_CASE("the tree settings are checked like other parameters", "[settings]") {
    CHECK(problem("tree.shape", "foo") ==
          "`foo`, the value of `tree.shape`, is neither `binary` nor `binomial`");
    CHECK(problem("tree.map", "0,2,1").empty());
    CHECK(problem("tree.map", "0,1") ==
          "`0,1`, the value of `tree.map`, is not a permutation of the ranks 0 to 2");
    CHECK(problem("tree.map", "1,0,2") ==
          "`1,0,2`, the value of `tree.map`, does not begin with 0: rank 0 is the root");
    for (const char* wrong : {"x", "", "0,1,1", "0,1,3", "0,1,-2", "0,1,2,", "0,1,2,3", "0,,1", "0 1 2"})
        CHECK_FALSE(problem("tree.map", wrong).empty());
}

TEST_CASE("a parameter must not be given twice", "[settings]") {
    Settings settings;
    settings.ranks = 1;
    settings.size = 4;
    settings.set = {{"size", "3"}};
    CHECK(failure_of([&] { resolve_settings(settings, program()); }) ==
          "parameter `size` is given twice | give it once; `--size N` is the same as `--set size=N`");
    settings.size.reset();
    CHECK(failure_of([&] { resolve_settings(settings, program()); }).empty());
    settings.iterations = 4;
    settings.set = {{"iterations", "4"}};
    CHECK_FALSE(failure_of([&] { resolve_settings(settings, program()); }).empty());
    settings.set = {{"block", "1"}, {"ratio", "1"}, {"block", "2"}};
    CHECK(failure_of([&] {
              resolve_settings(settings, program());
          }).rfind("parameter `block` is given twice", 0) == 0);
}

TEST_CASE("an unknown parameter gets a suggestion", "[settings]") {
    CHECK(problem("blok", "3") == "`ring` has no parameter `blok` | did you mean `block`?");
    CHECK(problem("zzzzzz", "3").find("its parameters: block, ratio") != std::string::npos);
}

TEST_CASE("an assignment needs a name and an equals sign", "[settings]") {
    CHECK(parse_assignment("a=b=c") == std::pair<std::string, std::string>("a", "b=c"));
    CHECK(parse_assignment("a=").second.empty());
    CHECK_FALSE(failure_of([] { parse_assignment("a"); }).empty());
    CHECK_FALSE(failure_of([] { parse_assignment("=a"); }).empty());
}

TEST_CASE("the parameter file contains only what was given", "[settings]") {
    Settings settings;
    CHECK(parameter_file(settings, "id", "/r") ==
          "loop-parameters 1\nverify 1\ntrace 1\nrecords /r\nlaunch id\n");
    settings.size = 7;
    settings.verify = false;
    settings.trace = false;
    settings.set = {{"matrix", "a b"}};
    CHECK(parameter_file(settings, "id", "/r") ==
          "loop-parameters 1\nsize 7\nverify 0\ntrace 0\nrecords /r\nlaunch id\nset matrix a b\n");
}
