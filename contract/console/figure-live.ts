import * as z from "zod/mini";
import { id, timestamp, upTo } from "../core/fields.ts";
import { figureName } from "./figures.ts";
import { defineOperatorCall } from "./operator-call.ts";

/** Things to do, each with its number and the oldest or worst of them. Those without the right for the list are left out. */
export const todoKinds = [
  "overdueLeads",
  "unassignedLeads",
  "kocReviews",
  "complaints",
  "fullSessions",
  "lowStock",
  "failingCoupons",
  "refunds",
  "afterSales",
  "lateOrders",
  "refusedPlans",
] as const;
const todo = z.object({
  kind: z.enum(todoKinds),
  count: z.int(),
  /** Since when the oldest one waits; null: none, or not by time. */
  since: z.nullable(timestamp),
  /** Another number: dealers of the leads, people on the waitlists, units left of the SKU with the fewest. */
  other: z.nullable(z.int()),
  /** Name of the worst one: the SKU with the fewest units, the activity; null: none. */
  name: z.nullable(z.string()),
});
export type Todo = z.output<typeof todo>;
export const listTodos = defineOperatorCall({
  name: "listTodos",
  path: "figures/todo",
  kind: "read",
  right: "figure.read",
  reach: "counts",
  args: z.object({}),
  result: z.object({ todos: z.array(todo), asOf: timestamp }),
  refusals: [],
});

/** Today's numbers, in scope. The live stream sends the same as JSON in `data:` lines. */
export const liveFigures = z.object({
  /** Figures that the caller may see; today's. */
  values: z.partialRecord(figureName, z.number()),
  /** Sessions that are taking place. */
  sessionsRunning: z.int(),
  asOf: timestamp,
});
export type LiveFigures = z.output<typeof liveFigures>;
/** Polled where the stream cannot be read. */
export const showLiveFigures = defineOperatorCall({
  name: "showLiveFigures",
  path: "figures/live",
  kind: "read",
  right: "figure.read",
  reach: "counts",
  args: z.object({}),
  result: liveFigures,
  refusals: [],
});
/**
 * Server-sent events of `liveFigures` (GET, the session's cookie): one at once, then every two seconds if a number
 * changed, a comment line every 15 s; ends after ten minutes (open it again) and with the session, then by the event
 * `end` (do not open it again).
 */
export const LIVE_FIGURES_PATH = "/console-api/live";

/** Dealers, activities, channels and cities to choose from in a filter. */
export const listFigureChoices = defineOperatorCall({
  name: "listFigureChoices",
  path: "figures/choices",
  kind: "read",
  right: "figure.read",
  reach: "counts",
  args: z.object({
    activityText: z.optional(z.string().check(upTo(60))),
    dealerText: z.optional(z.string().check(upTo(40))),
    /** Chosen ones, to name them. */
    activityIds: z.optional(z.array(id).check(z.maxLength(50))),
    dealerIds: z.optional(z.array(id).check(z.maxLength(50))),
  }),
  result: z.object({
    activities: z.array(z.object({ activityId: id, title: z.string() })),
    dealers: z.array(z.object({ dealerId: id, name: z.string() })),
    channels: z.array(z.string()),
    hosts: z.array(z.string()),
    cities: z.array(z.object({ cityCode: z.string(), name: z.string() })),
  }),
  refusals: [],
});
