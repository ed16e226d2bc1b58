/** One step of a drag as sent: [dx, dy, ms] since the previous step; the first is [0, 0, ms] from display to press. */
export type TrackStep = [dx: number, dy: number, ms: number];

/** Features of a drag; 0 if the track is too short to compute them. */
export type DragFeatures = {
  readonly samples: number;
  /** ms from the display of the picture to the press. */
  readonly delay: number;
  /** ms from the press to the last step. */
  readonly duration: number;
  /** Distance between the end of the steps and the claimed position, px. */
  readonly endError: number;
  /** Standard deviation over mean of the speed in 16 equal slices of the time. */
  readonly speedVariation: number;
  /** Standard deviation over mean of the px of moving steps; a script's steps are equal even if their times vary. */
  readonly stepVariation: number;
  /** Standard deviation over mean of the steps' ms. */
  readonly clockVariation: number;
  /** Highest minus lowest y, px. */
  readonly heightRange: number;
  /** Correlation of each dx (dy) with the previous one. */
  readonly xCorrelation: number;
  readonly yCorrelation: number;
  /** Mean speed in the last quarter of the time over the mean speed. */
  readonly endSpeed: number;
  /** Mean absolute change of speed from slice to slice, over the mean speed. */
  readonly roughness: number;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
function variation(values: readonly number[]): number {
  const middle = mean(values);
  if (middle === 0) return 0;
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2))) / Math.abs(middle);
}
/** Autocorrelation at lag 1; 0 for a constant series. */
function lagOne(values: readonly number[]): number {
  const middle = mean(values);
  const off = values.map((value) => value - middle);
  const power = sum(off.map((value) => value ** 2));
  return power === 0 ? 0 : sum(off.slice(1).map((value, at) => value * (off[at] ?? 0))) / power;
}

const SLICES = 16;
/** Distance in each of 16 equal slices of the time, with interpolated positions. */
function sliceSpeeds(steps: readonly TrackStep[], duration: number): number[] {
  const ends: number[] = [];
  let time = 0;
  let x = 0;
  for (const [dx, , ms] of steps) {
    while (ends.length < SLICES && ((ends.length + 1) * duration) / SLICES <= time + ms) {
      const part = ms === 0 ? 1 : (((ends.length + 1) * duration) / SLICES - time) / ms;
      ends.push(x + dx * part);
    }
    time += ms;
    x += dx;
  }
  while (ends.length < SLICES) ends.push(x);
  return ends.map((end, at) => end - (ends[at - 1] ?? 0));
}

/**
 * Computes the features of a drag.
 * @param x claimed left edge of the piece, px
 */
export function dragFeaturesOf(track: readonly TrackStep[], x: number): DragFeatures {
  const [first, ...steps] = track;
  const duration = sum(steps.map(([, , ms]) => ms));
  const speeds = duration > 0 ? sliceSpeeds(steps, duration) : [];
  const speed = mean(speeds);
  let y = 0;
  const heights = steps.map(([, dy]) => (y += dy));
  return {
    samples: steps.length,
    delay: first?.[2] ?? 0,
    duration,
    endError: Math.abs(sum(track.map(([dx]) => dx)) - x),
    speedVariation: variation(speeds),
    stepVariation: variation(steps.map(([dx]) => dx).filter((dx) => dx !== 0)),
    clockVariation: variation(steps.map(([, , ms]) => ms)),
    heightRange: Math.max(0, ...heights) - Math.min(0, ...heights),
    xCorrelation: lagOne(steps.map(([dx]) => dx)),
    yCorrelation: lagOne(steps.map(([, dy]) => dy)),
    endSpeed: speed === 0 ? 0 : mean(speeds.slice(-SLICES / 4)) / speed,
    roughness:
      speed === 0
        ? 0
        : mean(speeds.slice(1).map((value, at) => Math.abs(value - (speeds[at] ?? 0)))) / Math.abs(speed),
  };
}

type Rule = { readonly name: string; readonly weight: number; readonly isHit: (of: DragFeatures) => boolean };
/**
 * Signs of a script, with weights from measurements. Only weights of 2 and more refuse a drag, because lighter signs
 * also match people; those are only logged, so that they can be tuned with real drags.
 */
const rules: readonly Rule[] = [
  { name: "fewSamples", weight: 3, isHit: ({ samples }) => samples < 8 },
  { name: "duration", weight: 3, isHit: ({ duration }) => duration < 180 || duration > 20_000 },
  { name: "otherEnd", weight: 3, isHit: ({ endError }) => endError > 3 },
  { name: "earlyStart", weight: 2, isHit: ({ delay }) => delay < 120 },
  { name: "constantSpeed", weight: 2, isHit: ({ speedVariation }) => speedVariation < 0.35 },
  { name: "constantStep", weight: 2, isHit: ({ stepVariation }) => stepVariation < 0.25 },
  { name: "constantHeight", weight: 2, isHit: ({ heightRange }) => heightRange === 0 },
  { name: "randomHeight", weight: 1.5, isHit: ({ yCorrelation }) => yCorrelation < -0.38 },
  { name: "perfectClock", weight: 1.2, isHit: ({ clockVariation }) => clockVariation < 0.02 },
  { name: "randomSpeed", weight: 1, isHit: ({ xCorrelation }) => xCorrelation < -0.2 },
  { name: "noBraking", weight: 1, isHit: ({ endSpeed }) => endSpeed > 0.9 },
  { name: "tooSmooth", weight: 1, isHit: ({ roughness }) => roughness < 0.08 },
];
const REFUSING_WEIGHT = 2;

export type TrackReport = {
  readonly isRefused: boolean;
  readonly score: number;
  readonly signs: readonly string[];
};

/** Evaluates a drag by pointer (requirement O09). */
export function evaluateTrack(track: readonly TrackStep[], x: number): TrackReport {
  const features = dragFeaturesOf(track, x);
  const hit = rules.filter(({ isHit }) => isHit(features));
  return {
    isRefused: track.some(([, , ms]) => ms < 0) || hit.some(({ weight }) => weight >= REFUSING_WEIGHT),
    score: sum(hit.map(({ weight }) => weight)),
    signs: hit.map(({ name }) => name),
  };
}

/** Duration that a track claims, from the display of the picture to the release, ms. */
export const claimedDuration = (track: readonly TrackStep[]): number => sum(track.map(([, , ms]) => ms));
