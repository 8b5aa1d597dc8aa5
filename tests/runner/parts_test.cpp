#include "runner/build/runtime_parts.h"
#include "runner/system/files.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <set>

using namespace loop::runner;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> names(const std::vector<const RuntimePart*>& parts) {
    std::vector<std::string> names;
    for (const RuntimePart* part : parts)
        names.push_back(part->name);
    return names;
}

/// The parts whose content differs in `after`.
std::set<std::string> changed(const RuntimeParts& before, const RuntimeParts& after) {
    std::set<std::string> found;
    for (std::size_t i = 0; i < before.all().size(); ++i)
        if (before.all()[i].content != after.all().at(i).content) found.insert(before.all()[i].name);
    return found;
}

} // namespace

TEST_CASE("every source of the runtime is in one part, and base is the last", "[parts]") {
    const RuntimeParts parts(LOOP_RUNTIME);
    CHECK(parts.all().size() == 8);
    CHECK(parts.all().back().is_base());
    CHECK(parts.all().back().units.size() >= 2);
    for (const RuntimePart& part : parts.all())
        for (const RuntimeUnit& unit : part.units)
            CHECK_FALSE(unit.files.empty());
}

TEST_CASE("the recorder has parts of its own, and knows which calls it lacks", "[parts]") {
    const RuntimeParts parts(LOOP_RUNTIME, RuntimeKind::Recorder);
    CHECK(names(parts.needed_by("MPI_Barrier U\n_ZN4loop10multibcastExx U\n")) ==
          std::vector<std::string>{"collectives", "base"});
    CHECK(names(parts.needed_by("MPI_Send U\n")) == std::vector<std::string>{"messages", "base"});
    CHECK(
        parts.calls_of_no_part("MPI_Send U\nMPI_Iprobe U\nmain T\nMPI_Own T\n_Z8bsp_syncN4loop4SiteE U\n") ==
        std::vector<std::string>{"MPI_Iprobe", "bsp_sync"});
}

TEST_CASE("a change rebuilds only the parts that read the file", "[parts]") {
    const TemporaryDirectory folder;
    const fs::path runtime = folder.path() / "runtime";
    fs::copy(LOOP_RUNTIME, runtime, fs::copy_options::recursive);
    const RuntimeParts before(runtime);
    const auto touch = [&](const std::string& file) {
        write_file(runtime / file, read_file(runtime / file) + "// another line\n");
        return changed(before, RuntimeParts(runtime));
    };
    using Names = std::set<std::string>;
    SECTION("a kernel's source") {
        CHECK(touch("kernels/clue/clue.cpp") == Names{"clue"});
    }
    SECTION("a kernel's header") {
        CHECK(touch("kernels/bsp/parcel.h") == Names{"bsp"});
    }
    SECTION("a source of base") {
        CHECK(touch("comm/messages.cpp") == Names{"base"});
    }
    SECTION("a header of the kernels") {
        CHECK(touch("kernels/results.h").count("base") == 0);
        CHECK(touch("kernels/results.h").count("clue") == 1);
    }
    SECTION("a public header that all include") {
        CHECK(touch("include/loop/site.h").size() == before.all().size());
    }
    SECTION("a source that no unit names") {
        make_folder(runtime / "kernels/new");
        write_file(runtime / "kernels/new/new.cpp", "");
        CHECK(failure_of([&] { RuntimeParts parts(runtime); }).find("`kernels/new/new.cpp` is in no unit") !=
              std::string::npos);
    }
    SECTION("a broken table") {
        write_file(runtime / "parts", "unit base\n");
        CHECK(failure_of([&] { RuntimeParts parts(runtime); }).find("parts` is broken") != std::string::npos);
    }
}

TEST_CASE("the symbols of an object file determine the parts that it needs", "[parts]") {
    const RuntimeParts parts(LOOP_RUNTIME);
    CHECK(parts.part_of("_Z9bsp_beginiN4loop4SiteE") == "bsp");
    CHECK(parts.part_of("_ZN4loop6detail9put_listsE") == "bsp");
    CHECK(parts.part_of("_ZN4loop4clueERKNS_4ClueENS_4SiteE") == "clue");
    CHECK(parts.part_of("_ZN4loop6detail14scalar_productIdEET_PKS2_S4_x") == "products");
    CHECK(parts.part_of("_ZN4user8bsp_pushEv").empty());
    CHECK(parts.part_of("_ZN4loop8clueless4makeEv").empty());
    CHECK(parts.part_of("MPI_Send").empty());
    CHECK(parts.part_of("").empty());
    using Names = std::vector<std::string>;
    CHECK(names(parts.needed_by("main T 0 10\nMPI_Send U         \n")) == Names{"base"});
    CHECK(names(parts.needed_by("_Z8bsp_syncN4loop4SiteE U\n")) == Names{"bsp", "base"});
    // Symbols that the program defines need no part.
    CHECK(names(parts.needed_by("_Z8bsp_mineN4loop4SiteE T 0 10\n")) == Names{"base"});
    CHECK(names(parts.guessed_by("loop::pingpong(8, 16);")) == Names{"pingpong", "base"});
    CHECK(names(parts.guessed_by("pingpong(8, 16);")) == Names{"base"});
}

TEST_CASE("the words of a program determine the parts that it may need", "[parts]") {
    const RuntimeParts parts(LOOP_RUNTIME);
    using Names = std::vector<std::string>;
    CHECK(names(parts.mentioned_in("")) == Names{"base"});
    CHECK(names(parts.mentioned_in("int main() { loop::exchange(8, 1); }")) == Names{"base"});
    CHECK(names(parts.mentioned_in("using namespace loop; pingpong (8, 16);")) == Names{"pingpong", "base"});
    CHECK(names(parts.mentioned_in("auto step = &bsp_sync;")) == Names{"bsp", "base"});
    CHECK(names(parts.mentioned_in("detail::ProductScope scope;")) == Names{"products", "base"});
    CHECK(names(parts.mentioned_in("int my_pingpong, clues, bsp;")) == Names{"base"});
}
