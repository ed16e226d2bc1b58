import { send } from "../platform/http/send.ts";
import { session } from "../platform/login/session.ts";
import { onReturn } from "../platform/network.ts";
import { nextTask } from "../platform/tasks.ts";
import { unread } from "../platform/unread.ts";

/** The call, for whoever is logged in: what all calls are made of is much code, and has a task of its own. */
async function loadCall() {
  await import("#contract/call.ts");
  await nextTask();
  const { showMemberIdentity } = await import("#contract/community.ts");
  await nextTask();
  return showMemberIdentity;
}

let turn = 0;
async function ask(): Promise<void> {
  const own = ++turn;
  const openId = session.user()?.openId;
  if (openId === undefined) return unread.set(0);
  try {
    const identity = await send(await loadCall(), {}, { isSilent: true });
    if (own === turn && session.user()?.openId === openId) unread.set(identity.unread);
  } catch {
    // What can not be asked now is asked when the page is looked at again.
  }
}

/** Looks for news of the car club now, for another person, and whenever the page is looked at again. */
export function watchUnread(): void {
  let openId = session.user()?.openId;
  session.subscribe(() => {
    if (session.user()?.openId === openId) return;
    openId = session.user()?.openId;
    void ask();
  });
  onReturn(() => void ask());
  void ask();
}
