#include "runner/run/run_directory.h"
#include "runner/system/files.h"
#include "support.h"

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>
#include <thread>

using namespace loop::runner;
namespace fs = std::filesystem;

TEST_CASE("a full device causes a Failure, not a short file", "[files]") {
    CHECK(failure_of([] { write_file("/dev/full", "text"); }) ==
          "cannot write `/dev/full`: No space left on device");
    CHECK(failure_of([] { write_file_atomically("/dev/full", "text"); }).find("No space left") !=
          std::string::npos);
}

TEST_CASE("an atomic write replaces the file and leaves no other file", "[files]") {
    const TemporaryDirectory folder;
    write_file_atomically(folder.path() / "x", "one");
    write_file_atomically(folder.path() / "x", "two");
    CHECK(read_file(folder.path() / "x") == "two");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("our half-written files are removed, others stay", "[files]") {
    const TemporaryDirectory folder;
    const fs::path elsewhere = folder.path() / "elsewhere", sweep = folder.path() / "sweep";
    make_folder(elsewhere);
    make_folder(sweep / "records");
    for (const char* name :
         {"run.json.123.tmp", "records/rank-0.json.tmp", "notes.tmp", "run.json.tmp", "run.json.12x.tmp"})
        write_file(sweep / name, "half");
    write_file(elsewhere / "x.1.tmp", "not ours to remove");
    fs::create_directory_symlink(elsewhere, sweep / "link");
    fs::create_symlink(elsewhere / "x.1.tmp", sweep / "y.2.tmp");
    remove_half_written(sweep);
    CHECK_FALSE(fs::exists(sweep / "run.json.123.tmp"));
    CHECK_FALSE(fs::exists(sweep / "records/rank-0.json.tmp"));
    for (const char* name : {"notes.tmp", "run.json.tmp", "run.json.12x.tmp", "y.2.tmp"})
        CHECK(fs::exists(sweep / name));
    CHECK(fs::exists(elsewhere / "x.1.tmp"));
    remove_half_written(folder.path() / "none");
}

TEST_CASE("reading has a size limit", "[files]") {
    CHECK(failure_of([] { read_named_file("/dev/zero", 1 << 20); }) == "`/dev/zero` is larger than 1 MiB");
    CHECK(failure_of([] { read_file("/none"); }) == "cannot read `/none`: No such file or directory");
}

TEST_CASE("only what the user names may be a pipe", "[files]") {
    const TemporaryDirectory folder;
    const fs::path pipe = folder.path() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const fs::path& path : {pipe, fs::path("/dev/zero")})
        CHECK(failure_of([&] { read_file(path); }) ==
              "cannot read `" + path.string() + "`: it is not a regular file");
    CHECK(failure_of([&] { read_file(folder.path()); }).find("Is a directory") != std::string::npos);
    std::thread writer([&] { std::ofstream(pipe) << "text"; });
    CHECK(read_named_file(pipe) == "text");
    writer.join();
}

TEST_CASE("what is written below a folder follows no link", "[files]") {
    const TemporaryDirectory folder;
    const fs::path target = folder.path() / "target", link = folder.path() / "link";
    write_file(target, "untouched");
    for (const auto write : {write_file, replace_file, write_file_atomically}) {
        const bool follows = write == write_file_atomically; // the user named it
        fs::create_symlink(target, link);
        write(link, "new");
        CHECK((read_file(target) == "new") == follows);
        CHECK(fs::is_symlink(link) == follows);
        fs::remove(link);
    }
    write_file(target, "untouched");
    fs::create_hard_link(target, link);
    write_file(link, "new");
    CHECK(read_file(target) == "untouched");
    fs::remove(link);
    REQUIRE(::mkfifo(link.c_str(), 0600) == 0);
    write_file(link, "new");
    CHECK(read_file(link) == "new");
}

TEST_CASE("a linked folder below another is refused", "[files]") {
    const TemporaryDirectory folder;
    make_own_folder(folder.path() / "new");
    make_own_folder(folder.path() / "new");
    CHECK(fs::is_directory(folder.path() / "new"));
    fs::create_directory_symlink("new", folder.path() / "link");
    CHECK(failure_of([&] { make_own_folder(folder.path() / "link"); }).find("is a link") !=
          std::string::npos);
    CHECK(failure_of([&] { make_own_folder(folder.path() / "none" / "new"); }).find("cannot create") == 0);
}

TEST_CASE("a temporary folder is private and is removed", "[files]") {
    fs::path path;
    {
        const TemporaryDirectory folder;
        path = folder.path();
        struct stat status {};
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777) == 0700);
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("results are never overwritten", "[files]") {
    const TemporaryDirectory folder;
    CHECK(failure_of([&] { check_is_free(folder.path()); }).empty());
    CHECK(failure_of([&] { check_is_free(folder.path() / "new"); }).empty());
    write_file(folder.path() / "x", "");
    CHECK(failure_of([&] { check_is_free(folder.path()); }).find("is not an empty folder") !=
          std::string::npos);
    CHECK(failure_of([&] { check_is_free(folder.path() / "x"); }).find("is not an empty folder") !=
          std::string::npos);
}
