import type { ArgsOf, Send } from "#contract/core/call.ts";
import { blockMember, followUser, listRelatedMembers, showMember } from "#contract/club/members.ts";
import { followGroup } from "#contract/club/club.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

export type PeopleListKind = ArgsOf<typeof listRelatedMembers>["kind"];
export const loadMember = (send: Send, userId: string) =>
  send(showMember, userId === "me" ? {} : { userId }, quiet);
/** @param userId null: the lists of the person who asks */
export const loadPeople = (send: Send, kind: PeopleListKind, userId: string | null, cursor?: string) =>
  send(
    listRelatedMembers,
    { kind, pageSize: 30, ...(userId !== null && { userId }), ...(cursor !== undefined && { cursor }) },
    quiet,
  );
export const follow = (send: Send, kind: "group" | "member", id: string, isOn: boolean) =>
  kind === "group"
    ? send(followGroup, { groupId: id, follow: isOn })
    : send(followUser, { userId: id, follow: isOn });
export const block = (send: Send, userId: string, blocked: boolean) => send(blockMember, { userId, blocked });
