#include "io/output/xyz_writer.hpp"

#include <cctype>
#include <utility>

#include "io/file/number.hpp"

namespace taut::io {
namespace {

std::string species_of(const std::string& name) {
  std::string species;
  for (const char c : name)
    if (!std::isspace(static_cast<unsigned char>(c))) species += c;
  return species.empty() ? "X" : species;
}

std::string lattice_of(const Vec3& box) {
  if (box == Vec3{}) return {};
  return "Lattice=\"" + format_number(box.x) + " 0 0 0 " + format_number(box.y) + " 0 0 0 " + format_number(box.z) +
         "\" ";
}

void append_vector(std::string& row, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) {
    row += ' ';
    append_number(row, v[axis]);
  }
}

}  // namespace

XyzWriter::XyzWriter(TextFile file, const std::vector<std::string>& names) : TextWriter(std::move(file)) {
  for (const std::string& name : names) species_.push_back(species_of(name));
}

std::string XyzWriter::header(const Frame& frame) const {
  return std::to_string(frame.positions.size()) + '\n' + lattice_of(frame.box) +
         "Properties=species:S:1:pos:R:3:vel:R:3 Time=" + format_number(frame.time) + '\n';
}

void XyzWriter::write(const Frame& frame) {
  file_.append(header(frame));
  for (std::size_t i = 0; i < frame.positions.size(); ++i) {
    row_ = i < species_.size() ? species_[i] : "X";
    append_vector(row_, frame.positions[i]);
    append_vector(row_, frame.velocities[i]);
    row_ += '\n';
    file_.append(row_);
  }
  file_.end_record();
}

}  // namespace taut::io
