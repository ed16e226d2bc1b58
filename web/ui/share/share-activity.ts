import { showToast } from "../../platform/http/challenges.ts";
import { offerShare, sharePage, type SharedPage } from "../../platform/share/share.ts";
import {
  onShareReferenceCreated,
  ownShareReference,
  withShareReference,
} from "../../platform/share/share-link.ts";
import { track } from "../../platform/tracking/track.ts";
import { sharingMessages } from "./sharing-messages.ts";

/** Data of an activity to share; `path` is its plain page. */
export type SharedActivity = SharedPage & { readonly activityId: string };

/**
 * Shares an activity's page with the person's own share link, if there is one, and shows the outcome
 * (requirements K20, M21).
 */
export async function shareActivity({ activityId, ...shared }: SharedActivity): Promise<void> {
  const path = withShareReference(shared.path, await ownShareReference(activityId));
  const outcome = await sharePage({ ...shared, path });
  // The message catalogue is already loaded: the calls' script came with the first tap.
  if (outcome === "shared")
    showToast((await import("#contract/session/login-messages.ts")).loginMessages.shareDone);
  if (outcome === "copied") showToast(sharingMessages.share.copied);
  if (outcome === "failed") showToast(sharingMessages.share.failed);
  if (outcome === "shared" || outcome === "copied")
    track("activity_shared", { activity_id: activityId, outcome });
}

/**
 * Tells the host the page for its own share button: at first the plain page, then the person's own share link
 * as soon as one exists (requirement M21).
 * @returns function that withdraws the offer
 */
export function offerActivityShare({ activityId, ...shared }: SharedActivity): () => void {
  let isStopped = false;
  let withdraw = offerShare(shared);
  const offerOwnLink = async (): Promise<void> => {
    const reference = await ownShareReference(activityId);
    if (isStopped || reference === null) return;
    withdraw();
    withdraw = offerShare({ ...shared, path: withShareReference(shared.path, reference) });
  };
  void offerOwnLink();
  const stop = onShareReferenceCreated(() => void offerOwnLink());
  return () => {
    isStopped = true;
    stop();
    withdraw();
  };
}
