import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id } from "../core/fields.ts";
import { organisation } from "../organisation/organisation.ts";

const page = "cop-marketing-activity/api/v1/activity/page";

/** Series of the caller's own verified cars that an activity is for (requirement U23); of nobody else's. */
export const listActivityUserSeries = defineCall({
  name: "listActivityUserSeries",
  method: "GET",
  base: "api",
  paths: [`${page}/listActivityUserSeries`],
  who: "user",
  args: z.object({ activityId: id }),
  result: z.array(z.object({ seriesCode: z.string(), seriesName: z.string(), imageUrl: z.string() })),
  refusals: ["notFound"],
});

/** Where the caller's car was serviced last (requirement U28); null where nothing is known. */
export const getLastMaintenanceOrg = defineCall({
  name: "getLastMaintenanceOrg",
  method: "GET",
  base: "api",
  paths: [`${page}/getLastMaintenanceOrg`],
  who: "user",
  args: z.object({}),
  result: z.nullable(organisation),
  refusals: [],
});
