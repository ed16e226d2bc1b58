import { Refusal } from "#contract/core/errors.ts";
import { listGroupMembers, listGroups, listGroupsOfUser, showGroup } from "#contract/club/club.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { numberedCursor, parseNumberedCursor } from "../cursors.ts";
import { feedPage } from "../feed/feed-page.ts";
import { presentGroup, presentGroupActivity, presentGroupMember } from "../presenter.ts";
import { memberNotFound } from "../refusals.ts";
import type { Viewer } from "../visibility-store.ts";
import { isManager, requireGroup } from "./require-group.ts";

/** Maximum number of members and activities on a group's page. */
const SHOWN = { people: 12, activities: 5 } as const;
const firstMembers = { status: 2, position: null, limit: SHOWN.people } as const;
const positionOf = (cursor: string | undefined) =>
  cursor === undefined ? null : parseNumberedCursor(cursor);

/**
 * The member whose groups are listed; null: the viewer has blocked them, or their account is deleted.
 * @throws Refusal "notFound" where their page is not visible to the viewer
 */
async function visibleMember(club: ClubContext, userId: string | undefined, viewer: Viewer): Promise<Viewer> {
  if (userId === undefined) return viewer;
  const row = await club.members.findProfile(userId, viewer);
  if (!row || row.is_hidden) throw memberNotFound();
  return row.blocked || row.deleted_time !== null ? null : row.member_id;
}

function listRoutes(calls: RpcRouter, club: ClubContext): void {
  calls.on(listGroups, async ({ cursor, pageSize, ...asked }, caller) => {
    const viewer = await club.viewer(caller);
    const page = { position: positionOf(cursor), limit: pageSize + 1, midnight: club.midnight() };
    const rows = await club.groups.search(viewer, asked, page);
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return {
      list: rows.slice(0, pageSize).map(presentGroup),
      nextCursor: last ? numberedCursor(last.members, last.group_id) : null,
    };
  });
  const ofUser: CallHandler<typeof listGroupsOfUser> = async ({ userId, cursor, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    if (userId === undefined && caller.user === null) throw new Refusal("unauthenticated");
    const memberId = await visibleMember(club, userId, viewer);
    if (memberId === null) return { list: [], nextCursor: null };
    const page = { position: positionOf(cursor), limit: pageSize + 1, midnight: club.midnight() };
    const rows = await club.groups.listOfMember(memberId, viewer, page);
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return {
      list: rows.slice(0, pageSize).map(presentGroup),
      nextCursor: last ? numberedCursor(Math.round(last.joined_ms), last.group_id) : null,
    };
  };
  calls.on(listGroupsOfUser, ofUser);
  calls.on(listGroupMembers, async ({ groupId, waiting, blocked, cursor, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const manages = isManager(await requireGroup(club, groupId, viewer));
    const status = waiting === "1" ? 1 : blocked === "1" ? 3 : 2;
    // Applicants and blocked people are visible only to the leader and the helpers.
    if (status !== 2 && !manages) return { list: [], nextCursor: null };
    const page = { status, position: positionOf(cursor), limit: pageSize + 1 } as const;
    // Shows leader and helpers everybody: a block between two members must not hide one from moderation.
    const rows = await club.groups.listMembers(groupId, manages ? null : viewer, page);
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return {
      list: rows.slice(0, pageSize).map((row) => presentGroupMember(row, status !== 2)),
      nextCursor: last
        ? numberedCursor(status === 1 ? last.since.getTime() : last.role, last.member_id)
        : null,
    };
  });
}

/** Lists of groups and of their members, and a group's page (requirements P08, P12). */
export function groupReadRoutes(calls: RpcRouter, club: ClubContext): void {
  listRoutes(calls, club);
  const show: CallHandler<typeof showGroup> = async ({ groupId, featured, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const row = await requireGroup(club, groupId, viewer);
    const manages = isManager(row);
    const [waiting, people, activities, feed] = await Promise.all([
      manages ? club.groups.countWaiting(groupId) : 0,
      club.groups.listMembers(groupId, manages ? null : viewer, firstMembers),
      club.groups.listActivities(groupId, club.time(), SHOWN.activities),
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
  calls.on(showGroup, show);
}
