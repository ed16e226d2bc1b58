import "../core/call.ts";
import * as z from "zod/mini";
import { wholeNumber } from "../core/fields.ts";
import { trackingProjects, type FunnelStep } from "./names.ts";

/** An event as the collector stored it, in the names of Sensors' wire format (GET /sim/events). */
export const storedEvent = z.object({
  project: z.enum(trackingProjects),
  /** track, track_signup, profile_set_once … */
  type: z.string(),
  /** Empty for changes of a profile. */
  event: z.string(),
  /** The client's time, ms since the epoch; the server's where the client's cannot be (requirement X05). */
  time: z.number(),
  /** The server's, ms since the epoch. */
  receivedTime: z.number(),
  distinct_id: z.string(),
  login_id: z.nullable(z.string()),
  anonymous_id: z.nullable(z.string()),
  activity_id: z.nullable(z.string()),
  properties: z.record(z.string(), z.unknown()),
});
export type StoredEvent = z.output<typeof storedEvent>;

/** How the funnel is broken down; "all": not at all. */
export const funnelGroups = ["all", "activity", "channel", "host", "city", "day"] as const;
export type FunnelGroup = (typeof funnelGroups)[number];
/** What is asked of the funnel, as a query's texts. */
export const funnelQuery = z.object({
  by: z._default(z.enum(funnelGroups), "activity"),
  /** Shanghai days counted back from today, today among them. */
  days: z._default(wholeNumber(1, 366, "天数应在 1 到 366 之间"), 30),
  /** Of one activity; empty: of all. */
  activityId: z._default(z.string().check(z.regex(/^[0-9]{0,19}$/, "编号不正确")), ""),
});
export type FunnelQuery = z.output<typeof funnelQuery>;
/** How many people reached each step; each of them once per row. */
export type FunnelRow = {
  /** Activity id, utm_source, client environment, city code, day; empty where that is not known. */
  readonly group: string;
  /** Of an activity. */
  readonly title: string | null;
  readonly people: Readonly<Record<FunnelStep, number>>;
};
