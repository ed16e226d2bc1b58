import { Refusal } from "#contract/core/errors.ts";
import { clubLimits } from "#contract/club/limits.ts";
import {
  listGroupMembers,
  listGroups,
  listGroupsOfUser,
  showActivityClub,
  showCarClub,
  showGroup,
  showMemberIdentity,
  type MemberIdentity,
} from "#contract/club/club.ts";
import { listArticles } from "#contract/club/articles.ts";
import type { ArticlePage } from "#contract/club/shapes.ts";
import { toShanghaiIso } from "../../activity/index.ts";
import { type Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { FeedQuery } from "../article/articles-store.ts";
import type { ClubContext } from "../club-context.ts";
import { groupNotFound } from "../group/routes.ts";
import { presentGroupActivity, presentGroupMember, presentGroup } from "../presenter.ts";
import {
  authorOf,
  idOfCursor,
  BEFORE_NEWEST,
  numberedCursorOf,
  numberedOfCursor,
  pageOfRows,
} from "../rules.ts";
import { clubMessages } from "../messages.ts";
import type { Viewer } from "../visibility-store.ts";

/** Groups that the club's home shows of a kind; people and activities that a group's page shows. */
const SHOWN = { groups: 10, people: 12, activities: 5 } as const;
const firstPeople = { status: 2, position: null, limit: SHOWN.people } as const;
type Paged = { readonly cursor?: string | undefined; readonly pageSize: number };

/** A page of a feed: one statement, and what its names and pictures need. */
export async function feedPage(
  club: ClubContext,
  viewer: Viewer,
  { cursor, pageSize }: Paged,
  feed: Partial<FeedQuery> = {},
): Promise<ArticlePage> {
  const after = cursor === undefined ? BEFORE_NEWEST : idOfCursor(cursor);
  const rows = await club.articles.feed({
    scope: "all",
    isFeatured: false,
    ...feed,
    viewer,
    after,
    limit: pageSize + 1,
  });
  const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ article_id }) => article_id);
  return { list: await club.present.articles(shown, viewer), nextCursor };
}
/** Who the caller is, and their member where they are one yet. */
async function identityOf(
  club: ClubContext,
  { user }: Caller,
): Promise<{ identity: MemberIdentity; viewer: Viewer }> {
  const own = user && (await club.members.own(user.userId));
  const owner = user?.owner ?? false;
  const identity: MemberIdentity = {
    identity: user === null ? "visitor" : owner ? "owner" : "member",
    verifiedOwner: owner,
    seriesCodes: [...(user?.seriesCodes ?? [])],
    member: own && authorOf(own),
    unread: own?.unread ?? 0,
  };
  return { identity, viewer: own?.member_id ?? null };
}

/** Of whom the viewer sees what stands on their page; null: there is nothing to see. @throws Refusal "notFound" as their page */
async function seenMember(club: ClubContext, userId: string | undefined, viewer: Viewer): Promise<Viewer> {
  if (userId === undefined) return viewer;
  const row = await club.members.page(userId, viewer);
  if (!row || row.is_hidden) throw new Refusal("notFound", { message: clubMessages.noMember });
  return row.blocked || row.deleted_time !== null ? null : row.member_id;
}

function listRoutes(calls: RpcRouter, club: ClubContext): void {
  const position = (cursor: string | undefined) => (cursor === undefined ? null : numberedOfCursor(cursor));
  calls.on(listArticles, async ({ scope, featured, userId, ...asked }, caller) => {
    const viewer = await club.viewer(caller);
    const { cityCode, groupId, activityId } = asked;
    const feed = { scope, cityCode, groupId, activityId, memberId: userId, isFeatured: featured === "1" };
    return feedPage(club, viewer, asked, feed);
  });
  calls.on(listGroups, async ({ cursor, pageSize, ...asked }, caller) => {
    const viewer = await club.viewer(caller);
    const page = { position: position(cursor), limit: pageSize + 1, midnight: club.midnight() };
    const rows = await club.groups.all(viewer, asked, page);
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return {
      list: rows.slice(0, pageSize).map(presentGroup),
      nextCursor: last ? numberedCursorOf(last.members, last.group_id) : null,
    };
  });
  const ofUser: CallHandler<typeof listGroupsOfUser> = async ({ userId, cursor, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    if (userId === undefined && caller.user === null) throw new Refusal("unauthenticated");
    const memberId = await seenMember(club, userId, viewer);
    if (memberId === null) return { list: [], nextCursor: null };
    const page = { position: position(cursor), limit: pageSize + 1, midnight: club.midnight() };
    const rows = await club.groups.ofMember(memberId, viewer, page);
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return {
      list: rows.slice(0, pageSize).map(presentGroup),
      nextCursor: last ? numberedCursorOf(Math.round(last.joined_ms), last.group_id) : null,
    };
  };
  calls.on(listGroupsOfUser, ofUser);
  calls.on(listGroupMembers, async ({ groupId, waiting, blocked, cursor, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const group = await club.groups.one(groupId, viewer, club.midnight());
    if (!group) throw groupNotFound();
    const manages = group.status === 2 && (group.role ?? 0) > 0;
    const status = waiting === "1" ? 1 : blocked === "1" ? 3 : 2;
    // Who waits or is blocked is nobody's business but theirs who decide.
    if (status !== 2 && !manages) return { list: [], nextCursor: null };
    const page = { status, position: position(cursor), limit: pageSize + 1 } as const;
    // Whoever decides sees all of them: a block is no way out of it, and keeps nobody waiting.
    const rows = await club.groups.people(groupId, manages ? null : viewer, page);
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return {
      list: rows.slice(0, pageSize).map((row) => presentGroupMember(row, status !== 2)),
      nextCursor: last
        ? numberedCursorOf(status === 1 ? last.since.getTime() : last.role, last.member_id)
        : null,
    };
  });
}

/** What the club's screens show, one answer each (requirements P01, P07, P08, P10, P12). */
export function readRoutes(calls: RpcRouter, club: ClubContext): void {
  listRoutes(calls, club);
  calls.on(showMemberIdentity, async (_args, caller) => (await identityOf(club, caller)).identity);
  const home: CallHandler<typeof showCarClub> = async ({ cityCode, scope, pageSize }, caller) => {
    const { identity, viewer } = await identityOf(club, caller);
    const midnight = club.midnight();
    const { groups: most } = SHOWN;
    const [mine, near, forSeries, feed] = await Promise.all([
      viewer === null ? [] : club.groups.mine(viewer, clubLimits.groupsMost, midnight),
      cityCode === undefined ? [] : club.groups.near(viewer, cityCode, most, midnight),
      club.groups.forSeries(viewer, identity.seriesCodes, most, midnight),
      feedPage(club, viewer, { pageSize }, { scope, cityCode }),
    ]);
    return {
      ...identity,
      mine: mine.map(presentGroup),
      near: near.map(presentGroup),
      forSeries: forSeries.map(presentGroup),
      feed,
    };
  };
  calls.on(showCarClub, home);
  const group: CallHandler<typeof showGroup> = async ({ groupId, featured, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const row = await club.groups.one(groupId, viewer, club.midnight());
    if (!row) throw groupNotFound();
    const manages = row.status === 2 && (row.role ?? 0) > 0;
    const [waiting, people, activities, feed] = await Promise.all([
      manages ? club.groups.waiting(groupId) : 0,
      club.groups.people(groupId, manages ? null : viewer, firstPeople),
      club.groups.activities(groupId, club.time(), SHOWN.activities),
      feedPage(club, viewer, { pageSize }, { groupId, isFeatured: featured === "1" }),
    ]);
    return {
      ...presentGroup(row),
      rules: row.rules,
      createdTime: toShanghaiIso(row.created_time),
      manages,
      leads: manages && row.role === 2,
      waiting,
      blockedReason: row.status === 3 ? (row.reason ?? "") : null,
      people: people.map((one) => presentGroupMember(one, false)),
      activities: activities.map((one) => presentGroupActivity(one, club.now())),
      feed,
    };
  };
  calls.on(showGroup, group);
  calls.on(showActivityClub, async ({ activityId, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const row = await club.groups.forActivity(activityId, viewer, club.midnight());
    if (row === undefined) throw new Refusal("notFound", { message: clubMessages.noActivity });
    return {
      group: row.group && presentGroup(row.group),
      feed: await feedPage(club, viewer, { pageSize }, { activityId }),
    };
  });
}
