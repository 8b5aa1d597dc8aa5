#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>

namespace loop {

// One `\PARAM` of the file, as --help shows it.
struct Parameter {
    const char* name;
    const char* type;
    const char* default_text;
    const char* help;
};

enum class CommandLine {
    runtime, // main takes no arguments: LOOP parses the command line
    program, // main takes arguments: LOOP ignores the command line
};

// Declared once, at file scope, in every generated program. The constructor runs before main and before
// MPI_Init. It reads the parameter file that LOOP_PARAMETERS names, then the process's own command line,
// which takes precedence. A bad option, name, or value ends the process with code 2, an unusable records
// directory with code 7. `uses`: which of `size` and `iterations` the program may use; the rank record lists
// the others only if they were given.
class Program {
public:
    Program(const char* name, const char* file, const char* source_hash, CommandLine command_line,
            std::initializer_list<const char*> uses, std::initializer_list<Parameter> parameters);
};

// The run-time parameters `size` (default 100) and `iterations` (default 10). Local.
int problem_size();
int iterations();

namespace detail {
enum class Kind { Bool, Integer, Unsigned, Real, Text };
struct Number {
    long long integer;
    unsigned long long natural;
    double real;
};
// Returns true if a value was given for `name`, and stores it in `number` or `text`. A value that does not
// fit the type (of `bytes` bytes) ends the process with code 2.
bool given(const char* name, Kind kind, unsigned bytes, Number& number, std::string& text);
// Stores the value in effect, as text, for the rank record.
void remember(const char* name, const std::string& effective);
std::string text_of(long double value, Kind kind);
std::string text_of(long long value);
std::string text_of(unsigned long long value);
} // namespace detail

// The value of a `\PARAM`: from --set, --size, or the parameter file, else the default. Local; may be called
// before \OPEN0, even to initialize a variable at file scope.
template <class T>
T param(const char* name, T default_value, const char* help) {
    static_assert(std::is_arithmetic<T>::value || std::is_same<T, std::string>::value,
                  "a \\PARAM is a bool, an integer, a floating-point number or a std::string");
    (void)help;
    detail::Number number{};
    std::string text;
    if constexpr (std::is_same<T, std::string>::value) {
        T value = detail::given(name, detail::Kind::Text, 0, number, text) ? text : default_value;
        detail::remember(name, value);
        return value;
    } else if constexpr (std::is_same<T, bool>::value) {
        bool value =
            detail::given(name, detail::Kind::Bool, 1, number, text) ? number.integer != 0 : default_value;
        detail::remember(name, value ? "true" : "false");
        return value;
    } else if constexpr (std::is_floating_point<T>::value) {
        T value = detail::given(name, detail::Kind::Real, sizeof(T), number, text)
                      ? static_cast<T>(number.real)
                      : default_value;
        detail::remember(name, detail::text_of(static_cast<long double>(value), detail::Kind::Real));
        return value;
    } else if constexpr (std::is_signed<T>::value) {
        T value = detail::given(name, detail::Kind::Integer, sizeof(T), number, text)
                      ? static_cast<T>(number.integer)
                      : default_value;
        detail::remember(name, detail::text_of(static_cast<long long>(value)));
        return value;
    } else {
        T value = detail::given(name, detail::Kind::Unsigned, sizeof(T), number, text)
                      ? static_cast<T>(number.natural)
                      : default_value;
        detail::remember(name, detail::text_of(static_cast<unsigned long long>(value)));
        return value;
    }
}

} // namespace loop
