import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import {
  channel,
  consent,
  divisionCode,
  id,
  latitude,
  longitude,
  mobile,
  timestamp,
  personName,
  upTo,
} from "../core/fields.ts";
import { flowRefusals } from "../flow/refusals.ts";
import { limits } from "../core/limits.ts";
import { nearOrganisation } from "../organisation/organisation.ts";

const pagePath = "cop-marketing-activity/api/v1/activity/page";

/** Data of the lead form; the same schema validates it in the browser and on the server (requirement M01). */
export const leadForm = z.object({
  name: personName,
  mobile,
  provinceCode: divisionCode,
  cityCode: divisionCode,
  /** Without a dealer the server selects the first participating one of the city. */
  dealerId: z.optional(id),
  seriesCode: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/, "请选择车系"))),
  /** Answers to the activity's own questions, by key. */
  answers: z._default(
    z.record(
      z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,30}$/)),
      z.string().check(upTo(limits.maxAnswerLength)),
    ),
    {},
  ),
  /** Version of `leadConsent` that was displayed. */
  consentVersion: z.optional(z.string().check(z.maxLength(20))),
  consent,
  channel: z._default(channel, {}),
});
export type LeadFormData = z.output<typeof leadForm>;

/**
 * Leaves a lead (requirements M01–M03, M18–M20): one for each activity, person and mobile; a later one updates it. A lead
 * that somebody else left with the same mobile is neither shown nor changed.
 * The mobile is also sent, signed, in MA-Activity-Mobile. `changedLeadId`: the caller's lead that this one
 * replaces; with another mobile it gets that one, and nothing of the previous number is kept.
 */
export const leaveLead = defineCall({
  name: "leaveLead",
  method: "POST",
  base: "api",
  paths: [`${pagePath}/lead/:id`],
  audience: "user",
  captcha: "lead",
  signature: "activity",
  args: z.extend(leadForm, { id, changedLeadId: z.optional(id) }),
  result: z.object({ leadId: id }),
  refusals: ["notFound", ...flowRefusals, "conflict"],
});

/** The caller's own lead of an activity; null without one. The mobile is masked. */
export const showLead = defineCall({
  name: "showLead",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/lead/:id`],
  audience: "user",
  args: z.object({ id }),
  result: z.nullable(
    z.object({
      leadId: id,
      name: z.string(),
      mobile: z.string(),
      cityCode: z.string(),
      dealerId: z.nullable(id),
      dealerName: z.nullable(z.string()),
      seriesCode: z.nullable(z.string()),
      seriesName: z.nullable(z.string()),
      /** Answers to the activity's own questions, by key. */
      answers: z.record(z.string(), z.string()),
      createdTime: timestamp,
      updatedTime: timestamp,
    }),
  ),
  refusals: [],
});
export type Lead = NonNullable<z.output<typeof showLead.result>>;

/** The caller's current leads, newest first, at most 200; mobiles are masked. */
export const listOwnLeads = defineCall({
  name: "listOwnLeads",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/lead/list"],
  audience: "user",
  args: z.object({}),
  result: z.array(
    z.object({
      leadId: id,
      activityId: id,
      activityType: z.enum(["localoffline", "online"]),
      title: z.string(),
      coverUrl: z.string(),
      name: z.string(),
      mobile: z.string(),
      dealerName: z.nullable(z.string()),
      seriesName: z.nullable(z.string()),
      updatedTime: timestamp,
    }),
  ),
  refusals: [],
});
export type OwnLead = z.output<typeof listOwnLeads.result>[number];

/**
 * Withdraws the caller's lead: name and mobile are erased at once (requirement M18). Without `leadId` all of
 * the caller's leads for the activity.
 */
export const withdrawLead = defineCall({
  name: "withdrawLead",
  method: "DELETE",
  base: "api",
  paths: [`${pagePath}/lead/:id`],
  audience: "user",
  acts: false,
  args: z.object({ id, leadId: z.optional(id) }),
  result: z.object({ withdrawn: z.boolean() }),
  refusals: [],
});

/** Dealers with a current local offline activity, nearest first, at most 50 (requirements M04, U24). */
export const listLocalDealers = defineCall({
  name: "listLocalDealers",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/dealersWithLocalOffline`],
  audience: "anyone",
  args: z.object({
    cityCode: z.optional(divisionCode),
    /** As of `listDealers`. */
    districtCode: z.optional(divisionCode),
    longitude: z.optional(longitude),
    latitude: z.optional(latitude),
  }),
  result: z.array(nearOrganisation),
  refusals: [],
});
