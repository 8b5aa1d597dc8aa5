#include "runner/build/dependencies.h"
#include "runner/system/files.h"

#include <catch2/catch.hpp>

using namespace loop::runner;
namespace fs = std::filesystem;

namespace {

/// The messages of `g++ -v` that name these folders, in this order.
std::string searching(const std::vector<fs::path>& folders, const fs::path& missing) {
    std::string text = "Using built-in specs.\nignoring nonexistent directory \"" + missing.string() +
                       "\"\n" + "#include \"...\" search starts here:\n#include <...> search starts here:\n";
    for (const fs::path& folder : folders)
        text += " " + folder.string() + "\n";
    return text + "End of search list.\n /not/a/folder\n";
}

} // namespace

TEST_CASE("a program is rebuilt if one of its headers changes", "[dependencies]") {
    const TemporaryDirectory folder;
    const auto header = folder.path() / "my header.h";
    const auto apart = folder.path() / "runtime";
    make_folder(apart);
    write_file(header, "int x;");
    write_file(apart / "loop.h", "");
    const std::string rules =
        "program: " + (apart / "loop.h").string() + " \\\n " + folder.path().string() + "/my\\ header.h\n";
    const std::string record = dependency_record({rules, "", "", ""}, {apart});
    CHECK(record.find("loop.h") == std::string::npos);
    CHECK(are_unchanged(record));
    write_file(header, "int y;");
    CHECK_FALSE(are_unchanged(record));
    std::filesystem::remove(header);
    CHECK_FALSE(are_unchanged(record));
}

TEST_CASE("a program without quoted headers stays cached", "[dependencies]") {
    CHECK(are_unchanged(dependency_record({"program:\n", "", "", ""}, {})));
    CHECK(are_unchanged(""));
}

TEST_CASE("a program is rebuilt if a new header hides one of its headers", "[dependencies]") {
    const TemporaryDirectory folder;
    const fs::path first = folder.path() / "first", second = folder.path() / "second",
                   missing = folder.path() / "missing";
    for (const fs::path& made : {first, second, first / "sub", second / "sub", folder.path() / "sub"})
        make_folder(made);
    write_file(second / "sub/a.h", "");
    write_file(folder.path() / "own.h", "");
    const std::string own = "program: " + (folder.path() / "own.h").string();
    const std::string all = own + " " + (second / "sub/a.h").string() + "\n";
    const std::string record = dependency_record({own, all, searching({first, second}, missing), ""}, {});
    CHECK(are_unchanged(record));
    const auto hides = [&](const fs::path& file) {
        write_file(file, "");
        const bool unchanged = are_unchanged(record);
        fs::remove(file);
        return !unchanged;
    };
    CHECK(hides(first / "sub/a.h"));
    CHECK(hides(folder.path() / "sub/a.h")); // next to the own header
    CHECK_FALSE(hides(first / "a.h"));
    CHECK_FALSE(hides(second / "b.h"));
    make_folder(missing);
    CHECK_FALSE(are_unchanged(record));
    fs::remove(missing);
    CHECK(are_unchanged(record));
    write_file(second / "sub/a.h", "changed");
    CHECK_FALSE(are_unchanged(record));
}

TEST_CASE("a program is rebuilt if a file comes or goes for which it asks", "[dependencies]") {
    const TemporaryDirectory folder;
    const fs::path there = folder.path() / "there.h";
    const auto record_of = [&](const std::string& text) {
        return dependency_record({"", "", searching({folder.path()}, "/"), text}, {});
    };
    const std::string record =
        record_of("#if __has_include ( <there.h> ) || __has_include_next(\"other.h\")\n");
    CHECK(are_unchanged(record));
    write_file(there, "");
    CHECK_FALSE(are_unchanged(record));
    const std::string later = record_of("#if __has_include(<there.h>)\n");
    CHECK(are_unchanged(later));
    fs::remove(there);
    CHECK_FALSE(are_unchanged(later));
    CHECK(are_unchanged(record));
    write_file(folder.path() / "other.h", "");
    CHECK_FALSE(are_unchanged(record));
    CHECK(record_of("int __has_include; // <there.h>\n__has_include(NAME) __has_include(<there.h") == "");
}

TEST_CASE("a program is linked anew if a new library hides one of its libraries", "[dependencies]") {
    const TemporaryDirectory folder;
    const fs::path first = folder.path() / "first", second = folder.path() / "second";
    make_folder(first);
    make_folder(second);
    write_file(second / "libown.a", "1");
    for (const bool by_variable : {false, true}) {
        const std::string record =
            by_variable ? library_record({"-lown"}, {first, second})
                        : library_record({"-L", first.string(), "-L" + second.string(), "-lown", "-lm"}, {});
        CHECK(are_unchanged(record));
        write_file(first / "libown.so", "2");
        CHECK_FALSE(are_unchanged(record));
        fs::remove(first / "libown.so");
        write_file(second / "libown.a", "3");
        CHECK_FALSE(are_unchanged(record));
        write_file(second / "libown.a", "1");
        CHECK(are_unchanged(record));
    }
}

TEST_CASE("relative folders in flags depend on the current folder", "[dependencies]") {
    CHECK(depend_on_current_folder({"-O2", "-Iinclude"}));
    CHECK(depend_on_current_folder({"-L", "lib"}));
    CHECK_FALSE(depend_on_current_folder({"-O2", "-I/usr/include", "-isystem", "/opt/include", "-Wall"}));
}
