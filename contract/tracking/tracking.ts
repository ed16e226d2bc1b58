import "../core/call.ts";
import * as z from "zod/mini";
import { wholeNumber } from "../core/fields.ts";
import { trackingProjects, type FunnelStep } from "./names.ts";

/** A stored event of the collector, in the names of Sensors' wire format (GET /sim/events). */
export const storedEvent = z.object({
  project: z.enum(trackingProjects),
  /** track, track_signup, profile_set_once … */
  type: z.string(),
  /** Empty for profile updates. */
  event: z.string(),
  /** The client's time, ms since the epoch; the server's if the client's is implausible (requirement X05). */
  time: z.number(),
  /** The server's time, ms since the epoch. */
  receivedTime: z.number(),
  distinct_id: z.string(),
  login_id: z.nullable(z.string()),
  anonymous_id: z.nullable(z.string()),
  activity_id: z.nullable(z.string()),
  properties: z.record(z.string(), z.unknown()),
});
export type StoredEvent = z.output<typeof storedEvent>;

/** Groupings of the funnel; "all": none. */
export const funnelGroups = ["all", "activity", "channel", "host", "city", "day"] as const;
export type FunnelGroup = (typeof funnelGroups)[number];
/** Query parameters of the funnel. */
export const funnelQuery = z.object({
  by: z._default(z.enum(funnelGroups), "activity"),
  /** Number of Shanghai days up to today, including today. */
  days: z._default(wholeNumber(1, 366, "天数应在 1 到 366 之间"), 30),
  /** One activity; empty: all. */
  activityId: z._default(z.string().check(z.regex(/^[0-9]{0,19}$/, "编号不正确")), ""),
});
export type FunnelQuery = z.output<typeof funnelQuery>;
/** Number of people who reached each step; each person counts once per row. */
export type FunnelRow = {
  /** Activity id, utm_source, client environment, city code, day; empty if unknown. */
  readonly group: string;
  /** Title of the activity. */
  readonly title: string | null;
  readonly people: Readonly<Record<FunnelStep, number>>;
};
