// What the parser of URDF passes over in silence: attributes that are no numbers, links with two parents, circles.
#pragma once

#include <optional>
#include <string>

class TiXmlElement;

namespace taut::io {

struct UrdfFault {
  int line;
  std::string message;
};

// The first thing wrong with the links and joints of a robot.
std::optional<UrdfFault> check_urdf(const TiXmlElement& robot);

}  // namespace taut::io
