import {
  listKocApplications,
  reviewKocApplications,
  showKocApplication,
  type KocDetail,
} from "#contract/console/koc/applications.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { send } from "../shell/index.ts";

export const loadKocs = (
  args: OperatorArgs<typeof listKocApplications>,
): Promise<OperatorResult<typeof listKocApplications>> => send(listKocApplications, args);
export const loadKoc = (kocId: string): Promise<KocDetail> => send(showKocApplication, { kocId });

type ReviewArgs = OperatorArgs<typeof reviewKocApplications>;
export type KocSelection = ReviewArgs["selection"];
export type KocReviewDecision = ReviewArgs["decision"];
export type KocReview = OperatorResult<typeof reviewKocApplications>;
export const reviewKocs = (selection: KocSelection, decision: KocReviewDecision): Promise<KocReview> =>
  send(reviewKocApplications, { selection, decision });

/** Keys of this area's queries in the cache. */
export const kocKeys = {
  list: listKocApplications.name,
  detail: (kocId: string) => [showKocApplication.name, kocId],
};
