import { showToast } from "../../platform/http/challenges.ts";
import { offerShare, sharePage, type SharedPage } from "../../platform/share/share.ts";
import {
  onShareReferenceCreated,
  ownShareReference,
  withShareReference,
} from "../../platform/share/share-link.ts";
import { track } from "../../platform/tracking/track.ts";
import { sharingMessages } from "./sharing-messages.ts";

/** An activity as it is shared; `path` is its plain page. */
export type SharedActivity = SharedPage & { readonly activityId: string };

/** Shares an activity's page by the person's own link, where they have one, and says what happened (requirements K20, M21). */
export async function shareActivity({ activityId, ...shared }: SharedActivity): Promise<void> {
  const path = withShareReference(shared.path, await ownShareReference(activityId));
  const outcome = await sharePage({ ...shared, path });
  // The catalogue came with the calls' script at the first touch.
  if (outcome === "shared") showToast((await import("#contract/core/errors.ts")).loginMessages.shareDone);
  if (outcome === "copied") showToast(sharingMessages.share.copied);
  if (outcome === "failed") showToast(sharingMessages.share.failed);
  if (outcome === "shared" || outcome === "copied")
    track("activity_shared", { activity_id: activityId, outcome });
}

/**
 * Tells the host what its own share button is to share while an activity's page is on show: the page,
 * then the person's own link where they have one, or make one meanwhile (requirement M21). @returns takes it back
 */
export function offerActivityShare({ activityId, ...shared }: SharedActivity): () => void {
  let isOver = false;
  let takeBack = offerShare(shared);
  const offerOwn = async (): Promise<void> => {
    const reference = await ownShareReference(activityId);
    if (isOver || reference === null) return;
    takeBack();
    takeBack = offerShare({ ...shared, path: withShareReference(shared.path, reference) });
  };
  void offerOwn();
  const stop = onShareReferenceCreated(() => void offerOwn());
  return () => {
    isOver = true;
    stop();
    takeBack();
  };
}
