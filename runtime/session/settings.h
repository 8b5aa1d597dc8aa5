#pragma once

#include <loop/patterns.h>
#include <loop/program.h>

#include <map>
#include <string>
#include <vector>

namespace loop::runtime {

// What the parameter file and the command line decided, before MPI_Init. One a process.
struct Settings {
    std::string program = "program";
    std::string file;
    std::string source_hash;
    std::string launch;
    std::string records; // empty: no records are written
    bool verify = true;
    std::map<std::string, double> rates; // what a simulated machine does in a second
    bool watched = false;        // somebody ends the run when its ranks wait for each other for too long
    double watchdog_seconds = 0; // between observations of this host's watchdog; 0: there is none
    bool trace = true;           // recorded where records are
    std::vector<Parameter> parameters;         // the program's \PARAMs
    std::map<std::string, std::string> values; // given by --set, --size, --iterations or the parameter file
    std::map<std::string, std::string> effective;

    patterns::TreeShape tree_shape = patterns::TreeShape::Binary;
    std::vector<int> tree_map; // empty: the identity
};

Settings& settings();

// Whether this process is to record a trace at all. Known before MPI_Init.
bool wants_trace();

// Usage errors: one message (from rank 0 of a launch), exit code 2.
[[noreturn]] void usage_error(const std::string& message);

// Stores a value for a \PARAM or a built-in setting, or ends in a usage error. `from` names the place for
// messages.
void set_value(const std::string& name, const std::string& value, const std::string& from);

// Every name that --set knows.
std::vector<std::string> known_names();

// size, iterations and every \PARAM with the value in force, for the record.
std::map<std::string, std::string> effective_parameters();

} // namespace loop::runtime
