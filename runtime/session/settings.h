#pragma once

#include <loop/patterns.h>
#include <loop/program.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loop::runtime {

// The settings from the parameter file and the command line, read before MPI_Init. One object per process.
struct Settings {
    std::string program = "program";
    std::string file;
    std::string source_hash;
    std::string launch;
    std::string records; // empty: no records are written
    bool verify = true;
    std::vector<int> cpus;               // of rank 0, 1, ..., which bind themselves to them
    std::vector<int> cores;              // the same, after the ranks have agreed on how to wait
    std::vector<int> allowed;            // CPUs that ranks on this host may use; empty: all
    std::map<std::string, double> rates; // operations per second of a simulated machine
    bool watched = false;                // the launching command watches for hangs
    bool recorded = false; // by `loop record`: does what it does without; its call log has no end, and times
    double watchdog_seconds = 0;               // interval of this host's watchdog; 0: there is none
    std::uint64_t strict = 0;                  // the seed; 0: not strict
    bool trace = true;                         // recorded if records are written
    bool by_hand = false;                      // neither `loop run` nor a bundle's job.sh started the program
    bool has_options = false;                  // LOOP reads the program's command line
    bool quiet = false;                        // no summary of a program that was started by hand
    std::vector<Parameter> parameters;         // the program's \PARAMs
    std::map<std::string, std::string> values; // from --set, --size, --iterations, or the parameter file
    std::map<std::string, std::string> effective;

    patterns::TreeShape tree_shape = patterns::TreeShape::Binary;
    std::vector<int> tree_map; // empty: the identity
};

Settings& settings();

// Returns whether this process may record a trace. Known before MPI_Init.
bool wants_trace();

// Reports a usage error: one message (from rank 0 of a launch), exit code 2.
[[noreturn]] void usage_error(const std::string& message);

// Stores a value for a \PARAM or a built-in setting; an invalid one is a usage error. `from` names the source
// of the value in messages.
void set_value(const std::string& name, const std::string& value, const std::string& from);

// The CPUs of the ranks, separated by commas; an invalid list is a usage error.
void set_cpus(const std::string& list, const std::string& from);

// The CPUs on cores of their own that the ranks get if possible, in the same form.
void set_cores(const std::string& list, const std::string& from);

// The CPUs that all ranks may use, in the same form.
void set_allowed(const std::string& list, const std::string& from);

// All names that --set accepts.
std::vector<std::string> known_names();

// The program uses `size` or `iterations`, as its text shows. Programs that ask for them at run time need not
// call this.
void mark_used(const std::string& name);

// The size that `\OPEN0` stores, which does not yet mean that the program uses it.
int size_for_open();

// size and iterations if the program uses them, and every \PARAM, with the effective value, for the record.
std::map<std::string, std::string> effective_parameters();

// Of `size` and `iterations`, those that were given although the program has not used them so far.
std::vector<std::string> parameters_without_effect();

} // namespace loop::runtime
