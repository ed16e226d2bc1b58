import * as z from "zod/mini";

/** A parcel's state: with the carrier, handed over, refused or lost on the way, or on its way back to us. */
type ParcelState = "moving" | "signed" | "problem" | "returned";
type TrackNode = {
  /** ms since the epoch. */
  readonly time: number;
  readonly text: string;
  readonly city: string | null;
};
export type ExpressTrack = {
  readonly carrier: string;
  readonly trackingNo: string;
  readonly state: ParcelState;
  /** Oldest first. */
  readonly nodes: readonly TrackNode[];
};

/** States by kuaidi100's number; further digits are details of the first ones (301: signed by the person). */
const states: Readonly<Record<string, ParcelState>> = {
  0: "moving",
  1: "moving",
  2: "problem",
  3: "signed",
  4: "returned",
  5: "moving",
  6: "returned",
  7: "moving",
  8: "moving",
  14: "problem",
};
const stateOf = (text: string): ParcelState => states[text] ?? states[text.slice(0, 1)] ?? "moving";

/** The part of kuaidi100's answers that has a track. */
export const trackShape = z.object({
  com: z.string(),
  nu: z.string(),
  state: z.string(),
  data: z.array(
    z.object({
      time: z.optional(z.string()),
      ftime: z.optional(z.string()),
      context: z.string(),
      areaName: z.optional(z.nullable(z.string())),
    }),
  ),
});
/** “yyyy-MM-dd HH:mm:ss” of Beijing. */
const timeOf = (text: string): number => Date.parse(`${text.replace(" ", "T")}+08:00`);

/** Reads a track; null: a node has no time. */
export function readTrack({ com, nu, state, data }: z.output<typeof trackShape>): ExpressTrack | null {
  const nodes = data.map(({ time, ftime, context, areaName }) => ({
    time: timeOf(ftime ?? time ?? ""),
    text: context,
    city: areaName || null,
  }));
  if (nodes.some(({ time }) => Number.isNaN(time))) return null;
  return {
    carrier: com,
    trackingNo: nu,
    state: stateOf(state),
    nodes: nodes.toSorted((left, right) => left.time - right.time),
  };
}
