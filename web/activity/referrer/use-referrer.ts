import { useEffect, useState } from "react";
import { currentChannel } from "../../platform/tracking/channel.ts";
import { send } from "../../platform/http/send.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { ownShareReference } from "../../platform/share/share-link.ts";

export type Referrer = { readonly from: string; readonly nickname: string };
/** Format of share references; WeChat adds its own `from` to some links. */
const REFERENCE = /^[A-Za-z0-9_-]{17}$/;

/** Referrer of this visit to the activity; null without one, and for the person's own link. */
export function useReferrer(activityId: string): Referrer | null {
  const openId = useUser()?.openId ?? null;
  const [found, setFound] = useState<(Referrer & { readonly activityId: string }) | null>(null);
  useEffect(() => {
    const { from } = currentChannel();
    if (from === undefined || !REFERENCE.test(from)) return;
    let isCurrent = true;
    const find = async () => {
      if ((await ownShareReference(activityId)) === from) return isCurrent && setFound(null);
      const { showShareInvitation } = await import("#contract/share/share.ts");
      const { nickname } = await send(showShareInvitation, { activityId, from }, { isSilent: true });
      return isCurrent && setFound({ activityId, from, nickname });
    };
    // A forged reference, or one of another activity, is ignored.
    find().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId]);
  return found?.activityId === activityId ? found : null;
}
