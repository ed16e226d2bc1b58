import * as z from "zod/mini";
import { complaintReason } from "../../club/complaints.ts";
import { id, timestamp } from "../../core/fields.ts";

/** Days for which a member can be barred; 0: until an operator lifts it. */
export const barDays = [1, 3, 7, 30, 90, 0] as const;
export const barDaysField = z.literal(barDays, "请选择停用天数");
/** Time within which a complaint is decided, ms; an older one is overdue. */
export const COMPLAINT_TIME = 24 * 3_600_000;

/** A member as operators see them; the name is masked for operators without `person.name`. */
export const clubPerson = z.object({
  memberId: id,
  name: z.string(),
  isOwner: z.boolean(),
  isBarred: z.boolean(),
});
export type ClubPerson = z.output<typeof clubPerson>;
export const clubGroupName = z.object({ groupId: id, name: z.string() });

/** Reason of a decision: that of the complaints, or one that the operator chose. */
export const decisionReason = complaintReason;

/** Record of a person, as a moderator needs it before a decision. */
export const clubRecord = z.object({
  person: clubPerson,
  joinedTime: timestamp,
  articles: z.int(),
  comments: z.int(),
  /** Articles and comments that are hidden now. */
  hidden: z.int(),
  /** Articles and comments that operators have hidden or removed so far. */
  upheld: z.int(),
  /** People who have complained about the person or their texts, and complaints of these that were rejected. */
  complaints: z.int(),
  rejected: z.int(),
  /** Bars so far, the one in force included. */
  bars: z.int(),
  /** The bar in force; null: none. `until` null: until it is lifted. */
  bar: z.nullable(
    z.object({
      since: timestamp,
      until: z.nullable(timestamp),
      reason: z.nullable(decisionReason),
      by: z.nullable(z.string()),
    }),
  ),
  groups: z.array(z.object({ groupId: id, name: z.string(), role: z.enum(["member", "manager", "leader"]) })),
});
export type ClubRecord = z.output<typeof clubRecord>;
