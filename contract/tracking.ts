import "./call.ts";
import * as z from "zod/mini";
import { trackingProjects } from "./tracking-names.ts";

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
