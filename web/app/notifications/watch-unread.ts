import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { yieldToMain } from "../../platform/browser/yield-to-main.ts";
import { clubUnreadCount } from "../../platform/notifications/unread-count.ts";

/** Loads the call for a logged-in person, in tasks of its own, since the code of all calls is large. */
async function loadCall() {
  await import("#contract/core/call.ts");
  await yieldToMain();
  const { showMemberIdentity } = await import("#contract/club/club.ts");
  await yieldToMain();
  return showMemberIdentity;
}

let lastRequest = 0;
async function update(): Promise<void> {
  const request = ++lastRequest;
  const openId = currentSession.user()?.openId;
  if (openId === undefined) return clubUnreadCount.set(0);
  try {
    const identity = await send(await loadCall(), {}, { isSilent: true });
    if (request === lastRequest && currentSession.user()?.openId === openId)
      clubUnreadCount.set(identity.unread);
  } catch {
    // Retried when the page is shown again.
  }
}

/** Loads the club's unread count now, after a login, and when the page is shown again. */
export function watchUnread(): void {
  let openId = currentSession.user()?.openId;
  currentSession.subscribe(() => {
    if (currentSession.user()?.openId === openId) return;
    openId = currentSession.user()?.openId;
    void update();
  });
  onReconnect(() => void update());
  void update();
}
