import * as z from "zod/mini";
import { clubLimits } from "../../club/limits.ts";
import { divisionCode, id, mobile, timestamp, upTo, visible } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { clubPerson } from "./shapes.ts";

const { maxIntroLength, maxRulesLength } = clubLimits;
const MAX_GROUP_NAME = 30;
const isLine = (text: string): boolean => !/\p{Cc}/u.test(text);
const line = (label: string, most: number) =>
  z
    .string(`请填写${label}`)
    .check(
      visible(`请填写${label}`),
      upTo(most, `${label}最多 ${most} 个字`),
      z.refine(isLine, `${label}不能换行`),
    );
const seriesCode = z.string().check(z.regex(/^[a-z0-9-]{1,20}$/, "车系不正确"));

/** Filter of the groups; `keyword`: a part of the name. */
const groupFilter = z.object({
  state: z.optional(z.enum(["open", "closed"])),
  keyword: z.optional(z.string().check(upTo(MAX_GROUP_NAME))),
  joinMode: z.optional(z.enum(["open", "approval"])),
  hasNoLeader: z.optional(z.boolean()),
});
export type GroupFilter = z.output<typeof groupFilter>;

const groupRow = z.object({
  groupId: id,
  name: z.string(),
  coverUrl: z.string(),
  /** null: the whole country. */
  cityName: z.nullable(z.string()),
  seriesCodes: z.array(z.string()),
  members: z.int(),
  places: z.int(),
  /** Shown articles, and those of the last 30 days. */
  articles: z.int(),
  recentArticles: z.int(),
  /** null: nobody leads it. */
  leader: z.nullable(clubPerson),
  joinMode: z.enum(["open", "approval"]),
  /** People who wait to be taken in. */
  applicants: z.int(),
  openComplaints: z.int(),
  createdTime: timestamp,
  closedTime: z.nullable(timestamp),
});
export type GroupRow = z.output<typeof groupRow>;

export const listClubGroups = defineOperatorCall({
  name: "listClubGroups",
  path: "club/groups",
  kind: "read",
  right: "club.read",
  args: operatorListArgs(groupFilter, ["members", "articles", "created"]),
  result: listPage(groupRow),
  refusals: [],
});

/** One group with its texts, and the effect of closing it. */
export const showClubGroup = defineOperatorCall({
  name: "showClubGroup",
  path: "club/groups/show",
  kind: "read",
  right: "club.read",
  args: z.object({ groupId: id }),
  result: z.object({
    group: groupRow,
    intro: z.string(),
    /** One rule a line. */
    rules: z.string(),
    cityCode: z.nullable(z.string()),
    revision: z.int(),
    managers: z.array(clubPerson),
    /** Members and applicants whom closing notifies (requirement CO74). */
    notified: z.int(),
    /** Series of the installation, for the form. */
    series: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  refusals: ["notFound"],
});
export type ManagedGroup = z.output<typeof showClubGroup.result>;

/** Series from which a new group chooses. */
export const listGroupSeries = defineOperatorCall({
  name: "listGroupSeries",
  path: "club/groups/series",
  kind: "read",
  right: "club.read",
  args: z.object({}),
  result: z.object({ series: z.array(z.object({ code: z.string(), name: z.string() })) }),
  refusals: [],
});

/** Members of a group, its leader and helpers first; those who may lead it only if `canLead`. */
export const listClubGroupMembers = defineOperatorCall({
  name: "listClubGroupMembers",
  path: "club/groups/members",
  kind: "read",
  right: "club.read",
  args: operatorListArgs(z.object({ groupId: id, canLead: z.optional(z.boolean()) }), ["role"]),
  result: listPage(
    z.object({
      person: clubPerson,
      role: z.enum(["member", "manager", "leader"]),
      seriesName: z.nullable(z.string()),
      joinedTime: timestamp,
      /** Shown articles in the group. */
      articles: z.int(),
    }),
  ),
  refusals: ["notFound"],
});
export type ListedGroupMember = z.output<typeof listClubGroupMembers.result>["rows"][number];

/** Fields of a group as an operator writes them. */
export const groupFields = z.object({
  name: line("名称", MAX_GROUP_NAME),
  intro: line("简介", maxIntroLength),
  /** One rule a line. */
  rules: z.string().check(upTo(maxRulesLength, `约定最多 ${maxRulesLength} 个字`)),
  /** null: the whole country. */
  cityCode: z.nullable(divisionCode),
  /** Series whose owners may join; empty: all. */
  seriesCodes: z.array(seriesCode).check(z.maxLength(50)),
  places: z
    .int("请填写人数上限")
    .check(z.minimum(2, "人数上限至少 2 人"), z.maximum(100_000, "人数上限最多 100,000 人")),
  joinMode: z.enum(["open", "approval"]),
});
export type GroupFields = z.output<typeof groupFields>;

/** Creates a group that a verified owner leads, found by their mobile; as the command club-group does. */
export const createClubGroup = defineOperatorCall({
  name: "createClubGroup",
  path: "club/groups/create",
  kind: "write",
  right: "club.group",
  args: z.object({ ...groupFields.shape, leaderMobile: mobile }),
  result: z.object({ groupId: id }),
  refusals: ["invalid"],
});

/** Changes a group. `basedOn`: the revision that the operator saw; another one is a conflict with who, when and what. */
export const editClubGroup = defineOperatorCall({
  name: "editClubGroup",
  path: "club/groups/edit",
  kind: "write",
  right: "club.group",
  args: z.object({ ...groupFields.shape, groupId: id, basedOn: z.int() }),
  result: z.object({ revision: z.int() }),
  refusals: ["notFound", "invalid", "editConflict", "stateChanged"],
});

/** Closes a group for ever. `name`: typed by the operator (requirement CO74). */
export const closeClubGroup = defineOperatorCall({
  name: "closeClubGroup",
  path: "club/groups/close",
  kind: "write",
  right: "club.group",
  args: z.object({ groupId: id, name: z.string().check(upTo(200)) }),
  result: z.object({ notified: z.int() }),
  refusals: ["notFound", "invalid", "stateChanged"],
});

/** Makes a member the leader; the one before helps to lead. Both are notified. */
export const changeClubGroupLeader = defineOperatorCall({
  name: "changeClubGroupLeader",
  path: "club/groups/leader",
  kind: "write",
  right: "club.group",
  args: z.object({ groupId: id, memberId: id }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});
