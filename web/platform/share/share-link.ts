import { send } from "../http/send.ts";
import { currentSession } from "../session/session.ts";

/** References of the person's share links that this page knows, by person and activity. */
const knownReferences = new Map<string, string>();
const keyOf = (activityId: string): string | null => {
  const openId = currentSession.user()?.openId;
  return openId === undefined ? null : `${openId} ${activityId}`;
};
const referenceIn = (linkUrl: string): string | null => new URL(linkUrl).searchParams.get("from");
/** Notified when the person has created a share link, so that whatever is offered for sharing uses it. */
const listeners = new Set<() => void>();
/** @returns unsubscribe */
export function onShareReferenceCreated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function remember(key: string | null, linkUrl: string): string | null {
  const reference = referenceIn(linkUrl);
  if (key !== null && reference !== null) knownReferences.set(key, reference);
  return reference;
}

/**
 * Reference of the person's own share link of an activity, without asking for a captcha. Null for a visitor,
 * for a person without a link, and when it cannot be loaded: the plain page is shared then.
 */
export async function ownShareReference(activityId: string): Promise<string | null> {
  const key = keyOf(activityId);
  if (key === null) return null;
  const found = knownReferences.get(key);
  if (found !== undefined) return found;
  try {
    const { listShares } = await import("#contract/share/share.ts");
    const [share] = await send(listShares, { activityId }, { isSilent: true });
    return share ? remember(key, share.linkUrl) : null;
  } catch {
    return null;
  }
}

/**
 * Creates the person's own share link of an activity, with login and captcha if needed (requirement M09).
 * @throws Refusal
 */
export async function createShareReference(activityId: string): Promise<string | null> {
  const { operateLink } = await import("#contract/share/share.ts");
  const { linkUrl } = await send(operateLink, { id: activityId, op: "share" });
  const reference = remember(keyOf(activityId), linkUrl);
  for (const listener of listeners) listener();
  return reference;
}

/** Adds the sharer's reference to a page's path. */
export const withShareReference = (path: string, reference: string | null): string =>
  reference === null ? path : `${path}?from=${reference}`;
