#pragma once

#include <string>

namespace loop::runtime {

// Builds one line of valid JSON: invalid UTF-8 becomes U+FFFD; NaN and infinities become the strings "nan",
// "inf", and "-inf".
class Json {
public:
    Json& open_object();
    Json& open_object(const char* key);
    Json& close_object();
    Json& open_list(const char* key);
    Json& close_list();

    Json& text(const char* key, const std::string& value);
    Json& integer(const char* key, long long value);
    Json& number(const char* key, double value);
    Json& boolean(const char* key, bool value);
    Json& list_text(const std::string& value);
    Json& list_integer(long long value);
    Json& list_number(double value);

    const std::string& line() const { return line_; }

private:
    void separate();
    void key(const char* name);
    void quote(const std::string& value);
    Json& put(const std::string& piece);

    std::string line_;
};

} // namespace loop::runtime
