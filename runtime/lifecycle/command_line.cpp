#include "lifecycle/command_line.h"

#include "session/lasting.h"
#include "session/launcher.h"
#include "session/settings.h"
#include "session/values.h"

#include <loop/nearest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace loop::runtime {
namespace {

// A function and not a constant: a Program's constructor calls this while statics are still being
// initialized.
std::vector<std::string> option_names() {
    return {"--size", "--iterations", "--set", "--no-verify", "--no-trace", "--records", "--quiet", "--help"};
}

std::string help_text() {
    const Settings& s = settings();
    std::ostringstream out;
    out << "usage: " << s.program << " [options]\n\n"
        << "  --size N           problem size (default " << problem_size() << ")\n"
        << "  --iterations K     iterations (default " << iterations() << ")\n"
        << "  --set NAME=VALUE   sets a parameter of the list below\n"
        << "  --no-verify        does not verify messages\n"
        << "  --no-trace         does not record a trace\n"
        << "  --records DIR      where each rank writes its record\n"
        << "  --quiet            no summary at the end\n"
        << "  --help             this text\n\nparameters:\n";
    for (const Parameter& parameter : s.parameters) {
        out << "  " << parameter.name << "  " << parameter.type << ", default " << parameter.default_text
            << "\n";
        if (*parameter.help != '\0') out << "      " << parameter.help << "\n";
    }
    out << "  tree.shape  binary or binomial, default binary\n"
        << "      the tree of \\TREE_BCAST, \\TREE_COLLECT_VEC and \\TREE_DISTRIB_VEC\n"
        << "  tree.map  a permutation of the ranks, default 0,1,2,...\n"
        << "      the rank at each position of the tree; begins with 0\n";
    return out.str();
}

[[noreturn]] void print_help() {
    if (launcher_rank() <= 0) {
        std::fputs(help_text().c_str(), stdout);
        std::fflush(stdout);
    }
    std::_Exit(0);
}

[[noreturn]] void unknown_option(const std::string& option) {
    const std::string near = nearest(option, option_names());
    usage_error("unknown option `" + option + "`" +
                (near.empty() ? " (--help lists them)" : "; did you mean `" + near + "`?"));
}

// The command line may override the parameter file, but it must not contain an option twice.
void set_once(const std::string& name, const std::string& value, const std::string& from) {
    static Lasting<std::set<std::string>> seen;
    if (!seen().insert(name).second) usage_error(from + ": parameter `" + name + "` is given twice");
    set_value(name, value, from);
}

void set_pair(const std::string& pair, const std::string& from) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos) usage_error(from + ": expected NAME=VALUE, found `" + pair + "`");
    set_once(pair.substr(0, equals), pair.substr(equals + 1), from);
}

void apply_option(const std::string& option, const std::string& value) {
    if (option == "--size" || option == "--iterations") {
        set_once(option.substr(2), value, option);
    } else if (option == "--records") {
        settings().records = value;
    } else {
        set_pair(value, option);
    }
}

} // namespace

std::vector<std::string> own_command_line() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline(file, argument, '\0');)
        arguments.push_back(argument);
    if (!arguments.empty()) arguments.erase(arguments.begin());
    return arguments;
}

void read_command_line(const std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        const std::size_t equals = argument.find('=');
        const std::string option = argument.substr(0, equals);
        const bool takes_value =
            option == "--size" || option == "--iterations" || option == "--set" || option == "--records";
        if (argument == "--help" || argument == "-h") print_help();
        if (argument == "--no-verify") {
            settings().verify = false;
        } else if (argument == "--no-trace") {
            settings().trace = false;
        } else if (argument == "--quiet") {
            settings().quiet = true;
        } else if (takes_value && equals != std::string::npos) {
            apply_option(option, argument.substr(equals + 1));
        } else if (takes_value) {
            if (i + 1 == arguments.size()) usage_error("`" + option + "` needs a value");
            apply_option(option, arguments[++i]);
        } else if (argument.empty() || argument[0] != '-') {
            usage_error("unexpected argument `" + argument + "`");
        } else {
            unknown_option(option);
        }
    }
}

} // namespace loop::runtime
