import * as z from "zod/mini";
import { id, mobile, timestamp, upTo } from "../core/fields.ts";
import { labelledAnswer } from "../signup/labelled-answers.ts";
import { listPage, operatorListArgs } from "./list.ts";
import { defineOperatorCall } from "./operator-call.ts";
import { operatorNote, personKeyword } from "./person-shapes.ts";

/**
 * State of a guest: upcoming, checked in, over without check-in, on the waitlist, with a reserved seat, cancelled, or
 * of a cancelled activity.
 */
export const guestState = z.enum([
  "upcoming",
  "attended",
  "absent",
  "waiting",
  "offered",
  "cancelled",
  "calledOff",
]);
export type GuestState = z.output<typeof guestState>;

/** Filter of the list of guests; every field narrows it. */
export const guestFilter = z.object({
  activityId: z.optional(id),
  sessionId: z.optional(id),
  dealerId: z.optional(id),
  states: z.optional(z.array(guestState).check(z.maxLength(7))),
  /** utm_source of the sign-up; the empty text: none. */
  source: z.optional(z.string().check(upTo(200))),
  /** A whole mobile, found by its keyed hash (requirement CO34). */
  mobile: z.optional(mobile),
});
export type GuestFilter = z.output<typeof guestFilter>;

/** A sign-up, a waitlist entry, or a cancelled sign-up, of which name and mobile are erased. */
const guestRow = z.object({
  signUpId: id,
  activityId: id,
  activityTitle: z.string(),
  /** null: erased. Without the right person.name only the first character is shown. */
  name: z.nullable(z.string()),
  /** Masked. */
  mobile: z.nullable(z.string()),
  sessionId: z.nullable(id),
  /** Start of the session, otherwise of the activity. */
  startTime: timestamp,
  dealerName: z.nullable(z.string()),
  seriesName: z.nullable(z.string()),
  source: z.nullable(z.string()),
  createdTime: timestamp,
  state: guestState,
  checkedInTime: z.nullable(timestamp),
  /** Position on the waitlist, from 1. */
  position: z.nullable(z.int()),
});
export type GuestListRow = z.output<typeof guestRow>;

/** Guests of one or all activities in scope (requirements CO10, CO11). */
export const listGuests = defineOperatorCall({
  name: "listGuests",
  path: "guests",
  kind: "read",
  right: "signup.read",
  args: operatorListArgs(guestFilter, ["created", "session"]),
  result: listPage(guestRow),
  refusals: [],
});
export type GuestListPage = z.output<typeof listGuests.result>;

/**
 * Searches the filtered rows for a part of a name or the last four digits, 10,000 rows a call (requirement CO34).
 * `scanned`: rows that this call looked at; `next` null: all rows are searched.
 */
export const searchGuests = defineOperatorCall({
  name: "searchGuests",
  path: "guests/search",
  kind: "read",
  right: "signup.read",
  args: z.object({
    filter: guestFilter,
    keyword: personKeyword,
    cursor: z.optional(z.string().check(upTo(400))),
  }),
  result: z.object({
    rows: z.array(guestRow),
    scanned: z.int(),
    next: z.nullable(z.string()),
    asOf: timestamp,
  }),
  refusals: [],
});

/** Numbers of guests by state, without rows. */
export const countGuests = defineOperatorCall({
  name: "countGuests",
  path: "guests/counts",
  kind: "read",
  right: "signup.read",
  reach: "counts",
  args: z.object({ filter: guestFilter }),
  result: z.object({ counts: z.record(guestState, z.int()), asOf: timestamp }),
  refusals: [],
});

/** Finds the guests of a whole mobile, a ticket's number or a sign-up's id; at most 50, the newest first. */
export const findGuests = defineOperatorCall({
  name: "findGuests",
  path: "guests/find",
  kind: "read",
  right: "signup.read",
  reach: "one",
  args: z.object({ number: z.string("请填写号码").check(z.maxLength(100, "号码不正确")) }),
  result: z.object({ rows: z.array(guestRow) }),
  refusals: ["invalid"],
});

/** A session that a guest may be moved to, or a seat added in. */
const sessionChoice = z.object({
  sessionId: id,
  startTime: timestamp,
  dealerName: z.nullable(z.string()),
  quota: z.int(),
  taken: z.int(),
  hasBegun: z.boolean(),
});

/** Steps of a guest's history, newest first. */
const guestStep = z.object({
  kind: z.enum([
    "signedUp",
    "added",
    "waited",
    "offered",
    "seated",
    "moved",
    "checkedIn",
    "cancelled",
    "cancelledForGuest",
    "coupon",
    "couponUsed",
  ]),
  time: timestamp,
  /** Start of the session that was moved to. */
  toStartTime: z.optional(timestamp),
  /** Start of the session that was moved from. */
  fromStartTime: z.optional(timestamp),
  /** Name of a coupon, or of the person who checked in. */
  text: z.optional(z.string()),
  /** Whether an operator did it. */
  isByOperator: z.optional(z.boolean()),
});
export type GuestStep = z.output<typeof guestStep>;

/** One guest with answers, history and notes. */
const guestDetail = z.object({
  guest: guestRow,
  answers: z.array(labelledAnswer),
  /** Seats of the session, otherwise of the activity; quota null: no limit. */
  seats: z.object({ taken: z.int(), quota: z.nullable(z.int()) }),
  sessions: z.array(sessionChoice),
  /** Whether the seat can still be moved or given up: it has not begun. */
  canChange: z.boolean(),
  /** Reason that the guest reads; null: none, or they cancelled themselves. */
  cancelReason: z.nullable(z.string()),
  steps: z.array(guestStep),
  notes: z.array(operatorNote),
});
export type GuestDetail = z.output<typeof guestDetail>;

/** Shows one guest, for a row of the list or a found one. */
export const showGuest = defineOperatorCall({
  name: "showGuest",
  path: "guests/show",
  kind: "read",
  right: "signup.read",
  reach: "one",
  args: z.object({ signUpId: id }),
  result: guestDetail,
  refusals: ["notFound"],
});

/**
 * Counts the guest's visits of the activity's page in the 14 days before the sign-up. It reads many events, so the page
 * asks for it apart; `count` null: it took too long.
 */
export const countGuestVisits = defineOperatorCall({
  name: "countGuestVisits",
  path: "guests/visits",
  kind: "read",
  right: "signup.read",
  reach: "one",
  args: z.object({ signUpId: id }),
  result: z.object({ count: z.nullable(z.int()), firstTime: z.nullable(timestamp) }),
  refusals: ["notFound"],
});

/** The waitlist of one activity in its order: reserved seats first. */
export const listGuestWaitlist = defineOperatorCall({
  name: "listGuestWaitlist",
  path: "guests/waitlist",
  kind: "read",
  right: "signup.read",
  args: z.object({ activityId: id }),
  result: z.object({
    rows: z.array(z.extend(guestRow, { offerUntil: z.nullable(timestamp) })),
    /** Entries beyond the first 500 are not listed. */
    count: z.int(),
    isPaused: z.boolean(),
    asOf: timestamp,
  }),
  refusals: ["notFound"],
});
export type GuestWaitlist = z.output<typeof listGuestWaitlist.result>;

/** Choices of the list's filters within the scope; sessions of the named activity only. */
export const guestFilterChoices = defineOperatorCall({
  name: "guestFilterChoices",
  path: "guests/choices",
  kind: "read",
  right: "signup.read",
  reach: "one",
  args: z.object({ activityId: z.optional(id) }),
  result: z.object({
    activities: z.array(z.object({ activityId: id, title: z.string() })),
    sessions: z.array(sessionChoice),
    dealers: z.array(z.object({ dealerId: id, name: z.string() })),
    series: z.array(z.object({ seriesCode: z.string(), name: z.string() })),
    sources: z.array(z.string()),
    /** Form of the named activity, for 代报名. */
    asks: z.nullable(z.object({ series: z.boolean(), dealer: z.boolean(), session: z.boolean() })),
    questions: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        kind: z.string(),
        required: z.boolean(),
        options: z.array(z.string()),
      }),
    ),
  }),
  refusals: [],
});
export type GuestFilterChoices = z.output<typeof guestFilterChoices.result>;

/** Activities in scope on whose waitlist somebody is, the next one first; at most 200. */
export const listWaitlists = defineOperatorCall({
  name: "listWaitlists",
  path: "waitlist/all",
  kind: "read",
  right: "signup.read",
  args: z.object({}),
  result: z.object({
    waitlists: z.array(
      z.object({
        activityId: id,
        title: z.string(),
        startTime: timestamp,
        waiting: z.int(),
        /** Seats that are offered and not taken yet. */
        offered: z.int(),
        /** When the first one who waits came; null: nobody waits any more. */
        since: z.nullable(timestamp),
      }),
    ),
  }),
  refusals: [],
});
export type Waitlists = z.output<typeof listWaitlists.result>;
