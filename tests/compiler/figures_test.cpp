#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler;
using namespace loop::compiler::tests;

TEST_CASE("the programs printed in the paper compile unchanged", "[figures]") {
    for (const auto& path : loop_files(std::filesystem::path(LOOP_TESTS) / "figures")) {
        const Compilation compilation = compile({path.filename().string(), read_file(path)});
        INFO(path.string() << "\n" << render(compilation.diagnostics(), compilation.source()));
        CHECK(compilation.ok());
    }
}

TEST_CASE("misprints of the paper are accepted with their intended meaning", "[figures]") {
    CHECK(codes(in_main("\\EXCAHANGE(8, 1, 1);")) == std::vector<std::string>{"unknown-construct"});
    CHECK(codes("#include \xe2\x80\x9cLOOP.h\xe2\x80\x9c\n" + in_main("")) ==
          std::vector<std::string>{"typographic-quote"});
}
