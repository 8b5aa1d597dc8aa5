#include "compiler/check/arithmetic.h"

#include "compiler/check/host_tokens.h"

namespace loop::compiler {

using Kind = NumberType::Kind;

/// Reads tokens from `at` on. Whatever it does not know makes it fail; it then reads no further.
class Arithmetic::Reader {
public:
    Reader(const Arithmetic& of, std::uint32_t at) : host_(of.host_), of_(of), at_(at) {}

    std::uint32_t at() const { return at_; }
    bool failed() const { return failed_; }
    long long operations() const { return operations_; }

    /// A sum, a product, or what they consist of.
    NumberType expression() {
        NumberType left = product();
        while (!failed_ && (is("+") || is("-"))) {
            ++at_;
            left = combined(left, product());
        }
        return left;
    }

    void statement() {
        if (is(";")) return;
        if (is("++") || is("--")) return step();
        const ReadType type = read_type(host_, at_);
        if (type.type.kind != Kind::Unknown) return declaration(type);
        assignment();
    }

private:
    static constexpr int deepest = 100;

    bool is(std::string_view seen) const { return host_.is(at_, seen); }
    NumberType fail() {
        failed_ = true;
        return {};
    }
    bool take(std::string_view seen) {
        if (failed_ || !is(seen)) {
            failed_ = true;
            return false;
        }
        ++at_;
        return true;
    }

    NumberType combined(NumberType left, NumberType right) {
        const bool known = left.kind != Kind::Unknown && right.kind != Kind::Unknown;
        if (failed_ || !known || left.subscripts != 0 || right.subscripts != 0) return fail();
        if (left.is_integer() && right.is_integer()) return left;
        ++operations_;
        return {Kind::Floating, 0};
    }

    NumberType product() {
        NumberType left = factor();
        while (!failed_ && (is("*") || is("/") || is("%"))) {
            const bool is_remainder = is("%");
            ++at_;
            left = combined(left, factor());
            if (is_remainder && left.kind == Kind::Floating) return fail();
        }
        return left;
    }

    NumberType factor() {
        if (failed_ || ++depth_ > deepest) return fail();
        NumberType type;
        if (is("-") || is("+")) {
            ++at_;
            type = factor();
            if (type.subscripts != 0) return fail();
        } else if (is("(")) {
            ++at_;
            type = bracketed();
        } else if (is("static_cast") && host_.is(at_ + 1, "<")) {
            at_ += 2;
            type = cast(">");
        } else {
            type = operand();
        }
        --depth_;
        return type;
    }

    /// Behind a `(`: an expression, or a type to which what follows is converted.
    NumberType bracketed() {
        if (read_type(host_, at_).type.kind != Kind::Unknown) return cast(")");
        const NumberType type = expression();
        take(")");
        return type;
    }

    /// A type that `close` ends, and what is converted to it.
    NumberType cast(std::string_view close) {
        const ReadType read = read_type(host_, at_);
        at_ = read.end;
        if (read.type.kind == Kind::Unknown || read.type.subscripts != 0 || !take(close)) return fail();
        const NumberType from = factor();
        return from.kind == Kind::Unknown || from.subscripts != 0 ? fail() : read.type;
    }

    NumberType operand() {
        if (at_ >= host_.tokens.size()) return fail();
        if (host_.tokens[at_].kind == Token::Kind::Number) return number();
        if (!host_.is_name(at_)) return conversion();
        if (host_.is_called(at_)) return fail();
        NumberType type = of_.types_.of(of_.function_, at_++);
        while (!failed_ && is("[")) {
            ++at_;
            if (!expression().is_integer() || !take("]") || --type.subscripts < 0) return fail();
        }
        return type.kind == Kind::Unknown ? fail() : type;
    }

    /// `double(i)`.
    NumberType conversion() {
        const ReadType read = read_type(host_, at_);
        if (read.type.kind == Kind::Unknown || read.end != at_ + 1 || !host_.is(read.end, "(")) return fail();
        ++at_;
        return factor().kind == Kind::Unknown ? fail() : read.type;
    }

    NumberType number() {
        const std::string_view text = host_.word(at_++);
        if (text.find_first_of("xXbB") == 1) return {Kind::Integer, 0};
        return {text.find_first_of(".eEfF") == std::string_view::npos ? Kind::Integer : Kind::Floating, 0};
    }

    /// `++i`.
    void step() {
        ++at_;
        if (!host_.is_name(at_) || !operand().is_integer()) fail();
    }

    void declaration(const ReadType& type) {
        at_ = type.end;
        if (type.type.subscripts != 0) failed_ = true;
        while (!failed_) {
            if (!host_.is_name(at_)) return void(fail());
            ++at_;
            if (is("=")) {
                ++at_;
                initialised(expression(), type.type);
            }
            if (!is(",")) return;
            ++at_;
        }
    }

    void initialised(NumberType value, NumberType variable) {
        if (value.kind == Kind::Unknown || value.subscripts != 0 || variable.subscripts != 0) fail();
    }

    void assignment() {
        if (!host_.is_name(at_)) return void(fail());
        const NumberType target = operand();
        if (failed_ || target.subscripts != 0) return void(fail());
        if ((is("++") || is("--")) && target.is_integer()) return void(++at_);
        const bool computes = is("+=") || is("-=") || is("*=") || is("/=");
        if (!computes && !is("=")) return void(fail());
        ++at_;
        const NumberType value = expression();
        initialised(value, target);
        if (failed_ || !computes || (target.is_integer() && value.is_integer())) return;
        if (target.is_integer()) return void(fail()); // converted to and fro
        ++operations_;
    }

    const HostCode& host_;
    const Arithmetic& of_;
    std::uint32_t at_;
    long long operations_ = 0;
    int depth_ = 0;
    bool failed_ = false;
};

std::optional<Arithmetic::Counted> Arithmetic::statement(std::uint32_t token) const {
    Reader reader(*this, token);
    reader.statement();
    if (reader.failed() || !host_.is(reader.at(), ";")) return std::nullopt;
    return Counted{reader.operations(), reader.at() + 1};
}

bool Arithmetic::is_integer(std::uint32_t first, std::uint32_t last) const {
    if (first >= last) return false;
    Reader reader(*this, first);
    const NumberType type = reader.expression();
    return !reader.failed() && reader.at() == last && type.is_integer() && reader.operations() == 0;
}

} // namespace loop::compiler
