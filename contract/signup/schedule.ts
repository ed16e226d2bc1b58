import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, timestamp } from "../core/fields.ts";

/**
 * Change of a session's or activity's times that its guest has not acknowledged (requirement L28): the times that the
 * guest knew. The current ones are beside it.
 */
export const scheduleChange = z.object({ changeId: id, startTime: timestamp, endTime: timestamp });
export type ScheduleChange = z.output<typeof scheduleChange>;

/**
 * Acknowledges changes of times up to `changeId`, for the caller's sign-up or waitlist entry; later ones stay.
 * Idempotent; `acknowledged` is false without a sign-up or entry.
 */
export const acknowledgeSchedule = defineCall({
  name: "acknowledgeSchedule",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/schedule/:id"],
  audience: "user",
  args: z.object({ id, changeId: id }),
  result: z.object({ acknowledged: z.boolean() }),
  refusals: [],
});
