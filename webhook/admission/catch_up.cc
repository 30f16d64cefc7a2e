#include "webhook/admission/catch_up.h"

#include <algorithm>
#include <string>
#include <utility>

#include "kube/api/object.h"

namespace drawbridge::admission {

using Clock = std::chrono::steady_clock;

bool CatchUp::is_behind() const {
  return kube::version_number(reflector_.resource_version()) < wanted_;
}

void CatchUp::moved() {
  for (kube::Alarm* alarm : waiting_) alarm->wake();
}

boost::asio::awaitable<void> CatchUp::wait(kube::Client* urgent, kube::Deadline until) {
  until = std::min(until, Clock::now() + kCatchUpAnswerTime);
  bool is_told = false;
  kube::Alarm alarm(urgent->executor());
  const kube::Waiting waiting(&waiting_, &alarm);
  const std::uint64_t question = ++questions_;
  while (answered_ < question || is_behind()) {
    const kube::Deadline now = Clock::now();
    if (!is_told && answered_ >= question) {
      is_told = true;
      until = std::min(until, now + kCatchUpTime);
    }
    if (now >= until || alarm.aborted()) co_return;
    const bool may_ask = answered_ < question && !is_asking_;
    const kube::Deadline next_ask = asked_at_ + kCatchUpInterval;
    if (may_ask && now >= next_ask) {
      const std::uint64_t before = answered_;
      co_await ask(urgent, until);
      if (answered_ == before) co_return;
      continue;
    }
    const kube::Deadline next = may_ask ? std::min(until, next_ask) : until;
    co_await alarm.sleep(next);
  }
}

boost::asio::awaitable<void> CatchUp::ask(kube::Client* urgent, kube::Deadline until) {
  is_asking_ = true;
  asked_at_ = Clock::now();
  // Of a question that comes later the list may know nothing.
  const std::uint64_t asked = questions_;
  const std::optional<std::uint64_t> found = co_await newest(urgent, until);
  is_asking_ = false;
  if (found) {
    wanted_ = *found;
    answered_ = asked;
  }
  moved();
}

boost::asio::awaitable<std::optional<std::uint64_t>> CatchUp::newest(kube::Client* urgent,
                                                                     kube::Deadline until) const {
  std::uint64_t newest = 0;
  std::string next;
  do {
    kube::ResourcePath path = reflector_.path();
    kube::Client::Query query = {{"limit", std::to_string(kube::kListPageObjects)}};
    if (!next.empty()) query.emplace_back("continue", next);
    const kube::ApiResult page = co_await urgent->get(std::move(path), until, std::move(query));
    if (!page.ok()) co_return std::nullopt;
    for (const kube::Json& item : page.object()["items"].elements()) {
      newest =
          std::max(newest, kube::version_number(item["metadata"]["resourceVersion"].as_string()));
    }
    next = page.object()["metadata"]["continue"].as_string();
  } while (!next.empty());
  co_return newest;
}

}  // namespace drawbridge::admission
