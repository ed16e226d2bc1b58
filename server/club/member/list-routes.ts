import { listRelatedMembers } from "#contract/club/members.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { MAX_ID, pageOfRows, parseIdCursor } from "../cursors.ts";
import { memberNotFound } from "../refusals.ts";
import { authorOf } from "../rules.ts";

/** Lists of followers, of followed members and of blocked members (requirements P03, P12, P23). */
export function memberListRoutes(calls: RpcRouter, club: ClubContext): void {
  const list: CallHandler<typeof listRelatedMembers> = async ({ kind, userId, cursor, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const isOwn = kind === "blocked" || userId === undefined;
    const emptyPage = { list: [], nextCursor: null };
    if (isOwn && viewer === null) return emptyPage;
    const row = await club.members.findProfile(isOwn ? (viewer ?? "") : userId, viewer);
    if (!row || row.is_hidden || row.deleted_time !== null) throw memberNotFound();
    if (row.blocked) return emptyPage;
    const after = cursor === undefined ? MAX_ID : parseIdCursor(cursor);
    const rows = await club.memberLists.list(kind, row.member_id, { viewer, after, limit: pageSize + 1 });
    const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ member_id }) => member_id);
    return {
      list: shown.map((one) => ({
        ...authorOf(one),
        seriesName: one.series_name,
        followed: one.followed,
        own: one.member_id === viewer,
      })),
      nextCursor,
    };
  };
  calls.on(listRelatedMembers, list);
}
