import { Refusal } from "#contract/core/errors.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import { clubMessages } from "./messages.ts";

export const articleNotFound = () => new Refusal("notFound", { message: clubMessages.noArticle });
export const groupNotFound = () => new Refusal("notFound", { message: clubMessages.noGroup });
export const memberNotFound = () => new Refusal("notFound", { message: clubMessages.noMember });
/** A refusal whose reason the client shows as it is. */
export const refuseWithRemark = (remark: string) => new Refusal("flowBranch", { remark });
/**
 * Groups are for verified owners: without the verification a member reads on and may leave, and writes and leads again
 * once it is back. @throws Refusal
 */
export function requireStillOwner(caller: Caller): void {
  if (!requireUser(caller).owner) throw refuseWithRemark(clubMessages.verificationEnded);
}
/** @param status of the membership; null: none */
export const notInGroup = (status: number | null) =>
  refuseWithRemark(status === 3 ? clubMessages.blocked : clubMessages.notJoined);
