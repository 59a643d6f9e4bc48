#include "fuzz/targets.hpp"
#include "io/arm/svg_path.hpp"

void taut::fuzz::read_svg_path(std::string_view bytes) {
  const auto curves = io::parse_svg_path(bytes);
  if (!curves) return require(is_sentence(curves.error().message));
  require(!curves->empty());
  for (const io::Curve& curve : *curves) (void)curve(0.5);
}
