import * as z from "zod/mini";
import { timestamp, upTo } from "../../core/fields.ts";
import { basicVersion } from "./dealers.ts";
import { defineOperatorCall } from "../operator-call.ts";

const revision = z.int().check(z.gte(0));
const seriesCode = z.string("请填写车系编号").check(upTo(20));
const consoleSeries = z.object({
  seriesCode: z.string(),
  seriesName: z.string(),
  imageUrl: z.string(),
  isHidden: z.boolean(),
  revision,
  /** Published activities for this series that have not ended. */
  activities: z.int(),
  changedTime: z.nullable(timestamp),
});
export type ConsoleSeries = z.output<typeof consoleSeries>;

/** All series in their order, also hidden ones. */
export const listConsoleSeries = defineOperatorCall({
  name: "listConsoleSeries",
  path: "series",
  kind: "read",
  right: "dealer.read",
  args: z.object({}),
  result: z.object({ series: z.array(consoleSeries) }),
  refusals: [],
});

const seriesFields = z.object({
  seriesName: z.string("请填写名称").check(upTo(20)),
  imageUrl: z.string(),
  isHidden: z.boolean(),
});
export type SeriesFields = z.output<typeof seriesFields>;

/** Changes a series, by the rules of the catalogue file. */
export const saveConsoleSeries = defineOperatorCall({
  name: "saveConsoleSeries",
  path: "series/save",
  kind: "write",
  right: "series.write",
  args: z.object({ seriesCode, basedOn: revision, changes: z.partial(seriesFields) }),
  result: z.object({ revision, merged: z.array(z.string()), mergedBy: z.nullable(z.string()) }),
  refusals: ["notFound", "invalid", "editConflict"],
});

/** Adds a series behind the others. */
export const addConsoleSeries = defineOperatorCall({
  name: "addConsoleSeries",
  path: "series/add",
  kind: "write",
  right: "series.write",
  args: z.object({ seriesCode, seriesName: z.string(), imageUrl: z.string() }),
  result: z.object({ seriesCode: z.string() }),
  refusals: ["invalid"],
});

/** Puts all series in an order; refused if there are others by then. */
export const orderConsoleSeries = defineOperatorCall({
  name: "orderConsoleSeries",
  path: "series/order",
  kind: "write",
  right: "series.write",
  args: z.object({ seriesCodes: z.array(seriesCode).check(z.minLength(1), z.maxLength(200)) }),
  result: z.object({}),
  refusals: ["listChanged"],
});

/** Changes of a series, the newest 50 first. */
export const listSeriesVersions = defineOperatorCall({
  name: "listSeriesVersions",
  path: "series/versions",
  kind: "read",
  right: "dealer.read",
  args: z.object({ seriesCode }),
  result: z.object({ versions: z.array(basicVersion) }),
  refusals: ["notFound"],
});
