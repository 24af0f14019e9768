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
  if (isGiven(options, "noise-strength") && (options.noise == "yield" || options.noise == "priority"))
    return "--noise-strength is for how long a thread sleeps, and --noise=" + options.noise + " has none sleep: leave out one of them";
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
  std::string text = std::string(name(noise.kind)) + " noise";
  if (noise.decision != NoiseDecision::Interrupted)
    text += " at " + std::to_string(noise.percent) + " %";
  if (noise.decision != NoiseDecision::Random)
    text += noise.decision == NoiseDecision::Pairs ? ", more where coverage asks for it" : " where coverage asks for it";
  if (noise.kind == NoiseKind::Sleep || noise.kind == NoiseKind::Mixed)
    text += ", strength " + std::to_string(noise.strength);
  return text;
}

} // namespace xblock
