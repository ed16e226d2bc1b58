import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id } from "../core/fields.ts";
import { organisation } from "../organisation/organisation.ts";

const pagePath = "cop-marketing-activity/api/v1/activity/page";

/** Series of the caller's own verified cars that an activity is for (requirement U23). */
export const listActivityUserSeries = defineCall({
  name: "listActivityUserSeries",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/listActivityUserSeries`],
  audience: "user",
  args: z.object({ activityId: id }),
  result: z.array(z.object({ seriesCode: z.string(), seriesName: z.string(), imageUrl: z.string() })),
  refusals: ["notFound"],
});

/** Dealer that last serviced the caller's car (requirement U28); null if unknown. */
export const getLastMaintenanceOrg = defineCall({
  name: "getLastMaintenanceOrg",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/getLastMaintenanceOrg`],
  audience: "user",
  args: z.object({}),
  result: z.nullable(organisation),
  refusals: [],
});
