#include "start/noise.h"

namespace xblock {

std::string wrongNoise(const Options &options) {
  if (options.noise == "native") // the command makes --policy=native of it
    return "--noise=native is --policy=native, which needs the library of native runs, and the program loaded this one: start it with xblock run";
  for (const char *name : {"noise", "noise-probability", "noise-strength"})
    if (isGiven(options, name) && options.policy != "noise")
      return std::string("--") + name + " is of --policy=noise and --policy=native, and this is --policy=" + options.policy + ": leave it out";
  if (options.noiseDecision != "random" && options.coverageModel == "functions" && isGiven(options, "noise-probability"))
    return "--noise-probability is of chance, and with --noise-decision=coverage noise is where a "
           "function was not interrupted: leave out one of them, or give "
           "--coverage-model=pairs";
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
