import { Refusal } from "#contract/core/errors.ts";
import { applyJoinGroup, leaveGroup } from "#contract/club/club.ts";
import { requireUser, type User } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { groupNotFound, refuseWithRemark } from "../refusals.ts";
import { membershipStateOf } from "../rules.ts";
import type { ClubGroupRow } from "./groups-store.ts";
import { requireGroup } from "./require-group.ts";
import type { JoinOutcome } from "./rules.ts";

const remarks: Readonly<Partial<Record<JoinOutcome, string>>> = {
  blocked: clubMessages.blocked,
  full: clubMessages.groupFull,
  tooManyGroups: clubMessages.tooManyGroups,
};

/** @throws Refusal unless the user is a verified owner, of one of the group's series if it has any */
async function requireVerifiedOwner(
  club: ClubContext,
  { owner, seriesCodes }: User,
  group: ClubGroupRow,
): Promise<void> {
  if (!owner) throw new Refusal("notOwner");
  if (group.series_codes.length === 0) return;
  if (seriesCodes.some((code) => group.series_codes.includes(code))) return;
  const names = await club.groups.findSeriesNames(group.series_codes);
  throw refuseWithRemark(clubMessages.onlyForSeries(names.join(clubMessages.seriesSeparator)));
}

/** Joining and leaving a group (requirements P05, P06, P13–P15, P23). */
export function joinRoutes(calls: RpcRouter, club: ClubContext): void {
  const { groups } = club;
  const join: CallHandler<typeof applyJoinGroup> = async ({ groupId, reason }, caller) => {
    const memberId = await club.actor(caller);
    const group = await requireGroup(club, groupId, memberId);
    // Checks the membership first: a member needs no further condition to stay one.
    if (group.status === 1 || group.status === 2)
      return { standing: membershipStateOf(group.status), members: group.members };
    if (group.status === 3) throw refuseWithRemark(clubMessages.blocked);
    await requireVerifiedOwner(club, requireUser(caller), group);
    await club.enforceRateLimit(memberId, "join");
    const applied = await club.groupApplications.add(groupId, { memberId, reason, since: club.time() });
    if (applied === null) throw groupNotFound();
    const remark = remarks[applied.outcome];
    if (remark !== undefined) throw refuseWithRemark(remark);
    const outcome = applied.outcome === "joined" ? "joined" : "asked";
    if (applied.outcome !== "again") {
      const managers = await groups.listManagers(groupId);
      await club.notify(managers.map((to) => ({ kind: "join", to, actor: memberId, groupId, outcome })));
    }
    return { standing: membershipStateOf(applied.status), members: applied.members };
  };
  calls.on(applyJoinGroup, join);

  calls.on(leaveGroup, async ({ groupId }, caller) => {
    const memberId = await club.actor(caller);
    const changed = await groups.changeMembership(
      groupId,
      memberId,
      (now) => {
        if (now === null || now.status === 3) return "keep";
        if (now.role === 2) throw refuseWithRemark(clubMessages.leaderCannotLeave);
        return null;
      },
      club.time(),
    );
    if (!changed) throw groupNotFound();
    return { standing: membershipStateOf(changed.after?.status ?? null), members: changed.members };
  });
}
