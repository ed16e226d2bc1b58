import { Refusal } from "#contract/core/errors.ts";
import { clubLimits } from "#contract/club/limits.ts";
import {
  applyJoinGroup,
  blockFromGroup,
  checkGroupBlock,
  checkJoinGroupNum,
  followGroup,
  leaveGroup,
  reviewJoin,
} from "#contract/club/club.ts";
import { requireUser, type User } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { groupsStore, type ClubGroupRow } from "./groups-store.ts";
import { notifyRemovedMembers } from "../notice/notices-store.ts";
import { membershipStateOf, type JoinOutcome } from "../rules.ts";
import type { Viewer } from "../visibility-store.ts";
import { clubMessages } from "../messages.ts";

export const groupNotFound = () => new Refusal("notFound", { message: clubMessages.noGroup });
const refuseWithRemark = (remark: string) => new Refusal("flowBranch", { remark });
const remarks: Readonly<Partial<Record<JoinOutcome, string>>> = {
  blocked: clubMessages.blocked,
  full: clubMessages.full,
  tooManyGroups: clubMessages.tooManyGroups,
};

const requireGroup = async (club: ClubContext, groupId: string, viewer: Viewer): Promise<ClubGroupRow> => {
  const row = await club.groups.one(groupId, viewer, club.midnight());
  if (!row) throw groupNotFound();
  return row;
};
/** @throws Refusal "forbidden" for whoever does not lead the group or help to */
export async function requireGroupManager(
  club: ClubContext,
  groupId: string,
  memberId: Viewer,
): Promise<void> {
  const row = await requireGroup(club, groupId, memberId);
  if (row.status !== 2 || (row.role ?? 0) === 0) throw new Refusal("forbidden");
}
/** Verified owners only, of the group's series where it has some. @throws Refusal */
async function requireVerifiedOwner(
  club: ClubContext,
  { owner, seriesCodes }: User,
  group: ClubGroupRow,
): Promise<void> {
  if (!owner) throw new Refusal("notOwner");
  if (group.series_codes.length === 0) return;
  if (seriesCodes.some((code) => group.series_codes.includes(code))) return;
  const names = await club.groups.seriesNames(group.series_codes);
  throw refuseWithRemark(clubMessages.onlyFor(names.join(clubMessages.or)));
}

function joinRoutes(calls: RpcRouter, club: ClubContext): void {
  const { groups } = club;
  const join: CallHandler<typeof applyJoinGroup> = async ({ groupId, reason }, caller) => {
    const memberId = await club.actor(caller);
    const group = await requireGroup(club, groupId, memberId);
    // How somebody stands goes before what they would have to be.
    if (group.status === 1 || group.status === 2)
      return { standing: membershipStateOf(group.status), members: group.members };
    if (group.status === 3) throw refuseWithRemark(clubMessages.blocked);
    await requireVerifiedOwner(club, requireUser(caller), group);
    await club.mustBePaced(memberId, "join");
    const applied = await club.joins.add(groupId, { memberId, reason, since: club.time() });
    if (applied === null) throw groupNotFound();
    const remark = remarks[applied.turn];
    if (remark !== undefined) throw refuseWithRemark(remark);
    const outcome = applied.turn === "joined" ? "joined" : "asked";
    if (applied.turn !== "again") {
      const managers = await groups.managers(groupId);
      await club.tell(managers.map((to) => ({ kind: "join", to, actor: memberId, groupId, outcome })));
    }
    return { standing: membershipStateOf(applied.status), members: applied.members };
  };
  calls.on(applyJoinGroup, join);

  calls.on(leaveGroup, async ({ groupId }, caller) => {
    const memberId = await club.actor(caller);
    const changed = await groups.change(
      groupId,
      memberId,
      (now) => {
        if (now === null || now.status === 3) return "keep";
        if (now.role === 2) throw refuseWithRemark(clubMessages.leads);
        return null;
      },
      club.time(),
    );
    if (!changed) throw groupNotFound();
    return { standing: membershipStateOf(changed.after?.status ?? null), members: changed.members };
  });
}

/** What those do who lead a group or help to. */
function manageRoutes(calls: RpcRouter, club: ClubContext): void {
  const { groups } = club;
  calls.on(reviewJoin, async ({ groupId, userId, accepted }, caller) => {
    const actor = await club.actor(caller);
    await requireGroupManager(club, groupId, actor);
    await club.mustBePaced(actor, "lead");
    const about = { kind: "club-member", id: `${groupId}/${userId}` };
    const outcome = accepted ? "accepted" : "declined";
    const changed = await club.leading(caller, { action: "club.review-join", about, outcome }, (db) =>
      groupsStore(db).change(
        groupId,
        userId,
        (now, group) => {
          if (now?.status !== 1) throw refuseWithRemark(clubMessages.notWaiting);
          if (!accepted) return null;
          if (group.members >= group.places) throw refuseWithRemark(clubMessages.full);
          return { ...now, status: 2 };
        },
        club.time(),
      ),
    );
    if (!changed) throw groupNotFound();
    await club.tell([{ kind: "join", to: userId, actor, groupId, outcome }]);
    return {
      standing: membershipStateOf(changed.after?.status ?? null),
      waiting: await groups.waiting(groupId),
    };
  });
  calls.on(blockFromGroup, async ({ groupId, userId, blocked, reason }, caller) => {
    const actor = await club.actor(caller);
    await requireGroupManager(club, groupId, actor);
    await club.mustBePaced(actor, "lead");
    if ((await club.members.page(userId, null)) === null)
      throw new Refusal("notFound", { message: clubMessages.noMember });
    const about = { kind: "club-member", id: `${groupId}/${userId}` };
    const outcome = blocked ? "blocked" : "unblocked";
    await club.leading(caller, { action: "club.block", about, outcome }, async (db) => {
      let wasIn = false;
      await groupsStore(db).change(
        groupId,
        userId,
        (now) => {
          if ((now?.role ?? 0) > 0) throw refuseWithRemark(clubMessages.cannotBlock);
          wasIn = now?.status === 1 || now?.status === 2;
          if (blocked) return { status: 3, role: 0, reason };
          return now?.status === 3 ? null : "keep";
        },
        club.time(),
      );
      // Whoever was never in it does not learn of it before they look for it.
      if (blocked && wasIn)
        await notifyRemovedMembers(db, { groupId, outcome: "removed", memberIds: [userId] }, club.time());
    });
    return { blocked };
  });
}

/** Joining, leaving, following groups, and deciding who is in (requirements P04–P06, P09, P13–P15, P23). */
export function groupRoutes(calls: RpcRouter, club: ClubContext): void {
  const { groups } = club;
  joinRoutes(calls, club);
  manageRoutes(calls, club);
  calls.on(followGroup, async ({ groupId, follow }, caller) => {
    const memberId = await club.actor(caller);
    await requireGroup(club, groupId, memberId);
    await club.mustBePaced(memberId, "follow");
    const followers = await club.groupFollows.add(groupId, { memberId, isOn: follow, time: club.time() });
    if (followers === null) throw groupNotFound();
    return { followed: follow, followers };
  });
  calls.on(checkJoinGroupNum, async ({ groupId }, caller) => {
    const memberId = await club.viewer(caller);
    const [group, joinedGroups] = await Promise.all([
      requireGroup(club, groupId, memberId),
      memberId === null ? 0 : groups.groupsOf(memberId),
    ]);
    const { groupsMost } = clubLimits;
    const { members, places } = group;
    return {
      canJoin: members < places && joinedGroups < groupsMost,
      members,
      places,
      joinedGroups,
      groupsMost,
    };
  });
  calls.on(checkGroupBlock, async ({ groupId }, caller) => {
    const { status, reason } = await requireGroup(club, groupId, await club.viewer(caller));
    return { blocked: status === 3, reason: status === 3 ? reason : null };
  });
}
