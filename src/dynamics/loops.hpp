// The loops of base/packed.hpp: short ones in place, long ones with the widest instructions of the machine and, where
// there is a team, on its threads. The bits are the same.
#pragma once

#include "base/packed.hpp"
#include "base/parallel.hpp"
#include "solve/kernels/kernel_table.hpp"

namespace taut {

class Loops {
 public:
  void work_with(ThreadTeam& team) { team_ = team.size() > 1 ? &team : nullptr; }

  void first_kick(std::size_t n, double h, const double* a, const double* v, double* dv, double* u) const {
    if (n < few) return taut::first_kick(n, h, a, v, dv, u);
    share(n,
          [=, this](std::size_t k, std::size_t count) { kernels_.first_kick(count, h, a + k, v + k, dv + k, u + k); });
  }
  void further_kick(std::size_t n, double h, const double* a, const double* v, double* dv, double* u) const {
    if (n < few) return taut::further_kick(n, h, a, v, dv, u);
    share(n, [=, this](std::size_t k, std::size_t count) {
      kernels_.further_kick(count, h, a + k, v + k, dv + k, u + k);
    });
  }
  void compensated_step(std::size_t n, double h, const double* u, const double* from, const double* from_low,
                        double* to, double* to_low) const {
    if (n < few) return taut::compensated_step(n, h, u, from, from_low, to, to_low);
    share(n, [=, this](std::size_t k, std::size_t count) {
      kernels_.compensated_step(count, h, u + k, from + k, from_low + k, to + k, to_low + k);
    });
  }

 private:
  static constexpr std::size_t few = 48, many = 10'000;

  template <class Work>
  void share(std::size_t n, Work&& work) const {
    if (!team_ || n < many) return work(std::size_t{0}, n);
    const auto threads = static_cast<std::size_t>(team_->size());
    team_->run([&](int k) {
      const auto thread = static_cast<std::size_t>(k);
      const std::size_t begin = n * thread / threads, end = n * (thread + 1) / threads;
      work(begin, end - begin);
    });
  }

  const KernelTable& kernels_ = *kernels_here().back();
  ThreadTeam* team_ = nullptr;
};

}  // namespace taut
