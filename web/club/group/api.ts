import type { ArgsOf, Send } from "#contract/core/call.ts";
import { appointManager, editGroup, handOverGroup } from "#contract/club/group-leader.ts";
import {
  applyJoinGroup,
  blockFromGroup,
  checkGroupBlock,
  checkJoinGroupNum,
  leaveGroup,
  listGroupMembers,
  listGroups,
  listGroupsOfUser,
  reviewJoin,
  showGroup,
  showMemberIdentity,
} from "#contract/club/club.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

export type GroupTab = "newest" | "featured" | "activities" | "members";
export const loadGroups = (send: Send, args: ArgsOf<typeof listGroups>) => send(listGroups, args, quiet);
export const loadOwnGroups = (send: Send, cursor?: string) =>
  send(listGroupsOfUser, { pageSize: 50, ...(cursor !== undefined && { cursor }) }, quiet);
export const loadGroup = (send: Send, groupId: string, tab: GroupTab) =>
  send(
    showGroup,
    {
      groupId,
      ...(tab === "featured" && { featured: "1" }),
      ...((tab === "activities" || tab === "members") && { pageSize: 1 }),
    },
    quiet,
  );
export const loadGroupMembers = (send: Send, args: ArgsOf<typeof listGroupMembers>) =>
  send(listGroupMembers, args, quiet);
export const loadIdentity = (send: Send) => send(showMemberIdentity, {}, quiet);
/** Checks for a block and for free places before the form opens, so that nobody fills it in vain. */
export const loadJoinObstacles = async (send: Send, groupId: string) => {
  const [block, room] = await Promise.all([
    send(checkGroupBlock, { groupId }, quiet),
    send(checkJoinGroupNum, { groupId }, quiet),
  ]);
  return { ...block, ...room };
};
/** Raises no challenge, since the caller shows refusals in a dialog. */
export const joinGroup = (send: Send, groupId: string, reason: string) =>
  send(applyJoinGroup, { groupId, reason }, quiet);
export const leave = (send: Send, groupId: string) => send(leaveGroup, { groupId });
export const decideApplication = (send: Send, args: ArgsOf<typeof reviewJoin>) => send(reviewJoin, args);
export const removeFromGroup = (send: Send, args: ArgsOf<typeof blockFromGroup>) =>
  send(blockFromGroup, args);
export const saveGroup = (send: Send, args: ArgsOf<typeof editGroup>) => send(editGroup, args);
export const setManager = (send: Send, args: ArgsOf<typeof appointManager>) => send(appointManager, args);
export const transferGroup = (send: Send, args: ArgsOf<typeof handOverGroup>) => send(handOverGroup, args);
