// Counter-based random numbers, Philox 4x32 with ten rounds [salmon2011, section 3.3]: a number depends on seed,
// stream and index only, never on who asked before.
//   (c0, c1, c2, c3) -> (hi(M1 c2) ^ c1 ^ k0, lo(M1 c2), hi(M0 c0) ^ c3 ^ k1, lo(M0 c0)),  k += (W0, W1) a round
#pragma once

#include <array>
#include <cstdint>

namespace taut {

using PhiloxBlock = std::array<std::uint32_t, 4>;

constexpr PhiloxBlock philox(PhiloxBlock c, std::uint32_t k0, std::uint32_t k1) {
  constexpr std::uint64_t m0 = 0xD2511F53, m1 = 0xCD9E8D57;
  constexpr std::uint32_t w0 = 0x9E3779B9, w1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = m0 * c[0], p1 = m1 * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
    k0 += w0;
    k1 += w1;
  }
  return c;
}

// Two numbers, uniform in the open interval (0, 1), for this seed, stream and index.
constexpr std::array<double, 2> uniform_pair(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const PhiloxBlock counter = {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32),
                               static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
  const PhiloxBlock bits = philox(counter, static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
  const auto unit = [](std::uint32_t high, std::uint32_t low) {
    const std::uint64_t word = (static_cast<std::uint64_t>(high) << 32 | low) >> 12;  // 52 bits
    return (static_cast<double>(word) + 0.5) * 0x1p-52;
  };
  return {unit(bits[0], bits[1]), unit(bits[2], bits[3])};
}

}  // namespace taut
