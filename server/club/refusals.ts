import { Refusal } from "#contract/core/errors.ts";
import { clubMessages } from "./messages.ts";

export const articleNotFound = () => new Refusal("notFound", { message: clubMessages.noArticle });
export const groupNotFound = () => new Refusal("notFound", { message: clubMessages.noGroup });
export const memberNotFound = () => new Refusal("notFound", { message: clubMessages.noMember });
/** A refusal whose reason the client shows as it is. */
export const refuseWithRemark = (remark: string) => new Refusal("flowBranch", { remark });
/** @param status of the membership; null: none */
export const notInGroup = (status: number | null) =>
  refuseWithRemark(status === 3 ? clubMessages.blocked : clubMessages.notJoined);
