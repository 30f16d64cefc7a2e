// A clause of a selector that no published device satisfies, as it was meant: with the values that
// there are in the place of what was written for them.
#pragma once

#include <string>

#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {

// Empty where it is not known.
std::string clause_meant(const DeadClause& clause);
// Puts that into the expression. False where it is not known, or the clause is not in it.
bool mend_clause(const DeadClause& clause, std::string& expression);

// The same of a clause that compares with one text, or searches for one, and only where it is sure:
// a value is the same in other letters, or has the text as a word in it.
std::string word_meant(const DeadClause& clause);

}  // namespace drawbridge::rules
