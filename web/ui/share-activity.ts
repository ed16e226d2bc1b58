import { toast } from "../platform/http/challenges.ts";
import { offerShare, share, type Shared } from "../platform/share.ts";
import { onReferenceMade, ownReference, withReference } from "../platform/share-link.ts";
import { track } from "../platform/track.ts";
import { shareWords } from "./share-words.ts";

/** An activity as it is shared; `path` is its plain page. */
export type SharedActivity = Shared & { readonly activityId: string };

/** Shares an activity's page by the person's own link, where they have one, and says what happened (requirements K20, M21). */
export async function shareActivity({ activityId, ...shared }: SharedActivity): Promise<void> {
  const path = withReference(shared.path, await ownReference(activityId));
  const outcome = await share({ ...shared, path });
  // The catalogue came with the calls' script at the first touch.
  if (outcome === "shared") toast((await import("#contract/errors.ts")).loginMessages.shareDone);
  if (outcome === "copied") toast(shareWords.share.copied);
  if (outcome === "failed") toast(shareWords.share.failed);
  if (outcome === "shared" || outcome === "copied")
    track("activity_shared", { activity_id: activityId, outcome });
}

/**
 * Tells the host what its own share button is to share while an activity's page is on show: the page,
 * then the person's own link where they have one, or make one meanwhile (requirement M21). @returns takes it back
 */
export function offerActivity({ activityId, ...shared }: SharedActivity): () => void {
  let isOver = false;
  let takeBack = offerShare(shared);
  const offerOwn = async (): Promise<void> => {
    const reference = await ownReference(activityId);
    if (isOver || reference === null) return;
    takeBack();
    takeBack = offerShare({ ...shared, path: withReference(shared.path, reference) });
  };
  void offerOwn();
  const stop = onReferenceMade(() => void offerOwn());
  return () => {
    isOver = true;
    stop();
    takeBack();
  };
}
