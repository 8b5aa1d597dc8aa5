#include "support.h"

#include <catch2/catch.hpp>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;

Folder::Folder() {
    std::string name = (fs::temp_directory_path() / "loop-exchange-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
}

Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string quoted(const std::string& word) {
    return "'" + word + "'"; // names of test folders contain no quotes
}

Output run(const std::string& command) {
    const Folder folder;
    const int status = std::system(
        ("( " + command + " ) >" + folder.path() + "/out 2>" + folder.path() + "/err </dev/null").c_str());
    Output output;
    output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    output.errors = contents(folder.path() + "/err");
    std::ifstream lines(folder.path() + "/out");
    for (std::string line; std::getline(lines, line);)
        output.lines.push_back(line);
    return output;
}

void require_tool(const std::string& name) {
    INFO(name << " is not installed; cmake/packages.txt lists its package");
    REQUIRE(run("command -v " + name).code == 0);
}
