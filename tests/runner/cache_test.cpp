#include "runner/system/cache.h"
#include "support.h"

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <map>

using namespace loop::runner;
namespace fs = std::filesystem;

namespace {

fs::path place_entry(const Cache& cache, const std::string& key, const std::string& content) {
    const TemporaryDirectory folder = cache.work_directory();
    write_file(folder.path() / "program", content);
    return cache.place("programs", key, folder.path());
}

/// A variable of the environment that has this value in a scope.
class Variable {
public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        ::setenv(name, value.c_str(), 1);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

private:
    const char* name_;
    std::optional<std::string> before_;
};

} // namespace

TEST_CASE("an entry is found after it is placed, also after it is placed again", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    CHECK_FALSE(cache.find("programs", "k"));
    place_entry(cache, "k", "one");
    REQUIRE(cache.find("programs", "k"));
    place_entry(cache, "k", "two");
    CHECK(read_file(*cache.find("programs", "k") / "program") == "two");
    CHECK(fs::is_empty(cache.root() / "work"));
}

TEST_CASE("a damaged entry is not used", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    const fs::path entry = place_entry(cache, "k", "a program");
    SECTION("changed") {
        write_file(entry / "program", "a prugram");
    }
    SECTION("cut short") {
        fs::resize_file(entry / "program", 3);
    }
    SECTION("gone") {
        fs::remove(entry / "program");
    }
    SECTION("without its manifest") {
        fs::remove(entry / "entry.json");
    }
    SECTION("with a broken manifest") {
        write_file(entry / "entry.json", "{");
    }
    SECTION("with a manifest of another form") {
        write_file(entry / "entry.json", "{\"program\": 3}");
    }
    CHECK_FALSE(cache.find("programs", "k"));
}

TEST_CASE("a large entry is compared by its ends and its size", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    const std::string content(std::size_t(9) << 20, 'x');
    const fs::path entry = place_entry(cache, "k", content);
    REQUIRE(cache.find("programs", "k"));
    SECTION("its begin") {
        write_file(entry / "program", "y" + content.substr(1));
    }
    SECTION("its end") {
        write_file(entry / "program", content.substr(1) + "y");
    }
    SECTION("its size") {
        write_file(entry / "program", content + "x");
    }
    CHECK_FALSE(cache.find("programs", "k"));
}

TEST_CASE("a lock can be asked for without waiting", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    {
        const auto first = cache.try_lock("programs", "k");
        REQUIRE(first);
        CHECK_FALSE(cache.try_lock("programs", "k"));
    }
    CHECK(cache.try_lock("programs", "k"));
}

TEST_CASE("a cache that others can write is refused", "[cache]") {
    const TemporaryDirectory folder;
    const fs::path root = folder.path() / "open";
    fs::create_directory(root);
    ::chmod(root.c_str(), 0777);
    CHECK(failure_of([&] { Cache cache(root); }).find("writable by everyone") != std::string::npos);
}

TEST_CASE("folders in a cache are private whatever the umask", "[cache]") {
    const TemporaryDirectory folder;
    for (const mode_t mask : {0, 0177}) {
        const fs::path root = folder.path() / std::to_string(mask);
        const mode_t before = ::umask(mask);
        const Cache cache(root);
        cache.remember("text", "1");
        place_entry(cache, "k", "one");
        const bool is_locked = cache.try_lock("programs", "k").has_value();
        ::umask(before);
        CHECK(is_locked);
        for (const char* name : {"", "work", "known", "programs", "locks", "programs/k"})
            CHECK((fs::status(root / name).permissions() & fs::perms::mask) == fs::perms::owner_all);
    }
}

TEST_CASE("folders in a cache are checked as the cache is", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    const std::map<std::string, std::function<void()>> uses{
        {"work", [&] { cache.work_directory(); }},
        {"known", [&] { cache.remember("text", "1"); }},
        {"locks", [&] { cache.try_lock("programs", "k"); }},
        {"programs", [&] { cache.find("programs", "k"); }}};
    fs::create_directories(folder.path() / "foreign" / "k");
    for (const auto& [name, use] : uses) {
        const fs::path place = cache.root() / name;
        fs::create_directory_symlink(folder.path() / "foreign", place);
        CHECK(failure_of(use).find("is a link") != std::string::npos);
        fs::remove(place);
        fs::create_directories(place / "k");
        fs::permissions(place, fs::perms::all);
        CHECK(failure_of(use).find("writable by everyone") != std::string::npos);
    }
}

TEST_CASE("a link at the default cache is not followed", "[cache]") {
    const TemporaryDirectory folder;
    fs::create_directory(folder.path() / "foreign");
    fs::create_directory_symlink("foreign", folder.path() / "loop");
    const Variable chosen("LOOP_CACHE", ""), base("XDG_CACHE_HOME", folder.path().string());
    CHECK(failure_of([] { Cache cache(Cache::default_root()); }).find("loop` is a link") !=
          std::string::npos);
    const Variable named("LOOP_CACHE", (folder.path() / "loop").string());
    CHECK(failure_of([] { Cache cache(Cache::default_root()); }).empty());
}

TEST_CASE("a locked key makes others wait, with a message", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    Interrupts interrupts;
    Descriptor first =
        cache.lock("programs", "k", interrupts, [](const std::string&) { FAIL("nobody holds it"); });
    int told = 0;
    const Descriptor second = cache.lock("programs", "k", interrupts, [&](const std::string& holder) {
        ++told;
        CHECK(holder == "process " + std::to_string(::getpid()));
        first.close();
    });
    CHECK(told == 1);
}

TEST_CASE("expensive texts are remembered", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    CHECK_FALSE(cache.remembered("k"));
    cache.remember("k", "g++ 12");
    CHECK(cache.remembered("k") == "g++ 12");
}

TEST_CASE("entries unused for long are removed", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(24 * 40);
    for (const char* key : {"old", "used"})
        fs::last_write_time(place_entry(cache, key, "x"), long_ago);
    CHECK(cache.find("programs", "used"));
    cache.remove_unused("programs", 30);
    CHECK(cache.find("programs", "used"));
    CHECK_FALSE(fs::exists(cache.root() / "programs" / "old"));
}

TEST_CASE("a look-only cache creates nothing", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache", Cache::Mode::LookOnly);
    CHECK_FALSE(cache.find("programs", "k"));
    CHECK_FALSE(fs::exists(folder.path() / "cache"));
}
