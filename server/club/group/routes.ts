import { clubLimits } from "#contract/club/limits.ts";
import {
  blockFromGroup,
  checkGroupBlock,
  checkJoinGroupNum,
  followGroup,
  reviewJoin,
} from "#contract/club/club.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { notifyRemovedMembers } from "../notification/notifications-store.ts";
import { groupNotFound, memberNotFound, refuseWithRemark, requireStillOwner } from "../refusals.ts";
import { membershipStateOf } from "../rules.ts";
import { groupsStore } from "./groups-store.ts";
import { joinRoutes } from "./join-routes.ts";
import { leaderRoutes } from "./leader-routes.ts";
import { groupReadRoutes } from "./read-routes.ts";
import { requireGroup, requireGroupManager } from "./require-group.ts";

/** Admission and removal of members, by the leader and the helpers of a group. */
function manageRoutes(calls: RpcRouter, club: ClubContext): void {
  const { groups } = club;
  calls.on(reviewJoin, async ({ groupId, userId, accepted }, caller) => {
    const actor = await club.actor(caller);
    await requireGroupManager(club, groupId, actor);
    requireStillOwner(caller);
    await club.enforceRateLimit(actor, "lead");
    const about = { kind: "club-member", id: `${groupId}/${userId}` };
    const outcome = accepted ? "accepted" : "declined";
    const changed = await club.withCallerAudit(caller, { action: "club.review-join", about, outcome }, (db) =>
      groupsStore(db).changeMembership(
        groupId,
        userId,
        (now, group) => {
          if (now?.status !== 1) throw refuseWithRemark(clubMessages.alreadyReviewed);
          if (!accepted) return null;
          if (group.members >= group.places) throw refuseWithRemark(clubMessages.groupFull);
          return { ...now, status: 2 };
        },
        club.time(),
      ),
    );
    if (!changed) throw groupNotFound();
    await club.notify([{ kind: "join", to: userId, actor, groupId, outcome }]);
    return {
      standing: membershipStateOf(changed.after?.status ?? null),
      waiting: await groups.countWaiting(groupId),
    };
  });
  calls.on(blockFromGroup, async ({ groupId, userId, blocked, reason }, caller) => {
    const actor = await club.actor(caller);
    await requireGroupManager(club, groupId, actor);
    requireStillOwner(caller);
    await club.enforceRateLimit(actor, "lead");
    if ((await club.members.findProfile(userId, null)) === null) throw memberNotFound();
    const about = { kind: "club-member", id: `${groupId}/${userId}` };
    const outcome = blocked ? "blocked" : "unblocked";
    await club.withCallerAudit(caller, { action: "club.block", about, outcome }, async (db) => {
      let wasIn = false;
      await groupsStore(db).changeMembership(
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
      // A person who was never in the group is not notified; they see the block when they open its page.
      if (blocked && wasIn)
        await notifyRemovedMembers(db, { groupId, outcome: "removed", memberIds: [userId] }, club.time());
    });
    return { blocked };
  });
}

/** Groups: reading, joining, following, admission and leadership (requirements P04–P06, P09, P12–P15, P23). */
export function groupRoutes(calls: RpcRouter, club: ClubContext): void {
  const { groups } = club;
  groupReadRoutes(calls, club);
  joinRoutes(calls, club);
  manageRoutes(calls, club);
  leaderRoutes(calls, club);
  calls.on(followGroup, async ({ groupId, follow }, caller) => {
    const memberId = await club.actor(caller);
    await requireGroup(club, groupId, memberId);
    await club.enforceRateLimit(memberId, "follow");
    const followers = await club.groupFollows.add(groupId, { memberId, isOn: follow, time: club.time() });
    if (followers === null) throw groupNotFound();
    return { followed: follow, followers };
  });
  calls.on(checkJoinGroupNum, async ({ groupId }, caller) => {
    const memberId = await club.viewer(caller);
    const [group, joinedGroups] = await Promise.all([
      requireGroup(club, groupId, memberId),
      memberId === null ? 0 : groups.countGroups(memberId),
    ]);
    const { maxGroups } = clubLimits;
    const { members, places } = group;
    return {
      canJoin: members < places && joinedGroups < maxGroups,
      members,
      places,
      joinedGroups,
      groupsMost: maxGroups,
    };
  });
  calls.on(checkGroupBlock, async ({ groupId }, caller) => {
    const { status, reason } = await requireGroup(club, groupId, await club.viewer(caller));
    return { blocked: status === 3, reason: status === 3 ? reason : null };
  });
}
