// What the standard library does where it would throw (out of memory): a trap, instead of printing through half of
// libc.
#include <version>

_LIBCPP_BEGIN_NAMESPACE_STD
void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
