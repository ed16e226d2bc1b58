import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { yieldToMain } from "../../platform/browser/yield-to-main.ts";
import { clubUnreadCount } from "../../platform/notifications/unread-count.ts";

/** The call, for whoever is logged in: what all calls are made of is much code, and has a task of its own. */
async function loadCall() {
  await import("#contract/core/call.ts");
  await yieldToMain();
  const { showMemberIdentity } = await import("#contract/club/club.ts");
  await yieldToMain();
  return showMemberIdentity;
}

let turn = 0;
async function ask(): Promise<void> {
  const own = ++turn;
  const openId = currentSession.user()?.openId;
  if (openId === undefined) return clubUnreadCount.set(0);
  try {
    const identity = await send(await loadCall(), {}, { isSilent: true });
    if (own === turn && currentSession.user()?.openId === openId) clubUnreadCount.set(identity.unread);
  } catch {
    // What can not be asked now is asked when the page is looked at again.
  }
}

/** Looks for news of the car club now, for another person, and whenever the page is looked at again. */
export function watchUnread(): void {
  let openId = currentSession.user()?.openId;
  currentSession.subscribe(() => {
    if (currentSession.user()?.openId === openId) return;
    openId = currentSession.user()?.openId;
    void ask();
  });
  onReconnect(() => void ask());
  void ask();
}
