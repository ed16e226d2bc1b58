import { send } from "../http/send.ts";
import { currentSession } from "../session/session.ts";

/** References of links that people of this page are known to share by, by person and activity. */
const known = new Map<string, string>();
const keyOf = (activityId: string): string | null => {
  const openId = currentSession.user()?.openId;
  return openId === undefined ? null : `${openId} ${activityId}`;
};
const referenceIn = (linkUrl: string): string | null => new URL(linkUrl).searchParams.get("from");
/** Who is to hear that the person has made a link: whatever is offered to be shared is to be that one. */
const listeners = new Set<() => void>();
/** @returns stops it */
export function onShareReferenceCreated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function keep(key: string | null, linkUrl: string): string | null {
  const reference = referenceIn(linkUrl);
  if (key !== null && reference !== null) known.set(key, reference);
  return reference;
}

/**
 * What the person's own link of an activity carries, where they have one; asks for no slider. Null for
 * a visitor, for whoever has made none, and where it cannot be known: then the plain page is shared.
 */
export async function ownShareReference(activityId: string): Promise<string | null> {
  const key = keyOf(activityId);
  if (key === null) return null;
  const found = known.get(key);
  if (found !== undefined) return found;
  try {
    const { listShares } = await import("#contract/share/share.ts");
    const [share] = await send(listShares, { activityId }, { isSilent: true });
    return share ? keep(key, share.linkUrl) : null;
  } catch {
    return null;
  }
}

/** Makes the person's own link of an activity; login and slider come in between where they must (requirement M09). @throws Refusal */
export async function createShareReference(activityId: string): Promise<string | null> {
  const { operateLink } = await import("#contract/share/share.ts");
  const { linkUrl } = await send(operateLink, { id: activityId, op: "share" });
  const reference = keep(keyOf(activityId), linkUrl);
  for (const listener of listeners) listener();
  return reference;
}

/** A page's path with who sends there. */
export const withShareReference = (path: string, reference: string | null): string =>
  reference === null ? path : `${path}?from=${reference}`;
