import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cursor, id, pageSize, timestamp, upTo, visible } from "../core/fields.ts";
import { contestLimits } from "./limits.ts";

const path = "cop-marketing-activity/api/v1/activity/page/contest";

/** entries: people submit pictures and vote for them; choices: people vote for the organiser's proposals. */
const contestKind = z.enum(["entries", "choices"]);
export type ContestKind = z.output<typeof contestKind>;

/** An entry as everybody sees it. */
const contestEntry = z.object({
  entryId: id,
  /** Name of a choice; empty for an entry of a person. */
  title: z.string(),
  caption: z.string(),
  /** Display name of the person; null for a choice of the organiser. */
  authorName: z.nullable(z.string()),
  /** Address of the picture; that of a person's picture is valid for ten minutes. */
  pictureUrl: z.string(),
  votes: z.int(),
  createdTime: timestamp,
});
export type ContestEntry = z.output<typeof contestEntry>;

const contestRules = z.object({
  activityId: id,
  activityMode: z.enum(["offline", "online"]),
  activityTitle: z.string(),
  coverUrl: z.string(),
  kind: contestKind,
  /** Votes of a person in each period, one for each entry. */
  votes: z.int(),
  /** day: votes are renewed at midnight, Shanghai time; once: they can be moved until the end. */
  period: z.enum(["day", "once"]),
  /** Entries that a person may have at the same time; 0 for choices. */
  entriesPerPerson: z.int(),
  /** Whether entries are shown only after an operator approved them. */
  isApprovedFirst: z.boolean(),
  startTime: timestamp,
  endTime: timestamp,
  /** Shown entries, and the votes of all of them. */
  entryCount: z.int(),
  voteCount: z.int(),
  /** Server's clock at the time of the response. */
  serverTime: timestamp,
});
export type ContestRules = z.output<typeof contestRules>;

/** A contest's rules and numbers (requirement U60); not found if the activity has no contest. */
export const showContest = defineCall({
  name: "showContest",
  method: "GET",
  base: "api",
  paths: [`${path}/:id`],
  audience: "anyone",
  args: z.object({ id }),
  result: contestRules,
  refusals: ["notFound"],
});

/**
 * A page of shown entries (requirement U60). Sorted by votes, the order may change between two pages: clients
 * leave out entries that they have already. Choices are in the organiser's order unless sorted by votes.
 */
export const listContestEntries = defineCall({
  name: "listContestEntries",
  method: "GET",
  base: "api",
  paths: [`${path}/:id/entries`],
  audience: "anyone",
  args: z.object({
    id,
    sort: z._default(z.enum(["newest", "votes"], "排序方式不正确"), "newest"),
    cursor,
    pageSize,
  }),
  result: z.object({ list: z.array(contestEntry), nextCursor: z.nullable(z.string()) }),
  refusals: ["notFound"],
});

/** One shown entry, for a shared link. */
export const showContestEntry = defineCall({
  name: "showContestEntry",
  method: "GET",
  base: "api",
  paths: [`${path}/:id/entries/:entryId`],
  audience: "anyone",
  args: z.object({ id, entryId: id }),
  result: contestEntry,
  refusals: ["notFound"],
});

/** review: not approved yet; hidden: by complaints or an operator. */
const ownEntry = z.extend(contestEntry, { state: z.enum(["shown", "review", "hidden"]) });
export type OwnContestEntry = z.output<typeof ownEntry>;

const ownVotes = z.object({
  /** Entries that the caller voted for in this period. */
  votedIds: z.array(id),
  votesLeft: z.int(),
});

/** The caller's votes of this period, and own entries whatever their state. */
export const showOwnContest = defineCall({
  name: "showOwnContest",
  method: "GET",
  base: "api",
  paths: [`${path}/:id/own`],
  audience: "user",
  args: z.object({ id }),
  result: z.extend(ownVotes, {
    entries: z.array(ownEntry),
    /** Entries that the caller may still add; 0 without a sign-up. */
    entriesLeft: z.int(),
    isSignedUp: z.boolean(),
  }),
  refusals: ["notFound"],
});
export type OwnContest = z.output<typeof showOwnContest.result>;

const afterVote = z.extend(ownVotes, {
  /** Votes of the entry afterwards. */
  votes: z.int(),
});
export type AfterVote = z.output<typeof afterVote>;

/**
 * Votes for an entry (requirement U61). Repeated: the same result again. With one vote in all, a vote for
 * another entry moves it; otherwise, no vote left is 633 with a remark, and so is the caller's own entry.
 */
export const voteForEntry = defineCall({
  name: "voteForEntry",
  method: "POST",
  base: "api",
  paths: [`${path}/:id/entries/:entryId/votes`],
  audience: "user",
  args: z.object({ id, entryId: id }),
  result: afterVote,
  refusals: ["notFound", "flowBranch", "mobileRequired"],
});

/** Takes back a vote of this period; repeated, or without a vote: no effect. */
export const withdrawVote = defineCall({
  name: "withdrawVote",
  method: "DELETE",
  base: "api",
  paths: [`${path}/:id/entries/:entryId/votes`],
  audience: "user",
  acts: false,
  args: z.object({ id, entryId: id }),
  result: afterVote,
  refusals: ["notFound", "flowBranch"],
});

/**
 * Adds an entry to the caller's sign-up (requirement U62). The picture is one that the caller uploaded; the
 * same picture again returns the first entry.
 */
export const addContestEntry = defineCall({
  name: "addContestEntry",
  method: "POST",
  base: "api",
  paths: [`${path}/:id/entries`],
  audience: "user",
  args: z.object({
    id,
    pictureId: id,
    caption: z.string("请填写一句话").check(visible("请填写一句话"), upTo(contestLimits.maxCaptionLength)),
  }),
  result: ownEntry,
  refusals: ["notFound", "flowBranch", "mobileRequired"],
});

/** Withdraws an own entry: it is gone with its votes, and its picture is deleted. */
export const withdrawContestEntry = defineCall({
  name: "withdrawContestEntry",
  method: "DELETE",
  base: "api",
  paths: [`${path}/:id/entries/:entryId`],
  audience: "user",
  acts: false,
  args: z.object({ id, entryId: id }),
  result: z.object({ withdrawn: z.boolean() }),
  refusals: ["notFound", "flowBranch"],
});

/** Complains about an entry, once a person; three complaints hide it until an operator decides. */
export const reportContestEntry = defineCall({
  name: "reportContestEntry",
  method: "POST",
  base: "api",
  paths: [`${path}/:id/entries/:entryId/reports`],
  audience: "user",
  args: z.object({
    id,
    entryId: id,
    reason: z.enum(["stolen", "offensive", "fake", "other"], "请选择原因"),
  }),
  result: z.object({ reported: z.literal(true) }),
  refusals: ["notFound"],
});
export type ContestReportReason = "stolen" | "offensive" | "fake" | "other";
