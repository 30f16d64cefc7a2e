#include "webhook/decide/quotas/asked_beside.h"

namespace drawbridge::admission {

std::string Askers::who() const {
  std::string text = first;
  if (more > 0) text += " and " + std::to_string(more) + (more == 1 ? " other" : " others");
  if (!own.empty()) text += (text.empty() ? "" : " and ") + own;
  return text;
}

std::string Askers::asks_text() const {
  return who() + (more == 0 && own.empty() ? " asks" : " ask");
}

std::string Askers::less_text() const {
  return "Have " + who() + " ask for less.";
}

}  // namespace drawbridge::admission
