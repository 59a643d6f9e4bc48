#include "fuzz/targets.hpp"
#include "io/arm/svg_path.hpp"

void taut::fuzz::read_svg_path(std::string_view bytes) {
  const auto curves = io::parse_svg_path(bytes);
  if (!curves) return require(is_sentence(curves.error().message));
  require(!curves->empty());
  for (const io::Curve& curve : *curves)
    for (const double s : {0.0, 0.5, 1.0}) require(is_finite(curve(s)));
}
