import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { divisionCode, id, latitude, longitude } from "../core/fields.ts";

/** A dealer (contract section 5). */
export const organisation = z.object({
  id,
  code: z.string(),
  /** Without the trial suffix; displayed by `dealerDisplayName`. */
  name: z.string(),
  /** BC500002: trial operation. */
  status: z.string(),
  address: z.string(),
  phone: z.string(),
  provinceCode: z.string(),
  cityCode: z.string(),
  longitude: z.number(),
  latitude: z.number(),
});
export type Organisation = z.output<typeof organisation>;
export const nearOrganisation = z.extend(organisation, { distance: z.nullable(z.number()) });
export type NearOrganisation = z.output<typeof nearOrganisation>;

/** One dealer, with its distance in metres from the caller's point; null without one (requirement U15). */
export const showOrganisation = defineCall({
  name: "showOrganisation",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-base/api/v1/organizations/:id"],
  audience: "anyone",
  args: z.object({ id, longitude: z.optional(longitude), latitude: z.optional(latitude) }),
  result: nearOrganisation,
  refusals: ["notFound"],
});

/** Dealers of an activity, nearest first (requirement U25). */
export const listDealers = defineCall({
  name: "listDealers",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/dealers"],
  audience: "anyone",
  args: z.object({
    activityId: id,
    cityCode: z.optional(divisionCode),
    /** Only those of this district or county; all if it has none, since a person has to choose one. */
    districtCode: z.optional(divisionCode),
    longitude: z.optional(longitude),
    latitude: z.optional(latitude),
  }),
  result: z.array(nearOrganisation),
  refusals: ["notFound"],
});
