#include "session/values.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdlib>

namespace loop::runtime {
namespace {

std::string quoted(const std::string& text) {
    return "`" + text + "`";
}

bool all_read(const std::string& text, const char* end) {
    return !text.empty() && !std::isspace(static_cast<unsigned char>(text[0])) && *end == '\0' &&
           end != text.c_str();
}

std::string without_blanks_and_std(std::string type) {
    type.erase(std::remove_if(type.begin(), type.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
               type.end());
    if (type.compare(0, 5, "std::") == 0) type.erase(0, 5);
    return type;
}

std::string out_of_range(const std::string& text, const std::string& low, const std::string& high) {
    return quoted(text) + " is out of range: it must be from " + low + " to " + high;
}

} // namespace

std::string parse_integer(const std::string& text, unsigned bytes, long long& value) {
    char* end = nullptr;
    errno = 0;
    value = std::strtoll(text.c_str(), &end, 10);
    if (!all_read(text, end)) return quoted(text) + " is not a whole number";
    const long long high = bytes >= 8 ? LLONG_MAX : (1LL << (8 * bytes - 1)) - 1;
    if (errno == ERANGE || value > high || value < -high - 1) {
        return out_of_range(text, std::to_string(-high - 1), std::to_string(high));
    }
    return "";
}

std::string parse_unsigned(const std::string& text, unsigned bytes, unsigned long long& value) {
    char* end = nullptr;
    errno = 0;
    value = std::strtoull(text.c_str(), &end, 10);
    if (!all_read(text, end)) return quoted(text) + " is not a whole number";
    const unsigned long long high = bytes >= 8 ? ULLONG_MAX : (1ULL << (8 * bytes)) - 1;
    if (text[0] == '-' || errno == ERANGE || value > high)
        return out_of_range(text, "0", std::to_string(high));
    return "";
}

std::string parse_real(const std::string& text, unsigned bytes, double& value) {
    char* end = nullptr;
    errno = 0;
    value = std::strtod(text.c_str(), &end);
    if (!all_read(text, end)) return quoted(text) + " is not a number";
    const bool overflow = errno == ERANGE && std::fabs(value) > 1;
    const bool too_large = bytes == sizeof(float) && std::isfinite(value) && std::fabs(value) > FLT_MAX;
    return overflow || too_large ? quoted(text) + " is out of range" : "";
}

std::string parse_bool(const std::string& text, bool& value) {
    if (text == "true" || text == "1" || text == "yes" || text == "on") return value = true, "";
    if (text == "false" || text == "0" || text == "no" || text == "off") return value = false, "";
    return quoted(text) + " is neither `true` nor `false`";
}

std::string check_value(const std::string& type, const std::string& text) {
    const std::string t = without_blanks_and_std(type);
    long long integer = 0;
    unsigned long long natural = 0;
    double real = 0;
    bool flag = false;
    if (t == "bool") return parse_bool(text, flag);
    if (t == "int" || t == "signed" || t == "int32_t") return parse_integer(text, sizeof(int), integer);
    if (t == "long" || t == "longint" || t == "int64_t") return parse_integer(text, sizeof(long), integer);
    if (t == "longlong" || t == "longlongint") return parse_integer(text, sizeof(long long), integer);
    if (t == "unsigned" || t == "unsignedint" || t == "uint32_t") {
        return parse_unsigned(text, sizeof(unsigned), natural);
    }
    if (t == "unsignedlong" || t == "size_t" || t == "unsignedlonglong" || t == "uint64_t") {
        return parse_unsigned(text, sizeof(unsigned long), natural);
    }
    if (t == "float") return parse_real(text, sizeof(float), real);
    if (t == "double") return parse_real(text, sizeof(double), real);
    return "";
}

} // namespace loop::runtime
