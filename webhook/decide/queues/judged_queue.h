// JudgedQueue: what one queue says of an object's pods, and what of that keeps them from it for
// good.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "quota/kueue/judgement.h"
#include "quota/kueue/placement.h"
#include "rules/finding.h"
#include "webhook/decide/queues/queue_inquiry.h"
#include "webhook/decide/queues/queue_texts.h"
#include "webhook/decide/queues/queued_object.h"

namespace drawbridge::admission {

// Borrows the object and the pods, which are those that Kueue queues of it.
class JudgedQueue {
 public:
  // Of the queue that it is placed in, or of one that it may be told to name instead.
  JudgedQueue(const QueuedObject& object, std::span<const quota::QueuedPods> pods,
              std::string_view proposed = {});
  JudgedQueue(const JudgedQueue&) = delete;
  JudgedQueue& operator=(const JudgedQueue&) = delete;

  const QueueSubject& subject() const { return subject_; }
  const quota::QueueVerdict& verdict() const { return verdict_; }
  QueueCase judged() const { return {subject_, verdict_}; }

  // Why it never takes them, all of it; nothing of a verdict that does not say never.
  std::vector<rules::Finding> never_admitted();
  // Of devices that are not countable: what of them is too much once they are counted as is
  // proposed.
  std::vector<rules::Finding> too_much_once_counted();
  // What is said of all that are to run at once and of which each is one workload, or of its group.
  std::vector<rules::Finding> of_crowd();

 private:
  // Of one pod of Kueue's groups: with another topology it would be admitted.
  bool hangs_on_others_of_group();

  const quota::Placement placement_;
  const QueuedObject object_;
  QueueInquiry inquiry_;
  const QueueSubject subject_;
  const quota::QueueVerdict verdict_;
};

}  // namespace drawbridge::admission
