import {
  askOwnerReviewAgain,
  countOwnerApplications,
  decideOwnerApplications,
  findOwnerApplications,
  listOwnerApplications,
  revealOwnerApplication,
  showOwnerApplication,
  type OwnerCounts,
  type OwnerDecision,
  type OwnerDecisions,
  type OwnerDetail,
  type OwnerRow,
  type RevealedOwner,
} from "#contract/console/club/owners.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import type { PurposeOfReveal } from "#contract/console/person-shapes.ts";
import { send } from "../shell/index.ts";

export const loadOwnerRows = (
  args: OperatorArgs<typeof listOwnerApplications>,
): Promise<OperatorResult<typeof listOwnerApplications>> => send(listOwnerApplications, args);
export const loadOwnerCounts = (): Promise<OwnerCounts> => send(countOwnerApplications, {});
export const loadOwnerDetail = (applicationId: string): Promise<OwnerDetail> =>
  send(showOwnerApplication, { applicationId });
export const findOwnersByNumber = async (number: string): Promise<readonly OwnerRow[]> =>
  (await send(findOwnerApplications, { number })).applications;
export const revealOwner = (applicationId: string, purpose: PurposeOfReveal): Promise<RevealedOwner> =>
  send(revealOwnerApplication, { applicationId, purpose });
export const askAgain = (
  applicationIds: readonly string[],
): Promise<OperatorResult<typeof askOwnerReviewAgain>> =>
  send(askOwnerReviewAgain, { applicationIds: [...applicationIds] });
export const decideOwners = (
  applicationIds: readonly string[],
  decision: OwnerDecision,
): Promise<OwnerDecisions> =>
  send(decideOwnerApplications, { applicationIds: [...applicationIds], decision });

/** Keys of this area's queries in the cache. */
export const ownerKeys = {
  list: listOwnerApplications.name,
  counts: countOwnerApplications.name,
  details: showOwnerApplication.name,
  detail: (applicationId: string) => [showOwnerApplication.name, applicationId],
};
