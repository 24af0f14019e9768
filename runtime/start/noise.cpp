#include "start/noise.h"

namespace xblock {

namespace {

/// Of a sleep: beyond it nobody would tell it from one that ends where no other thread can go on.
constexpr uint64_t kStrongest = 1'000'000;

} // namespace

std::string wrongNoise(const Options &options) {
  const Options standard;
  const bool given[] = {options.noise != standard.noise,
                        options.noiseProbability != standard.noiseProbability,
                        options.noiseStrength != standard.noiseStrength};
  constexpr const char *kNames[] = {"--noise", "--noise-probability", "--noise-strength"};
  if (options.noise == "native") // the command makes --policy=native of it
    return "--noise=native is --policy=native, which needs the library of native runs, and the program loaded this one: start it with xblock run";
  for (size_t i = 0; i < std::size(given); ++i)
    if (given[i] && options.policy != "noise")
      return std::string(kNames[i]) +
             " is of --policy=noise and --policy=native, and this is --policy=" + options.policy + ": leave it out";
  if (options.noiseDecision != "random" && options.coverageModel == "functions" &&
      options.noiseProbability != standard.noiseProbability)
    return "--noise-probability is of chance, and with --noise-decision=coverage noise is where a "
           "function was not interrupted: leave out one of them, or give "
           "--coverage-model=pairs";
  if (options.noiseProbability > 100)
    return "--noise-probability is " + std::to_string(options.noiseProbability) +
           ": give 0 to 100, in percent";
  if (options.noiseStrength > kStrongest)
    return "--noise-strength is " + std::to_string(options.noiseStrength) + ": give 1 to " +
           std::to_string(kStrongest);
  return "";
}

Noise noiseOf(const Options &options) {
  Noise noise{.percent = options.noiseProbability, .strength = options.noiseStrength};
  for (NoiseKind kind : {NoiseKind::Sleep, NoiseKind::Yield, NoiseKind::Priority, NoiseKind::Mixed})
    if (options.noise == name(kind))
      noise.kind = kind;
  if (options.noiseDecision == "coverage")
    noise.decision =
        options.coverageModel == "pairs" ? NoiseDecision::Pairs : NoiseDecision::Interrupted;
  return noise;
}

std::string told(const Noise &noise) {
  if (noise.decision == NoiseDecision::Interrupted)
    return std::string(name(noise.kind)) + " noise where coverage asks for it, strength " +
           std::to_string(noise.strength);
  if (noise.decision == NoiseDecision::Pairs)
    return std::string(name(noise.kind)) + " noise at " + std::to_string(noise.percent) +
           " %, more where coverage asks for it, strength " + std::to_string(noise.strength);
  return std::string(name(noise.kind)) + " noise at " + std::to_string(noise.percent) +
         " %, strength " + std::to_string(noise.strength);
}

} // namespace xblock
