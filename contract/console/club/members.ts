import * as z from "zod/mini";
import { id, mobile, timestamp } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { barDaysField, clubPerson, clubRecord, decisionReason } from "./shapes.ts";

/** Filter of the barred members; `ends`: how long it still lasts. */
const barFilter = z.object({
  ends: z.optional(z.enum(["day", "week", "never"])),
  reason: z.optional(decisionReason),
});
export type BarFilter = z.output<typeof barFilter>;
const barredRow = z.object({
  person: clubPerson,
  since: timestamp,
  /** null: until an operator lifts it. */
  until: z.nullable(timestamp),
  /** null: barred before reasons were kept. */
  reason: z.nullable(decisionReason),
  by: z.nullable(z.string()),
  /** Bars so far, this one included. */
  bars: z.int(),
});
export type BarredRow = z.output<typeof barredRow>;

/** Members who may not write now; "until": those whose bar ends first. */
export const listBarredMembers = defineOperatorCall({
  name: "listBarredMembers",
  path: "club/barred",
  kind: "read",
  right: "club.read",
  args: operatorListArgs(barFilter, ["since", "until"]),
  result: listPage(barredRow),
  refusals: [],
});

/** The record of one member. */
export const showClubMember = defineOperatorCall({
  name: "showClubMember",
  path: "club/members/show",
  kind: "read",
  right: "club.read",
  args: z.object({ memberId: id }),
  result: z.object({ record: clubRecord }),
  refusals: ["notFound"],
});

/** Finds the member with a whole mobile, which stands in no answer; null: nobody in the club. */
export const findClubMember = defineOperatorCall({
  name: "findClubMember",
  path: "club/members/find",
  kind: "read",
  right: "club.read",
  reach: "one",
  args: z.object({ mobile }),
  result: z.object({ record: z.nullable(clubRecord) }),
  refusals: ["invalid"],
});

/** Bars a member from writing, or changes the end of a bar. `basedOn`: start of the bar that the operator saw. */
export const barClubMember = defineOperatorCall({
  name: "barClubMember",
  path: "club/members/bar",
  kind: "write",
  right: "club.decide",
  args: z.object({
    memberId: id,
    days: barDaysField,
    reason: decisionReason,
    basedOn: z.nullable(timestamp),
  }),
  result: z.object({ record: clubRecord }),
  refusals: ["notFound", "stateChanged"],
});

/** Lifts the bar that began at `basedOn`, and no later one. */
export const liftClubBar = defineOperatorCall({
  name: "liftClubBar",
  path: "club/members/lift",
  kind: "write",
  right: "club.decide",
  args: z.object({ memberId: id, basedOn: timestamp }),
  result: z.object({ record: clubRecord }),
  refusals: ["notFound", "stateChanged"],
});
