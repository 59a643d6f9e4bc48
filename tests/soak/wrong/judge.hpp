// Whether a run was right: by half the step, by the reference, and by what needs neither.
#pragma once

#include <string>
#include <vector>

#include "soak/wrong/case.hpp"

namespace taut::soak {

enum class Verdict {
  agreed,     // with the reference, within what h and h/2 claim
  refused,    // said before the run
  said,       // failed, or noted
  undecided,  // the reference is not sure; constraints and energy hold
  coarse,     // further off than claimed, but the error falls with the step or with the tolerance
  wrong       // in silence
};
constexpr int verdicts = 6;
const char* name(Verdict verdict);

struct Judgement {
  Verdict verdict;
  std::string mechanism;  // of what is wrong, in a word or two, for counting
  std::string details;
  std::vector<std::string> notes = {};  // of the run
};

Judgement judge(const Case& item);
// Composition and closed form of the same linkage, each judged, and held against each other.
Judgement judge_pair(const Case& item);

// The smallest case with the same mechanism that leaving things out leads to.
Case shrunk(const Case& item, const Judgement& judgement);

}  // namespace taut::soak
